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
  /** Folder with a subfolder for each space. */
  directory: string;
  /** Deletes the files of a closed space; by default its folder. */
  deleteFiles?: (name: string) => Promise<void>;
  /** Called with a sentence about a repair during opening, or about a space that cannot be opened. */
  onWarning: (space: string, message: string) => void;
  /** The backend closes the embedders when it is closed. */
  embeddings?: { ofSpaces: ReadonlyMap<string, SpaceEmbeddings>; embedders: Embedders };
}

/** Exponential backoff before another attempt to open a space, in milliseconds. */
const RETRY_DELAY_MS = { first: 1000, longest: 60_000 };

/** The start waits for this many spaces. Other spaces open on first use, which takes 50 ms and about 1 MB of memory. */
const MAX_AWAITED_SPACES = 20;

/** Opens all spaces in the folder. A failure or the end of a worker affects one space, which is reopened after its backoff. */
export async function openEmbeddedBackend(options: EmbeddedBackendOptions): Promise<LocalBackend> {
  await makeFolder(options.directory);
  const backend = new EmbeddedBackend(options);
  await backend.openAll();
  return backend;
}

/** A space of the folder. */
interface SpaceState {
  /** Rejects while the space cannot be used. Absent before the first use of a space that the start has not awaited. */
  opening?: Promise<WritableSpace>;
  /** Whether the worker has ended. Each space of a worker may be the cause, so each then gets its own worker. */
  isAlone?: true;
  /** Backoff and time of the next attempt, in milliseconds, of a space that could not be opened. */
  failure?: { backoff: number; nextAttempt: number };
}

/** The methods of the port are properties, because other backends copy them. */
class EmbeddedBackend implements LocalBackend {
  readonly #options: EmbeddedBackendOptions;
  readonly #spaces = new Map<string, SpaceState>();

  constructor(options: EmbeddedBackendOptions) {
    this.#options = options;
  }

  async openAll(): Promise<void> {
    const entries = await readdir(this.#options.directory, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    for (const name of names) this.#spaces.set(name, {});
    const awaited = [...this.#spaces].slice(0, MAX_AWAITED_SPACES);
    await Promise.all(awaited.map(([name, state]) => this.#tryToOpen(name, state)));
  }

  readonly names = async (): Promise<string[]> => [...this.#spaces.keys()].sort();

  readonly space = async (name: string): Promise<WritableSpace | undefined> => this.#usable(name);

  readonly content: LocalBackend['content'] = async (name, { create = false } = {}) => {
    const space = await (this.#usable(name) ?? (create ? this.#create(name) : undefined));
    if (!space) return undefined;
    // Reads the files directly, without blocking the engine.
    const files = readStoredContent(join(this.#options.directory, name));
    const originals: Originals = {
      stored: space.stored,
      list: space.list,
      async *all() {
        yield* files.documents();
      },
      thesaurus: async () => files.thesaurus(),
    };
    return { documents: space, runs: space, originals, thesaurus: space, trainer: space, ranking: space };
  };

  readonly unavailableReason = async (): Promise<string | undefined> => {
    const failed = [...this.#spaces].flatMap(([name, { failure }]) => (failure ? [name] : []));
    // A server that is not ready receives no other requests, so retry here.
    for (const name of failed) this.#usable(name);
    return failed.length > 0 ? `Search spaces that cannot be opened: ${failed.join(', ')}` : undefined;
  };

  readonly deleteSpace = async (name: string): Promise<boolean> => {
    const { directory, deleteFiles } = this.#options;
    const state = this.#spaces.get(name);
    if (!state) return false;
    // A call must not create the space again before its files are deleted.
    const reason = `The search space "${name}" is being deleted.`;
    this.#spaces.set(name, { opening: rejected(new ProblemError('service-unavailable', reason)) });
    await state.opening?.then((space) => space.close()).catch(() => undefined);
    try {
      if (deleteFiles) await deleteFiles(name);
      else await rm(join(directory, name), { recursive: true, force: true });
    } catch (error) {
      this.#spaces.set(name, {});
      throw error;
    }
    this.#spaces.delete(name);
    return true;
  };

  /** Closes spaces in parallel, so that shutdown takes no longer than the slowest space. */
  readonly close = async (): Promise<void> => {
    for (const [name, { opening }] of this.#spaces) if (!opening) this.#spaces.delete(name);
    // Spaces that could not be opened have nothing to close.
    const openings = Array.from(this.#spaces.values(), ({ opening }) => opening!.catch(() => undefined));
    await Promise.all(openings.map(async (opening) => (await opening)?.close()));
    await this.#options.embeddings?.embedders.close();
  };

  /** The space, if it exists. Opens a space that has not been used yet, and a failed space after its backoff. */
  #usable(name: string): Promise<WritableSpace> | undefined {
    const state = this.#spaces.get(name);
    if (state && this.#isDue(name, state)) void this.#tryToOpen(name, state);
    return state?.opening;
  }

  #isDue(name: string, { opening, failure }: SpaceState): boolean {
    if (!failure) return !opening;
    // While the files of a space are being replaced, opening would create an empty space in their place.
    return performance.now() >= failure.nextAttempt && isSpace(join(this.#options.directory, name));
  }

  #tryToOpen(name: string, state: SpaceState): Promise<void> {
    if (state.failure) state.failure.nextAttempt = Number.POSITIVE_INFINITY;
    state.opening = this.#open(name, state);
    return state.opening.then(
      () => {
        delete state.failure;
      },
      (error: Error) => this.#scheduleRetry(name, state, `The search space cannot be opened: ${error}`),
    );
  }

  /** A failed creation leaves no state, so that it can be retried. */
  #create(name: string): Promise<WritableSpace> {
    const state: SpaceState = {};
    this.#spaces.set(name, state);
    state.opening = this.#open(name, state);
    state.opening.catch(() => this.#spaces.delete(name));
    return state.opening;
  }

  async #open(name: string, state: SpaceState): Promise<WritableSpace> {
    const { directory, onWarning, embeddings } = this.#options;
    const settings = embeddings?.ofSpaces.get(name)?.settings;
    const warn = (message: string) => onWarning(name, message);
    const space = await openSearchSpace(join(directory, name), {
      onWarning: warn,
      ...(settings && { embeddings: settings }),
      alone: state.isAlone === true,
      onEnd: (error) => {
        state.isAlone = true;
        state.opening = rejected(error);
        this.#scheduleRetry(name, state, `The worker of the search space has ended: ${error.cause}`);
      },
    });
    return settings ? withEmbeddings(space, embeddings.embedders.of(name), warn) : space;
  }

  #scheduleRetry(name: string, state: SpaceState, reason: string): void {
    const { first, longest } = RETRY_DELAY_MS;
    const backoff = state.failure ? Math.min(2 * state.failure.backoff, longest) : first;
    state.failure = { backoff, nextAttempt: performance.now() + backoff };
    this.#options.onWarning(name, reason);
  }
}

/** A rejection that may stay without a handler. */
function rejected(error: Error): Promise<never> {
  const rejection = Promise.reject<never>(error);
  rejection.catch(() => undefined);
  return rejection;
}

/** Embeds queries, and documents in the background. Without an embedder, embeddings come with documents and requests. */
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
