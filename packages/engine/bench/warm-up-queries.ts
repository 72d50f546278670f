/**
 * Warm-up queries: they let the JIT compiler optimize the search, as in a running server.
 *
 * They share no words with the timed queries, so that they do not fill caches for them.
 */
import type { DocumentInput } from '../src/index.ts';
import { type BenchmarkQuery, firstDocuments } from './benchmark-kit.ts';
import { normalizedWords } from './brute-force.ts';

/** Each document yields eight queries. */
const documents = 200;

/** Queries of all classes, with and without filters, from the titles of the first documents. */
export async function warmUpQueries(corpus: string, queries: BenchmarkQuery[]): Promise<BenchmarkQuery[]> {
  const timed = new Set(queries.flatMap(({ input }) => normalizedWords(input)));
  const isOther = (word: string) => word.length > 3 && !timed.has(word);
  return (await firstDocuments(corpus, documents)).flatMap((document) => {
    const [one, two] = normalizedWords(String(document.title)).filter(isOther);
    return one === undefined || two === undefined ? [] : queriesFor(one, two, document);
  });
}

function queriesFor(one: string, two: string, { language }: DocumentInput): BenchmarkQuery[] {
  const defaults = { terms: [], prefix: null, phrase: null };
  const selections = [[], [{ facet: 'language' as const, value: String(language) }]];
  return selections.flatMap((selected) => [
    { ...defaults, class: 'single', input: one, selected },
    { ...defaults, class: 'two', input: `${one} ${two}`, selected },
    { ...defaults, class: 'phrase', input: `"${one} ${two}"`, selected },
    { ...defaults, class: 'prefix', input: `${one} ${two.slice(0, 3)}`, prefix: two.slice(0, 3), selected },
  ]);
}
