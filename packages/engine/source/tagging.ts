/** What a document says without saying it: its language, and the concepts it is about where it has no subjects. */
import type { IndexableDocument } from './index/build-segment.ts';
import { indexable } from './index/document.ts';
import type { LiveIndex } from './index/live-index.ts';
import type { DocumentInput, ExtractedConcept, ExtractionQuestion } from './questions.ts';
import type { DocumentToStore, StoredDocument } from './storage/database.ts';
import { type DetectLanguage, languageDetector } from './text/detect.ts';
import { languageOf } from './text/languages.ts';

/** Concepts that a document without subjects is tagged with at most. */
const mostTags = 8;

export interface Tagging {
  tag(documents: DocumentInput[]): Promise<DocumentToStore[]>;
  indexable(documents: StoredDocument[]): Promise<IndexableDocument[]>;
  extract(question: ExtractionQuestion): ExtractedConcept[];
}

export function tagging(index: LiveIndex): Tagging {
  async function detectorFor(documents: DocumentInput[]): Promise<DetectLanguage> {
    const needed = documents.some(({ language }) => !language);
    return needed ? languageDetector() : () => undefined;
  }

  return {
    async tag(documents) {
      return documents.map((content) => ({
        id: content.id,
        content,
        extracted: content.subjects === undefined ? extractedSubjects(content) : null,
      }));
    },
    async indexable(documents) {
      const detect = await detectorFor(documents.map(({ content }) => content));
      return documents.map(({ key, content, extracted }) => {
        const tag = content.language || detect(textOf(content));
        const subjects = extracted ?? content.subjects ?? [];
        return indexable(key, content, languageOf(tag).code, subjects, index.attributes, index.subjects);
      });
    },
    extract,
  };

  function extractedSubjects(content: DocumentInput): string[] {
    const language = content.language ?? undefined;
    const text = textOf(content);
    return extract({ text, count: mostTags, ...(language ? { language } : {}) }).map(({ uri }) => uri);
  }

  function extract({ text, language, count }: ExtractionQuestion): ExtractedConcept[] {
    const { thesaurus, recogniser } = index.generation.thesaurus;
    const found = new Map<number, ExtractedConcept>();
    for (const { begin, end, namings } of recogniser.recognise(
      text,
      language ? { languages: [language] } : {},
    )) {
      const concept = namings[0]!.concept;
      const matchedText = text.slice(begin, end);
      let entry = found.get(concept);
      if (!entry) {
        entry = {
          uri: thesaurus.uri(concept),
          label: thesaurus.label(concept, language),
          score: 0,
          frequency: 0,
          matchedTexts: [],
        };
        found.set(concept, entry);
      }
      entry.frequency++;
      const same = entry.matchedTexts.find((each) => each.matchedText === matchedText);
      if (same) {
        same.frequency++;
        same.positions.push({ begin, end });
      } else entry.matchedTexts.push({ matchedText, frequency: 1, positions: [{ begin, end }] });
    }
    const most = Math.max(1, ...[...found.values()].map(({ frequency }) => frequency));
    for (const entry of found.values()) entry.score = Math.round((100 * entry.frequency) / most);
    return [...found.values()].sort((a, b) => b.score - a.score).slice(0, count);
  }
}

function textOf({ title, description, text }: DocumentInput): string {
  return [title, description, text].filter((each) => each).join('\n\n');
}
