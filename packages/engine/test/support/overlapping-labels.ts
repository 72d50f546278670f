/** Worker that extracts concepts from a repetitive text with many labels of the same words. */
import { parentPort, workerData } from 'node:worker_threads';
import { deserializeThesaurus, parseThesaurus } from '@semantic-search/query';
import { runToCompletion } from '@semantic-search/query/scheduling';
import { openExtractor } from '../../src/concept-tagging/extract-concepts.ts';

const { text, labels, concepts } = workerData as { text: string; labels: string[]; concepts: number };

async function* turtle() {
  yield '@prefix skos: <http://www.w3.org/2004/02/skos/core#> . ';
  for (let i = 0; i < concepts; i++)
    yield `<urn:${i}> a skos:Concept ; skos:prefLabel "Concept ${i}"@en ; skos:altLabel ${labels.map((label) => `"${label}"@en`).join(', ')} . `;
}

const { record } = await parseThesaurus(turtle(), 'text/turtle');
const { thesaurus, conceptMatcher } = deserializeThesaurus(record);
parentPort!.postMessage(
  runToCompletion(openExtractor(thesaurus, conceptMatcher).extract({ text, language: 'en', count: 10 })),
);
