/** What a document says without saying it: its language, and the concepts it is about where it has no subjects. */
import type { ConceptModel } from './concepts/concept-model.ts';
import { type Extractor, openExtractor } from './concepts/extract.ts';
import type { IndexableDocument } from './index/build-segment.ts';
import { indexable } from './index/document.ts';
import type { ThesaurusInUse } from './index/generation.ts';
import type { LiveIndex } from './index/live-index.ts';
import type { Learning } from './learning.ts';
import type { DocumentInput } from './questions.ts';
import type { DocumentToStore, StoredDocument } from './storage/database.ts';
import { type DetectLanguage, languageDetector } from './text/detect.ts';
import { languageOf } from './text/languages.ts';

/** Concepts that a document without subjects is tagged with: at most so many, and of at least this score. */
const mostTags = 8;
const leastScore = 15;

export interface Tagging {
  /** Documents without subjects get extracted ones. */
  tag(documents: DocumentInput[]): Promise<DocumentToStore[]>;
  indexable(documents: StoredDocument[]): Promise<IndexableDocument[]>;
  extractor(): Extractor;
}

export function tagging(index: LiveIndex, learning: Pick<Learning, 'model'>): Tagging {
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
        extractor: openExtractor(thesaurus.thesaurus, thesaurus.recogniser, model),
      };
    }
    return current.extractor;
  }

  async function detectorFor(documents: DocumentInput[]): Promise<DetectLanguage> {
    return documents.some(({ language }) => !language) ? languageDetector() : () => undefined;
  }

  return {
    extractor,
    async tag(documents) {
      const detect = await detectorFor(documents.filter(({ subjects }) => subjects === undefined));
      return documents.map((content) => {
        const { id, subjects } = content;
        if (subjects !== undefined) return { id, content, extracted: null };
        return {
          id,
          content,
          extracted:
            index.generation.thesaurus.thesaurus.size === 0
              ? []
              : extractedSubjects(content, content.language || detect(textOf(content)), extractor()),
        };
      });
    },
    async indexable(documents) {
      const detect = await detectorFor(documents.map(({ content }) => content));
      return documents.map(({ key, content, extracted }) => {
        const tag = content.language || detect(textOf(content));
        const subjects = extracted ?? content.subjects ?? [];
        return indexable(key, content, languageOf(tag).code, subjects, index.attributes, index.subjects);
      });
    },
  };
}

/** Concepts that a document without subjects is tagged with. */
export function extractedSubjects(
  content: DocumentInput,
  language: string | undefined,
  extractor: Extractor,
): string[] {
  const question = { text: textOf(content), count: mostTags };
  const found = extractor.extract(language ? { ...question, language } : question);
  return found.filter(({ score }) => score >= leastScore).map(({ uri }) => uri);
}

export function textOf({ title, description, text }: DocumentInput): string {
  return [title, description, text].filter((each) => each).join('\n\n');
}
