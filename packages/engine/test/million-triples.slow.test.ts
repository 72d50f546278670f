/** Streams large thesauri in a worker whose heap could not hold their statements. */
import { ReadableStream } from 'node:stream/web';
import { Worker } from 'node:worker_threads';
import { deserializeThesaurus, openSuggester, type ParsedThesaurus } from '@semantic-search/query';
import { expect, test } from 'vitest';
import { bridge } from '../src/workers/bridge.ts';

/** In MiB: half of what a million statements would take as objects. */
const heap = 512;
/** In MiB: maximum additional memory while parsing, including typed arrays. */
const mostMemory = 1536;

const few = 'ar de en fi fr ja ru sv'.split(' ');
const many = 'ar bg cs da de el en es et fa fi fr ga he hr hu it ja ko lt lv mt nl pl pt ro sv zh'.split(' ');

async function* turtle(concepts: number, languages: string[]) {
  yield '@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix : <https://example.org/> .\n';
  for (let i = 0; i < concepts; i++) {
    const labels = languages.map((code) => `"word${i % 7919} of${i} ${code}"@${code}`).join(', ');
    const broader = i === 0 ? '' : ` ; skos:broader :c${Math.floor(i / 10)}`;
    yield `:c${i} a skos:Concept ; skos:prefLabel ${labels}${broader} .\n`;
  }
}

async function read(concepts: number, languages: string[]): Promise<ParsedThesaurus & { peak: number }> {
  const worker = new Worker(new URL('../src/workers/task-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heap },
  });
  const before = process.memoryUsage().rss;
  let highest = before;
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().rss);
  }, 20);
  const stream = ReadableStream.from(turtle(concepts, languages));
  const { call, stop } = bridge(worker);
  worker.once('error', stop);
  const parsed = await call<ParsedThesaurus>('parseThesaurus', stream, 'text/turtle');
  clearInterval(watch);
  await worker.terminate();
  return { ...parsed, peak: (highest - before) / 2 ** 20 };
}

test.each([
  { concepts: 100_000, languages: few },
  { concepts: 32_000, languages: many },
])(
  'parses a million triples in bounded memory: $concepts concepts',
  { timeout: 600_000 },
  async ({ concepts, languages }) => {
    const { record, report, peak } = await read(concepts, languages);
    console.log(
      `${concepts} concepts in ${languages.length} languages: ${Math.round(peak)} MiB at the height`,
    );
    expect(peak).toBeLessThan(mostMemory);
    expect(report).toMatchObject({ concepts, labels: concepts * languages.length, warnings: [] });
    const opened = deserializeThesaurus(record);
    const { thesaurus, conceptMatcher } = opened;
    const last = thesaurus.ordinal(`https://example.org/c${concepts - 1}`)!;
    expect(thesaurus.ancestors(last)).toHaveLength(5);
    const { suggest } = openSuggester(opened, new Uint32Array(concepts));
    for (const language of languages) {
      const label = thesaurus.label(last, language);
      const [match] = conceptMatcher.match(label, { isQuery: true });
      expect(match!.senses[0]!.concept).toBe(last);
      expect(suggest({ text: label, count: 1, language })).toMatchObject([{ label, matchingLabel: label }]);
    }
  },
);
