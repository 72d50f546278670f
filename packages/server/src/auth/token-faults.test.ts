/** The token store while each disk call fails in turn, compared with a sequential model. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { arm, disarm, type Fault } from '../../test/support/faulty-disk.ts';
import { checkLinearizable, record, type Step } from '../../test/support/linearizability.ts';
import { openTokenStore } from './token-file.ts';
import type { TokenStore } from './token-store.ts';

vi.mock('node:fs/promises', async (original) => {
  const { faulty } = await import('../../test/support/faulty-disk.ts');
  return faulty(await original());
});

interface Model {
  issued: readonly string[];
  revoked: readonly string[];
}

const empty: Model = { issued: [], revoked: [] };

const dates = { issued: '2026-01-01T00:00:00.000Z', expires: '2999-01-01T00:00:00.000Z' };

const issue = (jti: string): Step<TokenStore, Model> => ({
  name: `issue ${jti}`,
  ask: (store) => store.record({ jti, name: 'page', configurations: [1], ...dates }),
  apply: ({ issued, revoked }) => ({ model: { issued: [...issued, jti], revoked }, answer: undefined }),
});

const revoke = (jti: string): Step<TokenStore, Model> => ({
  name: `revoke ${jti}`,
  ask: (store) => store.revoke(jti),
  apply: ({ issued, revoked }) => ({ model: { issued, revoked: [...revoked, jti] }, answer: true }),
});

const script = [[issue('a')], [revoke('a'), issue('b')], [issue('c'), revoke('of a person')]];

function contentOf(store: TokenStore): Model {
  return {
    issued: store.list().map(({ jti }) => jti),
    revoked: ['a', 'b', 'c', 'of a person'].filter((jti) => store.isRevoked(jti)),
  };
}

test.each<Fault>(['error', 'two errors', 'short write', 'crash', 'power loss'])(
  'with the fault "%s" at any disk call, no token is lost and no revoked token becomes valid',
  { timeout: 60_000 },
  async (fault) => {
    for (let turn = 1; ; turn += 1) {
      const directory = mkdtempSync(join(tmpdir(), 'token-faults-'));
      arm(directory, fault, turn);
      const store = await openTokenStore(directory).catch(() => undefined);
      const history = store ? await record(store, script) : [];
      const live = store && contentOf(store);
      const came = disarm();
      const crashed = came && (fault === 'crash' || fault === 'power loss');
      const possible = checkLinearizable(empty, history, crashed);
      if (live) expect(live, `in memory, turn ${turn}`).toEqual(possible[0]);
      const again = await openTokenStore(directory);
      expect(possible, `on disk, turn ${turn}`).toContainEqual(contentOf(again));
      await again.revoke('c');
      expect(again.isRevoked('c')).toBe(true);
      rmSync(directory, { recursive: true });
      if (!came) return;
    }
  },
);
