/** Conformance suite of the source port. */
import { describe, expect, it } from 'vitest';
import { type AddressState, type Document, type Item, isSkipped, type Source } from '../src/source.ts';

const addressOf = ({ item }: Item) => (isSkipped(item) ? item.address : item.id);
const statesOf = (items: Item[]) => new Map(items.map((each) => [addressOf(each), each.state]));

async function read(
  source: Source,
  previous: ReadonlyMap<string, AddressState> = new Map(),
  current: ReadonlyMap<string, AddressState> = new Map(),
): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of source.read({ previous, current }, new AbortController().signal)) items.push(item);
  return items;
}

/** `open` returns a source of at least three documents that does not change. */
export function describeSource(name: string, open: () => Promise<Source>): void {
  describe(`the source ${name}`, () => {
    it('yields one item per address, documents with title, text and link', async () => {
      const items = await read(await open());
      expect(new Set(items.map(addressOf)).size).toBe(items.length);
      const documents = items.map(({ item }) => item).filter((item): item is Document => !isSkipped(item));
      expect(documents.length).toBeGreaterThan(2);
      for (const { id, title, description, text, link, sections, attributes } of documents) {
        expect([id, title, description || text, link]).not.toContain('');
        expect([sections, attributes]).toEqual([expect.any(Array), expect.any(Object)]);
      }
      for (const { item } of items) if (isSkipped(item)) expect(item.reason).not.toBe('');
    });

    it('gives a document that has not changed the same hash', async () => {
      const source = await open();
      const first = await read(source);
      const second = await read(source, statesOf(first));
      const hashesOf = (items: Item[]) =>
        items.filter(({ state }) => state.indexed).map((item) => [addressOf(item), item.state.hash]);
      expect(new Set(hashesOf(first).map(([, hash]) => hash)).size).toBeGreaterThan(2);
      expect(hashesOf(second).sort()).toEqual(hashesOf(first).sort());
    });

    it('continues after an interruption at every item', async () => {
      const source = await open();
      const all = await read(source);
      for (let count = 0; count < all.length; count += 1) {
        const rest = await read(source, new Map(), statesOf(all.slice(0, count)));
        expect(rest.map(({ item }) => item)).toEqual(all.slice(count).map(({ item }) => item));
      }
    });

    it('keeps states that are JSON', async () => {
      for (const { state } of await read(await open()))
        expect(JSON.parse(JSON.stringify(state))).toEqual(state);
    });

    it('ends when it is aborted', async () => {
      const controller = new AbortController();
      const source = await open();
      const reading = (async () => {
        for await (const _ of source.read({ previous: new Map(), current: new Map() }, controller.signal))
          controller.abort(new Error('stopped'));
      })();
      await expect(reading).rejects.toThrow();
    });
  });
}
