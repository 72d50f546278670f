/** In-memory configuration store for tests, with the behavior of the durable one. */

import { affectedIds, applyEvent, type ChangeRecord, emptyState } from '../../src/configurations/reducer.ts';
import { type ConfigurationStore, configurationStore } from '../../src/configurations/store.ts';

export function memoryStore(): ConfigurationStore {
  const state = emptyState();
  const history = new Map<number, ChangeRecord[]>();
  return configurationStore({
    view: state,
    entries: () => state.entries.values(),
    async commit(decide) {
      const event = decide(state);
      if (!event) return null;
      const line = { ...event, number: state.number + 1 };
      const effect = applyEvent(state, line);
      state.commit(effect);
      for (const id of affectedIds(line)) history.set(id, [...(history.get(id) ?? []), line]);
      return effect;
    },
    countOf: (id) => history.get(id)?.length ?? 0,
    async *read(id, from, to, order) {
      const lines = (history.get(id) ?? []).slice(from, to);
      yield* order === 'newest first' ? lines.reverse() : lines;
    },
    unavailableReason: () => null,
    close: async () => undefined,
  });
}
