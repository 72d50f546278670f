/** Conformance suite of the configuration store port. */

import type { StoredConfiguration } from '@semantic-search/contract/storage';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { planSettings } from '../../src/configurations/merge-settings.ts';
import type { ConfigurationStore } from '../../src/configurations/store.ts';
import { ProblemError } from '../../src/errors/problem.ts';
import { retitle, titled } from '../support/configurations.ts';

export function storeConformance(name: string, open: () => Promise<ConfigurationStore>): void {
  describe(`${name} as a store of configurations`, () => {
    let store: ConfigurationStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    test('assigns ids from 1 up and never reuses one', async () => {
      const ids = [];
      for (let round = 0; round < 3; round += 1) ids.push((await store.create('ann', titled('A'))).id);
      await store.remove(3, 'ann');
      ids.push((await store.create('ann', titled('B'))).id);
      expect(ids).toEqual([1, 2, 3, 4]);
    });

    test('takes a deletion back, with settings and history, and not as the active one', async () => {
      await store.create('ann', titled('A'));
      await store.update(1, 'ann', retitle('B'));
      await store.activate(1, 'ann');
      await store.remove(1, 'bob');
      const { entry: undeleted } = await store.undelete(1, 'cid');
      expect(undeleted).toMatchObject({ id: 1, user: 'ann', config: titled('B') });
      expect(store.find(1)).toMatchObject({ config: titled('B') });
      expect(store.activeId).toBeNull();
      const { logs } = await store.logs(1, 0, 10);
      const actions = ['undeleted', 'deleted', 'deactivated', 'activated', 'updated', 'created'];
      expect(logs.map(({ action }) => action)).toEqual(actions);
      expect(logs[0]).toMatchObject({ version: 6, user: 'cid', changes: [] });
      expect(await store.settingsAt(1, 1)).toEqual(titled('A'));
      expect(await store.undelete(1, 'cid')).toMatchObject({
        entry: { version: undeleted.version },
        isChanged: false,
      });
      expect((await store.logs(1, 0, 10)).total).toBe(6);
      await expect(store.undelete(2, 'cid')).rejects.toMatchObject({ code: 'not-found' });
    });

    test('stores a configuration as given, with its owner and creation time', async () => {
      const made = await store.create('ann', titled('Cats'));
      expect(store.find(made.id)).toMatchObject({
        id: 1,
        user: 'ann',
        created: made.created,
        config: titled('Cats'),
      });
      expect(made.created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    });

    test('lists configurations by id regardless of their last update', async () => {
      for (const title of ['A', 'B', 'C']) await store.create('ann', titled(title));
      await store.update(1, 'bob', retitle('Z'));
      await store.remove(2, 'ann');
      expect(Array.from(store.list(), ({ id, config }) => [id, config.title])).toEqual([
        [1, 'Z'],
        [3, 'C'],
      ]);
    });

    test('an update changes the given settings, keeps owner and time, and is in the history', async () => {
      const { created } = await store.create('ann', titled('A'));
      const { entry } = await store.update(1, 'bob', retitle('B'));
      expect(entry).toMatchObject({ id: 1, user: 'ann', created, config: titled('B') });
      const { total, logs } = await store.logs(1, 0, 10);
      expect(total).toBe(2);
      expect(logs[0]).toMatchObject({ version: 2, user: 'bob', action: 'updated' });
      expect(logs[0]?.changes).toEqual([{ key: 'title', oldValue: 'A', newValue: 'B' }]);
      expect(logs[1]).toMatchObject({ version: 1, user: 'ann', action: 'created', changes: [] });
    });

    test('an update without a change leaves no trace', async () => {
      await store.create('ann', titled('A'));
      await store.update(1, 'bob', retitle('A'));
      expect((await store.logs(1, 0, 10)).total).toBe(1);
    });

    test('at most one configuration is active, and both histories record a switch', async () => {
      for (const title of ['A', 'B']) await store.create('ann', titled(title));
      expect(store.activeId).toBeNull();
      await store.activate(1, 'ann');
      await store.activate(2, 'bob');
      expect(store.activeId).toBe(2);
      expect((await actions(store, 1))[0]).toBe('deactivated');
      expect((await actions(store, 2))[0]).toBe('activated');
    });

    test('activating the active configuration again changes nothing', async () => {
      await store.create('ann', titled('A'));
      const outcomes = await Promise.all([store.activate(1, 'ann'), store.activate(1, 'ann')]);
      expect(outcomes).toEqual([true, false]);
      expect(await actions(store, 1)).toEqual(['activated', 'created']);
    });

    test('after deleting the active configuration, none is active', async () => {
      await store.create('ann', titled('A'));
      await store.activate(1, 'ann');
      await store.remove(1, 'ann');
      expect(store.activeId).toBeNull();
      expect(store.find(1)).toBeUndefined();
      await expect(store.logs(1, 0, 10)).rejects.toMatchObject({ code: 'not-found' });
    });

    test('pages through a history from its newest entry', async () => {
      await store.create('ann', titled('0'));
      for (let round = 1; round <= 5; round += 1) await store.update(1, 'ann', retitle(String(round)));
      const versions = async (start: number, count: number) =>
        (await store.logs(1, start, count)).logs.map(({ version }) => version);
      expect(await versions(0, 2)).toEqual([6, 5]);
      expect(await versions(2, 3)).toEqual([4, 3, 2]);
      expect(await versions(5, 9)).toEqual([1]);
      expect(await versions(6, 9)).toEqual([]);
    });

    test('returns the settings of every version, even with other changes in between', async () => {
      for (const title of ['A', 'other']) await store.create('ann', titled(title));
      await store.update(1, 'ann', retitle('B'));
      await store.activate(1, 'ann');
      await store.activate(2, 'ann');
      await store.update(1, 'ann', retitle('C'));
      const titles = [];
      for (let version = 0; version <= 6; version += 1)
        titles.push((await store.settingsAt(1, version))?.title);
      expect(titles).toEqual([undefined, 'A', 'B', 'B', 'B', 'C', undefined]);
      await expect(store.settingsAt(9, 1)).rejects.toMatchObject({ code: 'not-found' });
    });

    test('an unknown id is not found, and changes nothing', async () => {
      await expect(store.update(9, 'ann', retitle('A'))).rejects.toMatchObject({ code: 'not-found' });
      await expect(store.activate(9, 'ann')).rejects.toMatchObject({ code: 'not-found' });
      await expect(store.remove(9, 'ann')).rejects.toMatchObject({ code: 'not-found' });
      expect(store.isFresh).toBe(true);
    });

    test('of many writers with the same precondition exactly one succeeds', async () => {
      const seen = await store.create('ann', titled('A'));
      const attempts = Array.from({ length: 20 }, (_, index) =>
        store.update(1, 'ann', retitle(`T${index}`), (entry) => requireSame(entry, seen)),
      );
      const results = await Promise.allSettled(attempts);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect((await store.logs(1, 0, 10)).total).toBe(2);
    });

    test('concurrent creations get distinct ids and are all stored', async () => {
      const made = await Promise.all(
        Array.from({ length: 50 }, (_, index) => store.create('ann', titled(`T${index}`))),
      );
      expect(new Set(made.map(({ id }) => id)).size).toBe(50);
      for (const { id, config } of made) expect(store.find(id)?.config.title).toBe(config.title);
    });

    test('concurrent updates of different settings are all kept', async () => {
      await store.create('ann', titled('A'));
      const set = (input: Record<string, unknown>) =>
        store.update(1, 'ann', ({ config }) => planSettings(input, config));
      await Promise.all([
        set({ title: 'B' }),
        set({ visible: false }),
        set({ result: { itemsPerPage: 50 } }),
      ]);
      expect(store.find(1)?.config).toMatchObject({
        title: 'B',
        visible: false,
        result: { itemsPerPage: 50 },
      });
    });
  });
}

function requireSame(entry: StoredConfiguration, seen: StoredConfiguration): void {
  if (entry.config.title !== seen.config.title) throw new ProblemError('precondition-failed', 'changed');
}

async function actions(store: ConfigurationStore, id: number): Promise<string[]> {
  return (await store.logs(id, 0, 100)).logs.map(({ action }) => action);
}
