/** Load generator: visitors who search and writers who add, change and delete documents during an incident. */
import { setTimeout as pause } from 'node:timers/promises';
import type { DocumentInput, SearchSpace } from '@semantic-search/engine';
import type { SpaceContent } from '@semantic-search/engine/backend';
import { plain } from '../../../server/test/support/documents.ts';

export interface Asked {
  space: SearchSpace;
  content: SpaceContent;
  /** Query of the visitors and its number of results; writers do not touch these documents. */
  input: string;
  total: number;
}

export interface Progress {
  searched: number;
  written: number;
}

export interface Loaded extends Progress {
  /** Failed searches with status and message. */
  failed: string[];
  /** Totals of partial results. */
  partial: number[];
  /** Failed writes with status and message. */
  rejectedWrites: string[];
  /** Documents that differ from their last acknowledged state. */
  wrong: string[];
}

/** Common prefix of the document ids. */
const inOneRequest = 20;

/** Runs until the required numbers of searches and writes are reached and `meanwhile` has ended. */
export async function underLoad(
  { space, content, input, total }: Asked,
  [searches, writes]: [searches: number, writes: number],
  meanwhile: (progress: Progress) => Promise<void>,
): Promise<Loaded> {
  const progress: Progress = { searched: 0, written: 0 };
  const [failed, partial, rejectedWrites]: [string[], number[], string[]] = [[], [], []];
  /** Possible titles by id, undefined for none; several after a rejected write. */
  const possible = new Map<string, (string | undefined)[]>();
  let isOver = false;
  const run = crypto.randomUUID().slice(0, 8);

  async function visitor(): Promise<void> {
    while (progress.searched < searches || !isOver) {
      progress.searched += 1;
      await space.search({ ...plain, input }).then(
        (found) => void (found.total === total || partial.push(found.total)),
        (error: unknown) => void failed.push(describeError(error)),
      );
    }
  }

  async function change(ids: string[], title: string | undefined, write: () => Promise<unknown>) {
    progress.written += ids.length;
    try {
      await write();
      for (const id of ids) possible.set(id, [title]);
    } catch (error) {
      rejectedWrites.push(describeError(error));
      for (const id of ids) possible.set(id, [...(possible.get(id) ?? [undefined]), title]);
    }
  }

  async function writer(name: string): Promise<void> {
    const put = (ids: string[], title: string) =>
      change(ids, title, async () => {
        const { accepted } = await content.documents.put(ids.map((id) => documentOf(id, title)));
        if (accepted !== ids.length) throw new Error(`${accepted} of ${ids.length} were accepted.`);
      });
    for (let round = 0; progress.written < writes || !isOver; round += 1) {
      const ids = Array.from({ length: inOneRequest }, (_, i) => `urn:${run}:${name}:${round}:${i}`);
      await put(ids, 'new');
      await put(ids.slice(0, inOneRequest / 2), 'once more');
      for (const id of ids.slice(-2)) await change([id], undefined, () => content.documents.delete(id));
    }
  }

  const work = Promise.all([visitor(), visitor(), visitor(), visitor(), writer('a'), writer('b')]);
  while (progress.searched < searches / 4 || progress.written < writes / 4) await pause(10);
  await meanwhile(progress).finally(() => {
    isOver = true;
  });
  await work;
  return {
    ...progress,
    failed,
    partial,
    rejectedWrites,
    wrong: await wrongOnes(possible, `urn:${run}:`, content),
  };
}

export function documentOf(id: string, title: string): DocumentInput {
  return { id, title, subjects: [] };
}

/** `${id}: ${title}` of documents with an unexpected state. */
async function wrongOnes(
  possible: ReadonlyMap<string, (string | undefined)[]>,
  beginning: string,
  { originals }: SpaceContent,
): Promise<string[]> {
  const there = new Map<string, string | undefined>();
  for await (const { id, title } of originals!.all()) if (id.startsWith(beginning)) there.set(id, title);
  const ids = new Set([...possible.keys(), ...there.keys()]);
  return [...ids]
    .filter((id) => !possible.get(id)?.includes(there.get(id)))
    .map((id) => `${id}: ${there.get(id)}`);
}

function describeError(error: unknown): string {
  const { status, message, cause } = error as Error & { status?: number };
  return `${status} ${message} (${String(cause)})`;
}
