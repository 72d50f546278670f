/** A large thesaurus read as a stream, in a thread whose heap would not hold its statements. */
import { ReadableStream } from 'node:stream/web';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import type { ReadAnswer } from '../threads/reading-worker.ts';
import { openThesaurusRecord } from './stored.ts';

const concepts = 100_000;
const languages = ['ar', 'de', 'en', 'fi', 'fr', 'ja', 'ru', 'sv'];
/** Half of what a million statements with their terms would take as objects. In MiB. */
const heap = 512;

async function* turtle() {
  yield '@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix : <https://example.org/> .\n';
  for (let i = 0; i < concepts; i++) {
    const labels = languages.map((code) => `"word${i % 7919} of${i} ${code}"@${code}`).join(', ');
    const broader = i === 0 ? '' : ` ; skos:broader :c${Math.floor(i / 10)}`;
    yield `:c${i} a skos:Concept ; skos:prefLabel ${labels}${broader} .\n`;
  }
}

test('a million triples are read in bounded memory', { timeout: 300_000 }, async () => {
  const worker = new Worker(new URL('../threads/reading-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heap },
  });
  const stream = ReadableStream.from(turtle());
  const answer = await new Promise<ReadAnswer>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
    worker.postMessage({ stream, mediaType: 'text/turtle' }, [stream] as never);
  });
  await worker.terminate();
  if (!('read' in answer)) throw new Error(answer.refused ?? answer.failed);
  expect(answer.read.report).toMatchObject({ concepts, labels: concepts * languages.length, warnings: [] });
  const { thesaurus, recogniser } = openThesaurusRecord(answer.read.record);
  const last = thesaurus.ordinal(`https://example.org/c${concepts - 1}`)!;
  expect(thesaurus.ancestors(last)).toHaveLength(5);
  const [match] = recogniser.recognise(thesaurus.label(last, 'de'), { query: true });
  expect(match!.namings[0]!.concept).toBe(last);
});
