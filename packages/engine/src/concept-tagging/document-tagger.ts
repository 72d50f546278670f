/** What a document says without saying it: its language, and the concepts it is about where it has no subjects. */

import { analyzerFor } from '../analysis/analyzers.ts';
import { codesOf, type DetectLanguage, languageDetector } from '../analysis/language-detector.ts';
import { canonicalLanguageTag } from '../analysis/language-tags.ts';
import type { DocumentInput } from '../api.ts';
import { type CooperativeTask, runInSlices } from '../cooperative-scheduling.ts';
import { getOrInsert } from '../get-or-insert.ts';
import type { ThesaurusInUse } from '../index/index-reader.ts';
import type { IndexWriter } from '../index/index-writer.ts';
import { indexable } from '../index/indexable-document.ts';
import type { IndexableDocument } from '../index/segment-builder.ts';
import type { DocumentToStore, StoredDocument } from '../storage/database.ts';
import type { Thesaurus } from '../thesaurus/thesaurus.ts';
import type { ConceptModel } from './concept-model.ts';
import { type Extractor, openExtractor } from './extract-concepts.ts';
import type { Trainer } from './trainer.ts';

/** Concepts that a document without subjects is tagged with: at most so many, and of at least this score. */
const mostTags = 8;
const leastScore = 15;
/** A title alone names little else than its subjects, and scores low by rule for being short. */
const shortText = 200;
const leastScoreOfShort = 2;

export interface DocumentTagger {
  /** Documents without subjects get extracted ones. */
  tag(documents: DocumentInput[]): Promise<DocumentToStore[]>;
  indexable(documents: StoredDocument[]): Promise<IndexableDocument[]>;
  extractor(): Extractor;
  /** Where it is one that labels are in, and the text says enough; else labels of all languages may be meant. */
  detectLabelLanguage(text: string): Promise<string | undefined>;
}

export function documentTagger(index: IndexWriter, learning: Pick<Trainer, 'model'>): DocumentTagger {
  let current:
    | { thesaurus: ThesaurusInUse; model: ConceptModel | undefined; extractor: Extractor }
    | undefined;

  function extractor(): Extractor {
    const { thesaurus } = index.generation;
    const model = learning.model(thesaurus.number);
    if (current?.thesaurus !== thesaurus || current.model !== model) {
      current = {
        thesaurus,
        model,
        extractor: openExtractor(thesaurus.thesaurus, thesaurus.conceptMatcher, model),
      };
    }
    return current.extractor;
  }

  const languagesOf = (documents: DocumentInput[]) =>
    languageResolver(documents, index.generation.thesaurus.thesaurus);

  return {
    extractor,
    async detectLabelLanguage(text) {
      const detect = await languageDetector();
      const found = detect(text);
      const { languages } = index.generation.thesaurus.thesaurus;
      return languages.some((tag) => tag.split('-', 1)[0] === found) ? found : undefined;
    },
    async tag(documents) {
      const languageIn = await languagesOf(documents);
      const { thesaurus } = index.generation.thesaurus;
      const among = labelLanguages(thesaurus);
      const subjectsOf = async (content: DocumentInput) => {
        if (content.subjects !== undefined) return null;
        if (thesaurus.size === 0) return [];
        return runInSlices(extractSubjects(content, languageIn(content), extractor()));
      };
      const tagged: DocumentToStore[] = [];
      for (const content of documents) {
        const guessedAmong = languageIn.isGuessed(content) ? among : null;
        tagged.push({ id: content.id, content, guessedAmong, extracted: await subjectsOf(content) });
      }
      return tagged;
    },
    async indexable(documents) {
      const languageIn = await languagesOf(documents.map(({ content }) => content));
      return documents.map(({ key, content, extracted }) => {
        const subjects = extracted ?? content.subjects ?? [];
        return indexable(
          key,
          content,
          analyzerFor(languageIn(content)).code,
          subjects,
          index.tables.attributes,
          index.subjects,
        );
      });
    },
  };
}

/** The languages that a text of a few words may be in: those of the labels. */
export function labelLanguages({ languages }: Pick<Thesaurus, 'languages'>): string {
  return codesOf(languages).join(' ');
}

export interface LanguageResolver {
  (document: DocumentInput): string | undefined;
  /** True where the text says too little, and the languages of the labels decide. */
  isGuessed(document: DocumentInput): boolean;
}

/** What texts tell without the labels; a document is read for its concepts first, and for its words then. */
const told = new WeakMap<DocumentInput, { language: string | undefined }>();

/** What a document says of its language, where it is one, else what can be made out of its text and the languages of the labels. */
export async function languageResolver(
  documents: DocumentInput[],
  { languages }: Pick<Thesaurus, 'languages'>,
): Promise<LanguageResolver> {
  const silent = documents.some(({ language }) => !canonicalLanguageTag(language));
  const detect: DetectLanguage = silent ? await languageDetector() : () => undefined;
  const toldBy = (document: DocumentInput) =>
    getOrInsert(told, document, () => ({ language: detect(documentText(document)) })).language;
  return Object.assign(
    (document: DocumentInput) =>
      canonicalLanguageTag(document.language) ??
      toldBy(document) ??
      detect(documentText(document), languages),
    {
      isGuessed: (document: DocumentInput) =>
        !canonicalLanguageTag(document.language) && toldBy(document) === undefined,
    },
  );
}

/** Concepts that a document without subjects is tagged with. In steps, since its text may be long. */
export function* extractSubjects(
  content: DocumentInput,
  language: string | undefined,
  extractor: Extractor,
): CooperativeTask<string[]> {
  const question = { text: documentText(content), count: mostTags };
  const found = yield* extractor.extractInSteps(language ? { ...question, language } : question);
  const isShort = !extractor.learned && question.text.length < shortText;
  const least = isShort ? leastScoreOfShort : leastScore;
  return found.filter(({ score }) => score >= least).map(({ uri }) => uri);
}

export function documentText({ title, description, text }: DocumentInput): string {
  return [title, description, text].filter((each) => each).join('\n\n');
}
