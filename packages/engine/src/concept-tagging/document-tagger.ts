/** Document tagger: detects the language of documents and extracts concepts for those without subjects. */

import {
  analyzerFor,
  baseLanguage,
  canonicalLanguageTag,
  type DetectLanguage,
  languageCodes,
  languageDetector,
} from '@semantic-search/query/analysis';
import { getOrInsert } from '@semantic-search/query/collections';
import { type CooperativeTask, runInSlices } from '@semantic-search/query/scheduling';
import type { Thesaurus } from '@semantic-search/query/thesaurus';
import { fullText } from '../index/document-sections.ts';
import { documentSubjects } from '../index/document-subjects.ts';
import { toIndexable } from '../index/indexable-document.ts';
import type { IndexableDocument } from '../index/segment-builder.ts';
import type { IndexWriter } from '../index/writer.ts';
import type { DocumentToStore, StoredDocument } from '../storage/documents.ts';
import type { DocumentInput } from '../writable-space.ts';
import type { ConceptModel } from './concept-model.ts';
import { type Extractor, openExtractor } from './extract-concepts.ts';
import type { Trainer } from './trainer.ts';

const MAX_TAGS = 8;
const MIN_SCORE = 12;
/** A title mentions little else than its subjects, but scores low by rule because it is short. */
const MAX_SHORT_TEXT_LENGTH = 200;
const MIN_SHORT_TEXT_SCORE = 2;

export interface DocumentTagger {
  /** Extracts subjects for documents without any. */
  tag(documents: DocumentInput[]): Promise<DocumentToStore[]>;
  indexable(documents: StoredDocument[]): Promise<IndexableDocument[]>;
  extractor(): Extractor;
  /** Returns the language of the text if labels have it and the text suffices to detect it. */
  detectLabelLanguage(text: string): Promise<string | undefined>;
}

export function documentTagger(index: IndexWriter, trainer: Pick<Trainer, 'model'>): DocumentTagger {
  let current: { thesaurus: Thesaurus; model: ConceptModel | undefined; extractor: Extractor } | undefined;

  function extractor(): Extractor {
    const { thesaurus, conceptMatcher, number } = index.reader.indexedThesaurus;
    const model = trainer.model(number);
    if (current?.thesaurus !== thesaurus || current.model !== model) {
      current = {
        thesaurus,
        model,
        extractor: openExtractor(thesaurus, conceptMatcher, model),
      };
    }
    return current.extractor;
  }

  const languagesOf = (documents: DocumentInput[]) => languageResolver(documents, index.reader.thesaurus);

  return {
    extractor,
    async detectLabelLanguage(text) {
      const detect = await languageDetector();
      const found = detect(text);
      const { languages } = index.reader.thesaurus;
      return languages.some((tag) => baseLanguage(tag) === found) ? found : undefined;
    },
    async tag(documents) {
      const languageIn = await languagesOf(documents);
      const { thesaurus } = index.reader;
      const candidates = labelLanguages(thesaurus);
      const subjects = async (content: DocumentInput) => {
        if (!thesaurus.hasSubjects) return hasConceptUris(content) ? null : [];
        return runInSlices(subjectsOf(content, languageIn(content), extractor()));
      };
      const tagged: DocumentToStore[] = [];
      for (const content of documents) {
        const guessedAmong = languageIn.isGuessed(content) ? candidates : null;
        tagged.push({ id: content.id, content, guessedAmong, extracted: await subjects(content) });
      }
      return tagged;
    },
    async indexable(documents) {
      const languageIn = await languagesOf(documents.map(({ content }) => content));
      const { tables, subjects, searchesAttributes } = index;
      const indexTables = { attributes: tables.attributes, subjects, searchesAttributes };
      return documents.map((document) => {
        const language = analyzerFor(languageIn(document.content)).code;
        return toIndexable(document, language, documentSubjects(document), indexTables);
      });
    },
  };
}

/** Candidate languages for short texts, as one string. */
export function labelLanguages({ languages }: Pick<Thesaurus, 'languages'>): string {
  return languageCodes(languages).join(' ');
}

export interface LanguageResolver {
  (document: DocumentInput): string | undefined;
  /** Whether the text is too short, so that the languages of the labels decide. */
  isGuessed(document: DocumentInput): boolean;
}

/** Detected languages; a document needs its language for tagging and again for indexing. */
const detected = new WeakMap<DocumentInput, { language: string | undefined }>();

/** Uses the declared language if it is valid. Otherwise detects it, in short texts among the languages of labels. */
export async function languageResolver(
  documents: DocumentInput[],
  { languages }: Pick<Thesaurus, 'languages'>,
): Promise<LanguageResolver> {
  const needsDetection = documents.some(({ language }) => !canonicalLanguageTag(language));
  const detect: DetectLanguage = needsDetection ? await languageDetector() : () => undefined;
  const detectedIn = (document: DocumentInput) =>
    getOrInsert(detected, document, () => ({ language: detect(documentText(document)) })).language;
  return Object.assign(
    (document: DocumentInput) =>
      canonicalLanguageTag(document.language) ??
      detectedIn(document) ??
      detect(documentText(document), languages),
    {
      isGuessed: (document: DocumentInput) =>
        !canonicalLanguageTag(document.language) && detectedIn(document) === undefined,
    },
  );
}

/** Whether all subjects are URIs. Others are labels of concepts. */
function hasConceptUris({ subjects }: DocumentInput): boolean {
  return subjects?.every(isUri) ?? false;
}

const isUri = (subject: string) => /^[a-z][a-z\d+.-]*:\S+$/i.test(subject);

/**
 * URIs of the concepts to tag a document with; null if the document itself has them. Labels among its subjects stand for
 * their concepts. If no label is known, the concepts are extracted from the text.
 */
export function* subjectsOf(
  content: DocumentInput,
  language: string | undefined,
  extractor: Extractor,
): CooperativeTask<string[] | null> {
  if (hasConceptUris(content)) return null;
  const named = new Set<string>();
  for (const subject of new Set(content.subjects)) {
    yield;
    const uri = isUri(subject) ? subject : extractor.uriOfLabel(subject);
    if (uri !== undefined) named.add(uri);
  }
  return named.size > 0 ? [...named] : yield* extractSubjects(content, language, extractor);
}

function* extractSubjects(
  content: DocumentInput,
  language: string | undefined,
  extractor: Extractor,
): CooperativeTask<string[]> {
  const query = { text: documentText(content), count: MAX_TAGS };
  const found = yield* extractor.extractInSteps(language ? { ...query, language } : query);
  const isShort = !extractor.learned && query.text.length < MAX_SHORT_TEXT_LENGTH;
  const minScore = isShort ? MIN_SHORT_TEXT_SCORE : MIN_SCORE;
  return found.filter(({ score }) => score >= minScore).map(({ uri }) => uri);
}

export function documentText(document: DocumentInput): string {
  const { title, description } = document;
  return [title, description, fullText(document)].filter((each) => each).join('\n\n');
}
