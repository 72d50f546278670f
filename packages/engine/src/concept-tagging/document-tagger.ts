/** Document tagger: extracts concepts for documents without subjects. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { analyzerFor, baseLanguage, languageDetector } from '@semantic-search/query/analysis';
import { type CooperativeTask, runInSlices } from '@semantic-search/query/scheduling';
import type { Thesaurus } from '@semantic-search/query/thesaurus';
import { automaticSubject } from '../index/subject-concepts.ts';
import { documentText } from '../index-writing/document-sections.ts';
import { documentSubjects, toIndexable } from '../index-writing/indexable-document.ts';
import type { IndexableDocument } from '../index-writing/segment-builder.ts';
import type { IndexWriter } from '../index-writing/writer.ts';
import type { StoredDocument, TaggedDocument } from '../storage/documents.ts';
import type { DocumentInput } from '../writable-space.ts';
import type { ConceptModel } from './concept-model.ts';
import { labelLanguages, languageResolver } from './document-language.ts';
import { type Extractor, openExtractor } from './extract-concepts.ts';
import type { Trainer } from './trainer.ts';

/** Maximum number of concepts to extract for a document. */
const MAX_TAGS = 8;
/** Concepts with a lower estimated probability are not tags. */
const MIN_SCORE_PERCENT = 12;
/** Documents to tag between two turns of the event loop; each takes up to 10 ms if its concepts have to be extracted. */
const BATCH_SIZE = 5;
/** In UTF-16 units. A title mentions little else than its subjects, but scores low by rule because it is short. */
const MAX_SHORT_TEXT_LENGTH = 200;
const MIN_SHORT_TEXT_SCORE_PERCENT = 2;

export class DocumentTagger {
  readonly #index: IndexWriter;
  readonly #trainer: Trainer;
  #current: { thesaurus: Thesaurus; model: ConceptModel | undefined; extractor: Extractor } | undefined;

  constructor(index: IndexWriter, trainer: Trainer) {
    this.#index = index;
    this.#trainer = trainer;
  }

  /** The extractor for the current thesaurus and model. */
  extractor(): Extractor {
    const { thesaurus, conceptMatcher, number } = this.#index.reader.indexedThesaurus;
    const model = this.#trainer.model(number);
    if (this.#current?.thesaurus !== thesaurus || this.#current.model !== model)
      this.#current = { thesaurus, model, extractor: openExtractor(thesaurus, conceptMatcher, model) };
    return this.#current.extractor;
  }

  /** An extractor without a trained model. */
  ruleBasedExtractor(): Extractor {
    const { thesaurus, conceptMatcher } = this.#index.reader.indexedThesaurus;
    return openExtractor(thesaurus, conceptMatcher);
  }

  /** Returns the detected language of a text, if labels have this language. */
  async detectLabelLanguage(text: string): Promise<string | undefined> {
    const detect = await languageDetector();
    const language = detect(text);
    const { languages } = this.#index.reader.thesaurus;
    return languages.some((tag) => baseLanguage(tag) === language) ? language : undefined;
  }

  /** Extracts subjects for documents without any, in batches between which queries run. */
  async tag(documents: readonly DocumentInput[]): Promise<TaggedDocument[]> {
    const { thesaurus } = this.#index.reader;
    const languageIn = await languageResolver(documents, thesaurus);
    const candidates = labelLanguages(thesaurus);
    const tagged: TaggedDocument[] = [];
    for (const [i, content] of documents.entries()) {
      if (i > 0 && i % BATCH_SIZE === 0) await nextTurn();
      const { language, isGuessed } = languageIn(content);
      const guessedAmong = isGuessed ? candidates : null;
      const withoutExtraction = hasConceptUris(content) ? null : [];
      const extracted = thesaurus.hasSubjects
        ? await runInSlices(subjectsOf(content, language, this.extractor()))
        : withoutExtraction;
      tagged.push({ id: content.id, content, guessedAmong, extracted });
    }
    return tagged;
  }

  /** Converts stored documents to the form that the index reads. */
  async indexable(documents: readonly StoredDocument[]): Promise<IndexableDocument[]> {
    const contents = documents.map(({ content }) => content);
    const languageIn = await languageResolver(contents, this.#index.reader.thesaurus);
    const extractor = this.extractor();
    return documents.map((document) => {
      const language = analyzerFor(languageIn(document.content).language).code;
      const isAutomatic = document.extracted !== null && !hasConcepts(document.content, extractor);
      const extracted = isAutomatic ? document.extracted!.map(automaticSubject) : document.extracted;
      return toIndexable(document, language, documentSubjects({ ...document, extracted }), this.#index);
    });
  }
}

/** True if all subjects are URIs; other subjects are labels of concepts. */
function hasConceptUris({ subjects }: DocumentInput): boolean {
  return subjects?.every(isUri) ?? false;
}

const isUri = (subject: string) => /^[a-z][a-z\d+.-]*:\S+$/i.test(subject);

/**
 * URIs of the concepts to tag a document with; null if its subjects are URIs. Labels among the subjects stand for
 * their concepts. If no label is known, the concepts are extracted from the text.
 */
export function* subjectsOf(
  content: DocumentInput,
  language: string | undefined,
  extractor: Extractor,
): CooperativeTask<string[] | null> {
  if (hasConceptUris(content)) return null;
  const uris = new Set<string>();
  for (const subject of new Set(content.subjects)) {
    yield;
    const uri = subjectUri(subject, extractor);
    if (uri !== undefined) uris.add(uri);
  }
  return uris.size > 0 ? [...uris] : yield* extractSubjects(content, language, extractor);
}

function subjectUri(subject: string, extractor: Extractor): string | undefined {
  return isUri(subject) ? subject : extractor.uriOfLabel(subject);
}

/** True if the document was written with a known concept; otherwise all its concepts are extracted. */
export function hasConcepts({ subjects }: DocumentInput, extractor: Extractor): boolean {
  return subjects?.some((subject) => subjectUri(subject, extractor) !== undefined) ?? false;
}

function* extractSubjects(content: DocumentInput, language: string | undefined, extractor: Extractor) {
  const query = { text: documentText(content), count: MAX_TAGS };
  const extracted = yield* extractor.extract(language ? { ...query, language } : query);
  const isShort = !extractor.isTrained && query.text.length < MAX_SHORT_TEXT_LENGTH;
  const minScore = isShort ? MIN_SHORT_TEXT_SCORE_PERCENT : MIN_SCORE_PERCENT;
  return extracted.filter(({ score }) => score >= minScore).map(({ uri }) => uri);
}
