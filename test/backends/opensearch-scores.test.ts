/** Scores by languages and kinds of tags, and their parts, equal in the engine and in a cluster. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WritableBackend } from '../../packages/engine/src/backend.ts';
import type { DocumentInput } from '../../packages/engine/src/index.ts';
import { everything, partNames, scoreOf } from '../../packages/engine/test/support/queries.ts';
import { opensearchBackend } from '../../packages/opensearch/src/backend.ts';
import { missingCluster } from '../../packages/opensearch/test/cluster/cluster.fixture.ts';
import {
  type EmptyCluster,
  emptyCluster,
} from '../../packages/opensearch/test/cluster/empty-cluster.fixture.ts';
import { openEmbeddedBackend } from '../../packages/server/src/backends/embedded.ts';
import { temporaryDirectory } from '../support/service.ts';

const reason = await missingCluster();
if (reason) console.warn(reason);

/** An economic concept whose labels are everyday words of a manual. */
async function* economics() {
  yield `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    <https://example.org/work> a skos:Concept ; skos:prefLabel "Work"@en ; skos:altLabel "Job"@en, "Labour"@en .`;
}

const page = (id: string, language: string, title: string, text: string): DocumentInput => {
  return { id, language, title, text };
};

const documents: DocumentInput[] = [
  ...Array.from({ length: 12 }, (_, i) => page(`other${i}`, 'en', 'Weather', 'Rain and snow.')),
  page('files', 'en', 'Copy files', 'A job copies files, and the job ends. Copy them back after a job.'),
  page('text', 'en', 'People', 'Labour of many years. The labour of volunteers, and again their labour.'),
  { ...page('uri', 'en', 'Shift plan', 'Who is where.'), subjects: ['https://example.org/work'] },
  { ...page('label', 'en', 'Rota', 'Who is there.'), subjects: ['Labour'] },
  page('mail', 'en-GB', 'Sending messages', 'An accessible email, and Docker.'),
  page('courriel', 'fr', 'Envoi de messages', 'Un email accessible, et Docker.'),
];

/** A few words more or less in a text change its score by more than the rounding of lengths in Lucene. */
const MAX_DIFFERENCE = 0.05;

describe.skipIf(reason !== undefined)('documents in a cluster', () => {
  const undo: (() => Promise<unknown>)[] = [];
  let cluster: EmptyCluster;
  const backends: WritableBackend[] = [];

  beforeAll(async () => {
    const { path, remove } = await temporaryDirectory();
    undo.push(remove);
    cluster = await emptyCluster();
    backends.push(
      await openEmbeddedBackend({ directory: path, onWarning: () => undefined }),
      opensearchBackend({ name: 'pages', index: 'pages', nodes: [cluster.url], deadlineMs: 30_000 }),
    );
    for (const backend of backends) {
      undo.push(backend.close);
      const content = (await backend.content('pages', { create: true }))!;
      await content.thesaurus!.replaceThesaurus(economics(), 'text/turtle');
      await content.documents.put(documents);
    }
  }, 240_000);
  afterAll(async () => {
    for (const step of undo.reverse()) await step();
  });

  test.each([
    ['labour', 'en', ['uri', 'label', 'text', 'files']],
    ['email', 'fr', ['courriel', 'mail']],
    ['email', 'en', ['mail', 'courriel']],
    ['email', 'en-US', ['mail', 'courriel']],
    ['un email accessible', undefined, ['courriel', 'mail']],
    // Inflections, and words one after another.
    ['accessible emails', 'en', ['mail', 'courriel']],
    ['copying of files', 'en', ['files']],
    ['the labour of volunteers', 'en', ['text', 'uri', 'label', 'files']],
    ['"many years"', 'en', ['text']],
  ])('%s on a page in %s has the scores of the engine and their parts', async (input, language, order) => {
    const results = [];
    for (const backend of backends) {
      const space = (await backend.space('pages'))!;
      const query = { ...everything, input, ...(language && { language }), explain: true };
      const hits = (await space.search(query)).documents;
      expect(hits.map(({ id }) => id).sort()).toEqual(order.toSorted());
      for (const { score, parts } of hits) expect(scoreOf(parts) / score).toBeCloseTo(1, 4);
      results.push(new Map(hits.map((hit) => [hit.id, hit])));
    }
    const [embedded, opensearch] = results;
    for (const id of order) {
      const [ours, theirs] = [embedded!.get(id)!, opensearch!.get(id)!];
      expect(Math.abs(theirs.score / ours.score - 1), id).toBeLessThan(MAX_DIFFERENCE);
      expect(partNames(theirs.parts), id).toEqual(partNames(ours.parts));
    }
    // The first of an order comes first, and the last one last.
    for (const found of results) {
      const scores = order.map((id) => found.get(id)!.score);
      expect([scores[0], scores.at(-1)]).toEqual([Math.max(...scores), Math.min(...scores)]);
    }
  });
});
