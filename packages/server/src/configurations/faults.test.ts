/** The file store on a disk whose calls fail one after the other, checked against a sequential model. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { retitle, titled } from '../../test/support/configurations.ts';
import { arm, disarm, type Fault } from '../../test/support/faulty-disk.ts';
import { checkLinearizable, type Recorded, record, type Step } from '../../test/support/linearizability.ts';
import { type ConfigurationStore, openFileStore } from './store.ts';

vi.mock('node:fs/promises', async (original) => {
  const { faulty } = await import('../../test/support/faulty-disk.ts');
  return faulty(await original());
});

interface Model {
  titles: ReadonlyMap<number, string>;
  activeId: number | null;
  nextId: number;
}

const empty: Model = { titles: new Map(), activeId: null, nextId: 1 };

const create = (title: string): Step<ConfigurationStore, Model> => ({
  name: `create ${title}`,
  ask: async (store) => (await store.create('ann', titled(title))).id,
  apply: ({ titles, activeId, nextId }) => ({
    model: { titles: new Map(titles).set(nextId, title), activeId, nextId: nextId + 1 },
    answer: nextId,
  }),
});

const onExisting = (
  name: string,
  id: number,
  ask: (store: ConfigurationStore) => Promise<unknown>,
  change: (model: Model) => Model,
): Step<ConfigurationStore, Model> => ({
  name: `${name} ${id}`,
  ask: async (store) => void (await ask(store)),
  apply: (model) => (model.titles.has(id) ? { model: change(model), answer: undefined } : null),
});

const update = (id: number, title: string) =>
  onExisting(
    `retitle to ${title}`,
    id,
    (store) => store.update(id, 'bob', retitle(title)),
    (model) => ({ ...model, titles: new Map(model.titles).set(id, title) }),
  );

const activate = (id: number) =>
  onExisting(
    'activate',
    id,
    (store) => store.activate(id, 'ann'),
    (model) => ({ ...model, activeId: id }),
  );

/** First no configuration is active, then it is deleted. */
const remove = (id: number): Step<ConfigurationStore, Model> => ({
  ...onExisting(
    'remove',
    id,
    (store) => store.remove(id, 'ann'),
    ({ titles, activeId, nextId }) => {
      const rest = new Map(titles);
      rest.delete(id);
      return { titles: rest, activeId: activeId === id ? null : activeId, nextId };
    },
  ),
  interrupt: (model) => ({ ...model, activeId: model.activeId === id ? null : model.activeId }),
});

const script = [
  [create('A')],
  [create('B')],
  [update(1, 'A2'), activate(1), update(2, 'B1')],
  [remove(1)],
  [create('C')],
  [activate(2), update(2, 'B2')],
];

function contentOf(store: ConfigurationStore): Omit<Model, 'nextId'> {
  const titles = new Map(Array.from(store.list(), ({ id, config }) => [id, config.title]));
  return { titles, activeId: store.activeId };
}

interface Run {
  history: Recorded<ConfigurationStore, Model>[];
  /** The state in memory at the end; undefined if the store could not read its files. */
  live: Omit<Model, 'nextId'> | undefined;
  came: boolean;
}

async function run(directory: string, fault: Fault, turn: number): Promise<Run> {
  arm(directory, fault, turn);
  const store = await openFileStore(directory).catch(() => undefined);
  const history = store ? await record(store, script) : [];
  // A file that could not be read at the start counts as damaged.
  const live = store?.damage.size === 0 ? contentOf(store) : undefined;
  await store?.close().catch(() => undefined);
  return { history, live, came: disarm() };
}

const shown = ({ titles, activeId }: Omit<Model, 'nextId'>) => ({ titles: [...titles], activeId });

/** Reads back what survived, and goes on from there. */
async function survivors(directory: string) {
  const store = await openFileStore(directory);
  const content = contentOf(store);
  for (const [id, title] of content.titles) {
    const { total } = await store.logs(id, 0, 1);
    expect((await store.settingsAt(id, total))?.title, 'where its history leads').toBe(title);
  }
  const { id } = await store.create('ann', titled('next'));
  await store.close();
  return { content, id };
}

test.each<Fault>(['error', 'two errors', 'short write', 'crash', 'power loss'])(
  'with the fault "%s" at any call, acknowledged changes survive and rejected ones do not appear',
  { timeout: 60_000 },
  async (fault) => {
    for (let turn = 1; ; turn += 1) {
      const directory = mkdtempSync(join(tmpdir(), 'faults-'));
      const { history, live, came } = await run(directory, fault, turn);
      const crashed = fault === 'crash' || fault === 'power loss';
      const possible = checkLinearizable(empty, history, crashed && came);
      const inMemory = crashed ? possible : possible.slice(0, 1);
      if (live) expect(inMemory.map(shown), `in memory, turn ${turn}`).toContainEqual(shown(live));
      const { content, id } = await survivors(directory);
      expect(possible.map(shown), `on disk, turn ${turn}`).toContainEqual(shown(content));
      expect(id).toBeGreaterThanOrEqual(possible[0]!.nextId);
      rmSync(directory, { recursive: true });
      if (!came) return;
    }
  },
);
