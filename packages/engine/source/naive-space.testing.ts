/** A space without an index, for tests: looks at every document, counts one by one. What it says is true by being plain. */
import { dateOf } from './index/document.ts';
import { rangesOver } from './query/ranges.ts';
import type { DocumentInput, FacetSelection, FacetValue } from './questions.ts';
import { fold } from './text/fold.ts';
import { words } from './text/words.ts';

export interface NaiveQuestion {
  /** All required, in title or body. */
  words: string[];
  prefix?: string;
  phrase?: string[];
  excluded?: string;
  selected: FacetSelection[];
}

export interface NaiveAnswer {
  total: number;
  /** By field, then by label or concept, without zeros. */
  counts: Record<string, Record<string, number>>;
}

/** Direct broader concepts by concept. */
export type Hierarchy = Record<string, string[]>;

export function naiveAnswer(
  documents: DocumentInput[],
  hierarchy: Hierarchy,
  question: NaiveQuestion,
  fields: string[],
): NaiveAnswer {
  const matching = documents.filter((document) => matches(document, question));
  const passes = (document: DocumentInput, but?: string) =>
    question.selected.every(
      ({ field, values }) =>
        field === but || values.some((value) => hasValue(document, field, value, hierarchy)),
    );
  const counts: NaiveAnswer['counts'] = {};
  for (const field of fields) {
    const found: Record<string, number> = {};
    for (const document of matching) {
      if (!passes(document, field)) continue;
      for (const value of valuesOf(document, field, hierarchy, documents))
        found[value] = (found[value] ?? 0) + 1;
    }
    counts[field] = found;
  }
  return { total: matching.filter((document) => passes(document)).length, counts };
}

function matches(
  document: DocumentInput,
  { words: required, prefix, phrase, excluded }: NaiveQuestion,
): boolean {
  const texts = [document.title ?? '', document.description ?? ''].map((text) =>
    words(text).map((word) => fold(word.text)),
  );
  const all = texts.flat();
  return (
    required.every((word) => all.includes(word)) &&
    (prefix === undefined || all.some((word) => word.startsWith(prefix))) &&
    (excluded === undefined || !all.includes(excluded)) &&
    (phrase === undefined ||
      texts.some((text) => text.some((_, at) => phrase.every((word, i) => text[at + i] === word))))
  );
}

function valuesOf(
  document: DocumentInput,
  field: string,
  hierarchy: Hierarchy,
  documents: DocumentInput[],
): Set<string> {
  if (field === 'dyn_uri_all_concepts') return withBroader(document.subjects ?? [], hierarchy);
  const name = field.slice('dyn_lit_'.length);
  if (field.startsWith('dyn_lit_')) return new Set(listOf(document[name]).map(String));
  const all = documents.flatMap((each) => numbersOf(each, name));
  const ranges = rangesOver(Math.min(...all), Math.max(...all), name === 'date' ? 'date' : 'number');
  const own = numbersOf(document, name);
  return new Set(
    ranges
      .filter(({ from, to }) => own.some((value) => value >= from && value < to))
      .map(({ label }) => label),
  );
}

function hasValue(document: DocumentInput, field: string, value: FacetValue, hierarchy: Hierarchy): boolean {
  if ('concept' in value) return withBroader(document.subjects ?? [], hierarchy).has(value.concept);
  const name = field.slice('dyn_lit_'.length);
  if ('literal' in value) return listOf(document[name]).map(String).includes(value.literal);
  const { from, to, toExclusive } = value;
  return numbersOf(document, name).some(
    (each) => (from === null || each >= from) && (to === null || (toExclusive ? each < to : each <= to)),
  );
}

function numbersOf(document: DocumentInput, name: string): number[] {
  const values = name === 'date' ? [dateOf(document.date)] : listOf(document[name]);
  return values.filter((value) => typeof value === 'number');
}

function listOf(value: unknown): unknown[] {
  return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
}

/** Each concept that the hierarchy has, with everything broader. */
function withBroader(concepts: string[], hierarchy: Hierarchy): Set<string> {
  const found = new Set(concepts.filter((concept) => concept in hierarchy));
  for (const concept of found) for (const broader of hierarchy[concept]!) found.add(broader);
  return found;
}
