/** Language of a document: declared, detected, or guessed among the languages of the labels. */
import {
  canonicalLanguageTag,
  type DetectLanguage,
  languageCodes,
  languageDetector,
} from '@semantic-search/query/analysis';
import { getOrInsert } from '@semantic-search/query/collections';
import type { Thesaurus } from '@semantic-search/query/thesaurus';
import { documentText } from '../index-writing/document-sections.ts';
import type { DocumentInput } from '../writable-space.ts';

/** The languages of the labels, as one string: the candidates for short texts. */
export function labelLanguages({ languages }: Pick<Thesaurus, 'languages'>): string {
  return languageCodes(languages).join(' ');
}

interface DocumentLanguage {
  language: string | undefined;
  /** Whether the text is too short, so that the languages of the labels decide. */
  isGuessed: boolean;
}

/** Cached languages, because tagging and indexing both need the language of a document. */
const detectedLanguages = new WeakMap<DocumentInput, { language: string | undefined }>();

/** Uses the declared language if it is valid. Otherwise detects the language, for short texts among label languages. */
export async function languageResolver(
  documents: readonly DocumentInput[],
  { languages }: Pick<Thesaurus, 'languages'>,
): Promise<(document: DocumentInput) => DocumentLanguage> {
  const needsDetection = documents.some(({ language }) => !canonicalLanguageTag(language));
  const detect: DetectLanguage = needsDetection ? await languageDetector() : () => undefined;
  return (document) => {
    const declared = canonicalLanguageTag(document.language);
    const detected = () =>
      getOrInsert(detectedLanguages, document, () => ({ language: detect(documentText(document)) }));
    const language = declared ?? detected().language;
    if (language !== undefined) return { language, isGuessed: false };
    return { language: detect(documentText(document), languages), isGuessed: true };
  };
}
