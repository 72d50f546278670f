/** Time of suggestions over many pages: documents by the start of a title, concepts by that of a label. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { percentiles } from '../../engine/bench/stopwatch.ts';
import { seededRandom, syntheticWords, zipfSampler } from '../../engine/bench/synthetic-words.ts';
import { openSpace } from '../../engine/src/building-blocks.ts';

const PAGES = 100_000;
const PAGES_PER_BATCH = 5000;
const WORDS_PER_PAGE = 60;
const CONCEPTS = 3000;
const INPUTS = 300;

export async function suggestions() {
  const directory = mkdtempSync(join(tmpdir(), 'suggestions-'));
  const space = await openSpace(directory);
  const random = seededRandom(PAGES);
  const word = zipfSampler(syntheticWords(30_000, random), random);
  const text = (words: number) => Array.from({ length: words }, word).join(' ');
  const titles = Array.from({ length: PAGES }, () => text(3));
  const labels = [...new Set(Array.from({ length: CONCEPTS }, () => text(2)))];
  await space.replaceThesaurus(turtleOf(labels), 'text/turtle');
  for (let from = 0; from < PAGES; from += PAGES_PER_BATCH)
    await space.put(
      titles
        .slice(from, from + PAGES_PER_BATCH)
        .map((title, i) => ({ id: `${from + i}`, title, text: text(WORDS_PER_PAGE), language: 'en' })),
    );
  const beginnings = (texts: string[]) =>
    Array.from({ length: INPUTS }, () =>
      random
        .pick(texts)
        .slice(0, 3 + random.below(6))
        .trim(),
    );
  const everything = { selected: [], excluded: [], facets: [], documentFacets: [], start: 0, count: 3 };
  const sort = { field: 'relevance', direction: 'desc' } as const;
  const documents = await timed(beginnings(titles), (input) =>
    space.search({ ...everything, input, language: 'en', sort, summaryLength: 0 }),
  );
  const concepts = await timed(beginnings(labels), (input) =>
    space.suggest({ text: input, count: 10, language: 'en' }),
  );
  await space.close();
  rmSync(directory, { recursive: true });
  return { pages: PAGES, documents, concepts };
}

async function timed(inputs: string[], suggest: (input: string) => Promise<unknown>) {
  for (const input of inputs.slice(0, INPUTS / 10)) await suggest(input);
  const times: number[] = [];
  for (const input of inputs) {
    const begin = performance.now();
    await suggest(input);
    times.push(performance.now() - begin);
  }
  const { p50, p95 } = percentiles(times);
  return { p50Ms: Math.round(p50 * 100) / 100, p95Ms: Math.round(p95 * 100) / 100 };
}

async function* turtleOf(labels: string[]): AsyncGenerator<string> {
  yield '@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n';
  for (const [i, label] of labels.entries())
    yield `<urn:concept:${i}> a skos:Concept ; skos:prefLabel "${label}"@en .\n`;
}
