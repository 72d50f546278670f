/** Tells which documents say that they are in something that is no language: they are read as if they said nothing. */

import { canonicalLanguageTag } from './analysis/language-tags.ts';
import type { DocumentInput } from './api.ts';

/** So many values are told in one notice, and so many are remembered as told. */
const mostNamed = 5;
const mostRemembered = 1000;

/** Each value is told once. */
export function languageWarnings(warn: (message: string) => void): (documents: DocumentInput[]) => void {
  const told = new Set<string>();
  return (documents) => {
    const found = new Map<string, string>();
    for (const { id, language } of documents) {
      if (!language || told.has(language) || canonicalLanguageTag(language)) continue;
      if (told.size < mostRemembered) told.add(language);
      if (!found.has(language)) found.set(language, id);
    }
    if (found.size === 0) return;
    const named = [...found]
      .slice(0, mostNamed)
      .map(([language, id]) => `"${language.slice(0, 100)}" (${id})`);
    const more = found.size > mostNamed ? ` and ${found.size - mostNamed} more` : '';
    warn(
      `Documents say that their language is ${named.join(', ')}${more}. That is no language; it is guessed from the text.`,
    );
  };
}
