/** Cluster with TLS and accounts: conformance suite with a reading and a writing account, and rejected accesses. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WritableBackend } from '@semantic-search/engine/backend';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../../test/support/service.ts';
import { backendConformance } from '../../server/test/conformance/backend.ts';
import { plain, textOf, thesaurus } from '../../server/test/support/documents.ts';
import type { OpensearchOptions } from '../src/backend.ts';
import { missingSecurity, type SecuredCluster, startSecuredCluster } from './cluster/secured.fixture.ts';
import { servedBackend } from './cluster/served-backend.fixture.ts';

const reason = await missingSecurity();
if (reason) console.warn(reason);

/** As documented. */
async function documentedRoles(): Promise<object> {
  const page = await readFile(join(root, 'docs/src/content/docs/how-to/opensearch.md'), 'utf8');
  const [, block] = /```json\n(\{\n {2}"search_reader"[\s\S]*?)```/.exec(page) ?? [];
  return JSON.parse(block!) as object;
}

const at = ({ url, authority }: SecuredCluster): OpensearchOptions => ({
  name: 'zoo',
  index: 'library',
  nodes: [url],
  authority,
  deadlineMs: 20_000,
});

describe.skipIf(reason !== undefined)('on a cluster with the security plugin', () => {
  let cluster: SecuredCluster;
  beforeAll(async () => {
    cluster = await startSecuredCluster(await documentedRoles());
  }, 300_000);
  afterAll(() => cluster?.close());

  describe('accounts', () => {
    const opened: WritableBackend[] = [];
    const backendOf = (more: Partial<OpensearchOptions>) => {
      const backend = servedBackend({ ...at(cluster), index: 'library-accounts', ...more });
      opened.push(backend);
      return backend;
    };
    beforeAll(async () => {
      const writer = backendOf({ credentials: cluster.writer });
      const content = (await writer.content('zoo', { create: true }))!;
      await content.thesaurus!.replaceThesaurus(textOf(thesaurus), 'text/turtle');
      await content.documents.put([{ id: 'urn:a', title: 'A puma', subjects: [] }]);
    });
    afterAll(async () => {
      for (const backend of opened) await backend.close();
    });

    test('a read-only account can search, and its writes are rejected without effect', async () => {
      const reader = backendOf({ credentials: cluster.reader });
      const content = (await reader.content('zoo'))!;
      const rejected = {
        code: 'bad-gateway',
        message: 'The backend of the search space "zoo" failed or returned an invalid response.',
      };
      await expect(content.documents.put([{ id: 'urn:b', title: 'B', subjects: [] }])).rejects.toMatchObject(
        rejected,
      );
      await expect(content.documents.delete('urn:a')).rejects.toMatchObject(rejected);
      await expect(
        content.thesaurus!.replaceThesaurus(textOf(thesaurus), 'text/turtle'),
      ).rejects.toMatchObject(rejected);
      expect((await (await reader.space('zoo'))!.search(plain)).total).toBe(1);
    });

    test('an account cannot access other indices, and nothing with a wrong password', async () => {
      const otherIndex = backendOf({ credentials: cluster.writer, index: 'museum' });
      await expect(otherIndex.space('zoo')).rejects.toMatchObject({ code: 'bad-gateway' });
      const wrong = backendOf({ credentials: { ...cluster.writer, password: 'wrong' } });
      const failure = await wrong.space('zoo').catch((error: Error) => error);
      expect(failure).toMatchObject({ code: 'bad-gateway' });
      expect(String(failure)).not.toMatch(/wrong|127\.0\.0\.1/);
    });

    test('credentials are not sent to a node whose certificate is from another CA', async () => {
      const { authority: _, ...unknown } = at(cluster);
      const backend = servedBackend({ ...unknown, index: 'library-accounts', credentials: cluster.reader });
      opened.push(backend);
      await expect(backend.space('zoo')).rejects.toMatchObject({ code: 'service-unavailable' });
    });
  });

  // Last, because it stops the node.
  backendConformance('opensearch', async () => {
    const { reader, writer } = cluster;
    const backend = servedBackend({ ...at(cluster), credentials: reader, writingCredentials: writer });
    return {
      backend,
      space: 'zoo',
      loadThesaurus: async (turtle) => {
        const content = await backend.content('zoo', { create: true });
        await content!.thesaurus!.replaceThesaurus(textOf(turtle), 'text/turtle');
      },
      stopEngine: cluster.close,
      remoteFaults: null,
      close: backend.close,
    };
  });
});
