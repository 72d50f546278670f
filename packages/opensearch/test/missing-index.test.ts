/** A space whose index does not exist yet, or has no documents yet: it is not there, and later empty. */
import { expect, onTestFinished, test } from 'vitest';
import { opensearchBackend } from '../src/backend.ts';
import { fakeNode, json } from './cluster/fake-node.ts';

test('a space without an index is not there, and no failure', async () => {
  const node = await fakeNode(json(404, { error: { type: 'index_not_found_exception' }, status: 404 }));
  const backend = opensearchBackend({ name: 'zoo', index: 'zoo', nodes: [node.url], deadlineMs: 10_000 });
  onTestFinished(async () => {
    await backend.close();
    node.close();
  });
  expect(await backend.space('zoo')).toBeUndefined();
  expect(await backend.content('zoo')).toBeUndefined();
  expect(await backend.unavailableReason()).toBeUndefined();
  expect(new Set(node.requests)).toEqual(new Set(['GET /zoo,zoo-words/_mapping']));
});
