/** Warnings about documents with an invalid language tag; the engine detects their language instead. */

import { canonicalLanguageTag } from '@semantic-search/query/analysis';
import type { DocumentInput } from '../writable-space.ts';

const MAX_TAGS_PER_WARNING = 5;
/** Bounds the memory for tags that have been reported. */
const MAX_REPORTED_TAGS = 1000;

/** Returns a function that reports each invalid tag once. */
export function languageWarnings(warn: (message: string) => void): (documents: DocumentInput[]) => void {
  const reported = new Set<string>();
  return (documents) => {
    const found = new Map<string, string>();
    for (const { id, language } of documents) {
      if (!language || reported.has(language) || canonicalLanguageTag(language)) continue;
      if (reported.size < MAX_REPORTED_TAGS) reported.add(language);
      if (!found.has(language)) found.set(language, id);
    }
    if (found.size === 0) return;
    const named = [...found]
      .slice(0, MAX_TAGS_PER_WARNING)
      .map(([language, id]) => `"${language.slice(0, 100)}" (${id})`);
    const more = found.size > MAX_TAGS_PER_WARNING ? ` and ${found.size - MAX_TAGS_PER_WARNING} more` : '';
    warn(
      `Documents have an invalid language tag: ${named.join(', ')}${more}. The language is detected from the text.`,
    );
  };
}
