/**
 * Questions to be asked before any is timed. As in a server that runs, what is asked often is compiled by then; and as no
 * word of theirs is in a question that is timed, nothing is known of those.
 */
import type { DocumentInput } from '../src/index.ts';
import { type BenchmarkQuery, firstDocuments } from './benchmark-kit.ts';
import { normalizedWords } from './brute-force.ts';

/** Each is made into eight questions. */
const documents = 200;

/** Of all classes, with and without something selected, in the words of the first documents' titles. */
export async function warmUpQueries(corpus: string, queries: BenchmarkQuery[]): Promise<BenchmarkQuery[]> {
  const timed = new Set(queries.flatMap(({ input }) => normalizedWords(input)));
  const isOther = (word: string) => word.length > 3 && !timed.has(word);
  return (await firstDocuments(corpus, documents)).flatMap((document) => {
    const [one, two] = normalizedWords(String(document.title)).filter(isOther);
    return one === undefined || two === undefined ? [] : questions(one, two, document);
  });
}

function questions(one: string, two: string, { language }: DocumentInput): BenchmarkQuery[] {
  const whole = { terms: [], prefix: null, phrase: null };
  const selections = [[], [{ facet: 'language' as const, value: String(language) }]];
  return selections.flatMap((selected) => [
    { ...whole, class: 'single', input: one, selected },
    { ...whole, class: 'two', input: `${one} ${two}`, selected },
    { ...whole, class: 'phrase', input: `"${one} ${two}"`, selected },
    { ...whole, class: 'prefix', input: `${one} ${two.slice(0, 3)}`, prefix: two.slice(0, 3), selected },
  ]);
}
