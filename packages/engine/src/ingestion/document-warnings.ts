/** Warnings about documents with an invalid language tag, or with a date that cannot be read. */
import { canonicalLanguageTag } from '@semantic-search/query/analysis';
import { parseDate } from '../index-writing/document-dates.ts';
import type { DocumentInput } from '../writable-space.ts';

const MAX_VALUES_PER_WARNING = 5;
const MAX_VALUE_LENGTH = 100;
/** Bounds the memory for values that have been reported. */
const MAX_REPORTED_VALUES = 1000;

export class DocumentWarnings {
  readonly #warn: (message: string) => void;
  readonly #reported = new Set<string>();

  constructor(warn: (message: string) => void) {
    this.#warn = warn;
  }

  /** Reports each invalid tag and date once, with the ID of a document. */
  check(documents: readonly DocumentInput[]): void {
    this.#report(
      documents,
      ({ language }) => (language && !canonicalLanguageTag(language) ? language : undefined),
      (tags) => `Documents have an invalid language tag: ${tags}. The language is detected from the text.`,
    );
    this.#report(
      documents,
      ({ date, language }) => (date && parseDate(date, language) === null ? `${date}` : undefined),
      (dates) =>
        `Documents have a date that does not exist or is ambiguous in their language: ${dates}. They are stored without a date.`,
    );
  }

  #report(
    documents: readonly DocumentInput[],
    invalidValue: (document: DocumentInput) => string | undefined,
    messageWith: (values: string) => string,
  ): void {
    const idByValue = new Map<string, string>();
    for (const document of documents) {
      const value = invalidValue(document);
      if (value === undefined || idByValue.has(value) || this.#reported.has(value)) continue;
      if (this.#reported.size < MAX_REPORTED_VALUES) this.#reported.add(value);
      idByValue.set(value, document.id);
    }
    const examples = [...idByValue].map(([value, id]) => `"${value.slice(0, MAX_VALUE_LENGTH)}" (${id})`);
    const more = examples.splice(MAX_VALUES_PER_WARNING).length;
    const suffix = more > 0 ? ` and ${more} more` : '';
    if (examples.length > 0) this.#warn(messageWith(examples.join(', ') + suffix));
  }
}
