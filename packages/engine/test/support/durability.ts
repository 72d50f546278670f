/** Helpers of durability tests: test documents, and killing a writing process. */
import { type ChildProcess, fork } from 'node:child_process';
import { expect } from 'vitest';
import { openSpace } from '../../src/search-space.ts';
import type { DocumentInput, WritableSpace } from '../../src/writable-space.ts';
import type { WrittenMessage } from './durability-writer.ts';
import { everything } from './queries.ts';

/** Returns titles by id. */
export async function titlesIn(space: WritableSpace): Promise<Map<string, string>> {
  const { total, documents } = await space.search({ ...everything, count: 5000, summaryLength: 0 });
  expect(documents).toHaveLength(total);
  return new Map(documents.map(({ id, title }) => [id, title]));
}

export const documentsOf = (count: number, words: number): DocumentInput[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `${i}`,
    title: `Document ${i}`,
    description: 'Much ado about nothing. '.repeat(words / 4),
    language: 'en',
    subjects: [],
  }));

export async function* turtle(concepts: number) {
  yield '@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n';
  for (let i = 0; i < concepts; i++)
    yield `<https://example.org/${i}> a skos:Concept ; skos:prefLabel "c${i}"@en .\n`;
}

/**
 * Writes to the space in processes that are killed up to 300 ms after opening it. Fails if an acknowledged write is lost,
 * or if a write is applied partially. Returns the number of acknowledged writes.
 */
export async function surviveKills(directory: string, kills: number): Promise<number> {
  const titles = new Map<string, string>();
  let [concepts, version, acknowledged] = [0, 0, 0];
  for (let round = 0; round < kills; round++) {
    let begun: Begun | undefined;
    const writer = fork(new URL('./durability-writer.ts', import.meta.url), [directory, `${version}`]);
    await killedAfter(writer, Math.random() * 300, (message) => {
      if ('begun' in message) {
        begun = message;
        version = message.begun;
      } else {
        acknowledged++;
        apply(begun!, titles);
        if (begun!.concepts !== undefined) concepts = begun!.concepts;
        begun = undefined;
      }
    });
    const warnings: string[] = [];
    const space = await openSpace(directory, { onWarning: (message) => warnings.push(message) });
    const found = await titlesIn(space);
    const { concepts: known } = await space.describe();
    await space.close();
    // The interrupted write is applied completely or not at all.
    const after = new Map(titles);
    if (begun) apply(begun, after);
    expect([titles, after]).toContainEqual(found);
    expect([concepts, begun?.concepts ?? concepts]).toContain(known);
    expect(warnings.filter((warning) => !warning.startsWith('The index has no snapshot'))).toEqual([]);
    concepts = known;
    titles.clear();
    for (const [id, title] of found) titles.set(id, title);
  }
  return acknowledged;
}

type Begun = Extract<WrittenMessage, { begun: number }>;

function apply({ begun, ids, deleted }: Begun, titles: Map<string, string>) {
  for (const id of ids ?? []) titles.set(id, `v${begun}`);
  if (deleted !== undefined) titles.delete(deleted);
}

function killedAfter(
  child: ChildProcess,
  milliseconds: number,
  onMessage: (message: Exclude<WrittenMessage, { open: true }>) => void,
) {
  return new Promise<void>((resolve) => {
    child.on('message', (message: WrittenMessage) => {
      if ('open' in message) setTimeout(() => child.kill('SIGKILL'), milliseconds);
      else onMessage(message);
    });
    child.on('exit', () => resolve());
  });
}
