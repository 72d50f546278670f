/** Embedded backend: each space is a folder in the data directory, opened by the engine in a worker. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Embedder } from '@semantic-search/embeddings';
import { isSpace, openSearchSpace, readStoredContent, type WritableSpace } from '@semantic-search/engine';
import type { LocalBackend, Originals } from '@semantic-search/engine/backend';
import { ProblemError } from '../errors/problem.ts';
import { makeFolder } from '../filesystem/file-ownership.ts';
import { embeddingJob } from './embeddings/embedding-job.ts';
import type { Embedders, SpaceEmbeddings } from './embeddings/open-embedders.ts';
import { queryEmbedding } from './embeddings/query-embedding.ts';

export interface EmbeddedBackendOptions {
  /** Parent folder of the folders of the spaces. */
  directory: string;
  /** Deletes the files of a closed space; by default its folder. */
  deleteFiles?: (name: string) => Promise<void>;
  /** Called with a sentence about repairs during opening, and about spaces that cannot be opened. */
  onWarning: (space: string, message: string) => void;
  /** Closed with the backend. */
  embeddings?: { ofSpaces: ReadonlyMap<string, SpaceEmbeddings>; embedders: Embedders };
}

/** Exponential backoff before another attempt to open a space, in milliseconds. */
const RETRY_DELAY_MS = { first: 1000, longest: 60_000 };

/** Further spaces do not delay the start: each is opened on first use, which takes 50 ms. It then costs about 1 MB of memory. */
const MAX_AWAITED_SPACES = 20;

/**
 * Opens all spaces in the folder. If a space cannot be opened or its worker ends, the other spaces are not affected. It is
 * opened again on the next access or health check after its backoff.
 */
export async function openEmbeddedBackend(options: EmbeddedBackendOptions): Promise<LocalBackend> {
  const { directory, onWarning, embeddings } = options;
  const { deleteFiles = (name) => rm(join(directory, name), { recursive: true, force: true }) } = options;
  await makeFolder(directory);
  const spaces = new Map<string, Promise<WritableSpace>>();
  /** Spaces whose worker has ended. Any of them may be the cause, so each is opened in a worker of its own. */
  const alone = new Set<string>();
  /** Spaces that have not been used since the start, beyond the awaited ones. */
  const unopened = new Set<string>();
  /** Backoff and time of the next attempt, in milliseconds, for spaces that could not be opened. */
  const failures = new Map<string, { backoff: number; nextAttempt: number }>();

  /** Calls reject with the error until the space is opened again or deleted. */
  function block(name: string, error: Error): void {
    const blocked = Promise.reject<WritableSpace>(error);
    blocked.catch(() => undefined);
    spaces.set(name, blocked);
  }

  function open(name: string): Promise<WritableSpace> {
    const settings = embeddings?.ofSpaces.get(name)?.settings;
    const warn = (message: string) => onWarning(name, message);
    const opened = openSearchSpace(join(directory, name), {
      onWarning: warn,
      ...(settings && { embeddings: settings }),
      alone: alone.has(name),
      onEnd: (error) => {
        alone.add(name);
        block(name, error);
        scheduleRetry(name, `The worker of the search space has ended: ${error.cause}`);
      },
    });
    const opening = settings
      ? opened.then((space) => withEmbeddings(space, embeddings.embedders.of(name), warn))
      : opened;
    spaces.set(name, opening);
    return opening;
  }

  /** Creates a space. A failed creation is removed from the map, so that it can be retried. */
  const create = (name: string): Promise<WritableSpace> =>
    open(name).catch((error: unknown) => {
      spaces.delete(name);
      throw error;
    });

  function scheduleRetry(name: string, reason: string): void {
    const previous = failures.get(name)?.backoff ?? RETRY_DELAY_MS.first / 2;
    const backoff = Math.min(2 * previous, RETRY_DELAY_MS.longest);
    failures.set(name, { backoff, nextAttempt: performance.now() + backoff });
    onWarning(name, reason);
  }

  const tryToOpen = (name: string): Promise<unknown> =>
    open(name).then(
      () => failures.delete(name),
      (error: Error) => scheduleRetry(name, `The search space cannot be opened: ${error}`),
    );

  function find(name: string): Promise<WritableSpace> | undefined {
    if (unopened.delete(name)) void tryToOpen(name);
    const failure = failures.get(name);
    // While its files are being replaced, opening would create an empty space in their place.
    if (failure && performance.now() >= failure.nextAttempt && isSpace(join(directory, name))) {
      failure.nextAttempt = Infinity;
      void tryToOpen(name);
    }
    return spaces.get(name);
  }

  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  for (const name of names.slice(MAX_AWAITED_SPACES)) unopened.add(name);
  await Promise.all(names.slice(0, MAX_AWAITED_SPACES).map(tryToOpen));

  return {
    names: async () => [...spaces.keys(), ...unopened].sort(),
    space: async (name) => find(name),
    content: async (name, mayCreate) => {
      const space = await (find(name) ?? (mayCreate ? create(name) : undefined));
      if (!space) return undefined;
      // Reads the files directly, without blocking the engine.
      const written = readStoredContent(join(directory, name));
      const originals: Originals = {
        stored: space.stored,
        list: space.list,
        async *all() {
          yield* written.documents();
        },
        thesaurus: async () => written.thesaurus(),
      };
      return { documents: space, runs: space, originals, thesaurus: space, trainer: space, ranking: space };
    },
    async deleteSpace(name) {
      const opening = spaces.get(name);
      if (!unopened.delete(name) && !opening) return false;
      // A call must not create the space again before its files are gone.
      block(name, new ProblemError('service-unavailable', `The search space "${name}" is being deleted.`));
      await opening?.then((space) => space.close()).catch(() => undefined);
      for (const states of [alone, failures]) states.delete(name);
      try {
        await deleteFiles(name);
      } catch (error) {
        void tryToOpen(name);
        throw error;
      }
      spaces.delete(name);
      return true;
    },
    unavailableReason: async () => {
      const failed = [...failures.keys()];
      // A server that is not ready receives no other requests, so retry here.
      for (const name of failed) find(name)?.catch(() => undefined);
      return failed.length > 0 ? `Search spaces that cannot be opened: ${failed.join(', ')}` : undefined;
    },
    // Closes spaces in parallel, so that shutdown takes no longer than the slowest space.
    close: async () => {
      unopened.clear();
      // Spaces that could not be opened have nothing to close.
      const close = (opening: Promise<WritableSpace>) =>
        opening.then(
          (space) => space.close(),
          () => undefined,
        );
      await Promise.all(Array.from(spaces.values(), close));
      await embeddings?.embedders.close();
    },
  };
}

/** Embeds the queries of a space, and its documents in the background. Without an embedder, embeddings come with documents and requests. */
function withEmbeddings(
  space: WritableSpace,
  embedder: Embedder | undefined,
  warn: (message: string) => void,
): WritableSpace {
  const job = embeddingJob(space, embedder, warn);
  const embed = embedder && queryEmbedding(embedder, warn);
  job.start();
  return {
    ...space,
    search: async (query, signal) => space.search(embed ? await embed(query, signal) : query, signal),
    async put(documents) {
      const outcome = await space.put(documents);
      job.start();
      return outcome;
    },
    async close() {
      await job.close();
      await space.close();
    },
  };
}
