/** Warnings about documents with an invalid language tag, or with a date that cannot be read. */

import { canonicalLanguageTag } from '@semantic-search/query/analysis';
import { parseDate } from '../index/indexable-document.ts';
import type { DocumentInput } from '../writable-space.ts';

const MAX_VALUES_PER_WARNING = 5;
/** Bounds the memory for values that have been reported. */
const MAX_REPORTED_VALUES = 1000;

/** Returns a function that reports each invalid tag and date once. */
export function documentWarnings(warn: (message: string) => void): (documents: DocumentInput[]) => void {
  const languages = once(({ language }) =>
    language && !canonicalLanguageTag(language) ? language : undefined,
  );
  const dates = once(({ date, language }) =>
    date && parseDate(date, language) === null ? `${date}` : undefined,
  );
  return (documents) => {
    const invalidTags = languages(documents);
    if (invalidTags)
      warn(`Documents have an invalid language tag: ${invalidTags}. The language is detected from the text.`);
    const unreadDates = dates(documents);
    if (unreadDates)
      warn(
        `Documents have a date that does not exist or is ambiguous in their language: ${unreadDates}. They are stored without a date.`,
      );
  };
}

/** Lists the new faults of documents; undefined if there are none. */
function once(
  faultOf: (document: DocumentInput) => string | undefined,
): (documents: DocumentInput[]) => string | undefined {
  const reported = new Set<string>();
  return (documents) => {
    const found = new Map<string, string>();
    for (const document of documents) {
      const fault = faultOf(document);
      if (fault === undefined || reported.has(fault)) continue;
      if (reported.size < MAX_REPORTED_VALUES) reported.add(fault);
      if (!found.has(fault)) found.set(fault, document.id);
    }
    if (found.size === 0) return undefined;
    const named = [...found]
      .slice(0, MAX_VALUES_PER_WARNING)
      .map(([fault, id]) => `"${fault.slice(0, 100)}" (${id})`);
    const more =
      found.size > MAX_VALUES_PER_WARNING ? ` and ${found.size - MAX_VALUES_PER_WARNING} more` : '';
    return `${named.join(', ')}${more}`;
  };
}
