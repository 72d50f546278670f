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

/** The start waits for this many spaces. Any other is opened on first use, which takes 50 ms and about 1 MB of memory. */
const MAX_AWAITED_SPACES = 20;

/** Opens all spaces in the folder. A failure or the end of a worker affects one space, which is reopened after its backoff. */
export async function openEmbeddedBackend(options: EmbeddedBackendOptions): Promise<LocalBackend> {
  await makeFolder(options.directory);
  const backend = new EmbeddedBackend(options);
  await backend.openAll();
  return backend;
}

/** The methods of the port are properties, because other backends copy them. */
class EmbeddedBackend implements LocalBackend {
  readonly #options: EmbeddedBackendOptions;
  readonly #spaces = new Map<string, Promise<WritableSpace>>();
  /** Spaces whose worker has ended. Any of them may be the cause, so each is opened in a worker of its own. */
  readonly #alone = new Set<string>();
  /** Spaces that have not been used since the start, beyond the awaited ones. */
  readonly #unopened = new Set<string>();
  /** Backoff and time of the next attempt, in milliseconds, for spaces that could not be opened. */
  readonly #failures = new Map<string, { backoff: number; nextAttempt: number }>();

  constructor(options: EmbeddedBackendOptions) {
    this.#options = options;
  }

  async openAll(): Promise<void> {
    const entries = await readdir(this.#options.directory, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    for (const name of names.slice(MAX_AWAITED_SPACES)) this.#unopened.add(name);
    await Promise.all(names.slice(0, MAX_AWAITED_SPACES).map((name) => this.#tryToOpen(name)));
  }

  readonly names = async (): Promise<string[]> => [...this.#spaces.keys(), ...this.#unopened].sort();

  readonly space = async (name: string): Promise<WritableSpace | undefined> => {
    this.#openIfDue(name);
    return this.#spaces.get(name);
  };

  readonly content: LocalBackend['content'] = async (name, { create = false } = {}) => {
    this.#openIfDue(name);
    const space = await (this.#spaces.get(name) ?? (create ? this.#create(name) : undefined));
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
    const failed = [...this.#failures.keys()];
    // A server that is not ready receives no other requests, so retry here.
    for (const name of failed) this.#openIfDue(name);
    return failed.length > 0 ? `Search spaces that cannot be opened: ${failed.join(', ')}` : undefined;
  };

  readonly deleteSpace = async (name: string): Promise<boolean> => {
    const { directory, deleteFiles } = this.#options;
    const opening = this.#spaces.get(name);
    if (!this.#unopened.delete(name) && !opening) return false;
    // A call must not create the space again before its files are gone.
    const reason = `The search space "${name}" is being deleted.`;
    this.#block(name, new ProblemError('service-unavailable', reason));
    await opening?.then((space) => space.close()).catch(() => undefined);
    this.#alone.delete(name);
    this.#failures.delete(name);
    try {
      if (deleteFiles) await deleteFiles(name);
      else await rm(join(directory, name), { recursive: true, force: true });
    } catch (error) {
      void this.#tryToOpen(name);
      throw error;
    }
    this.#spaces.delete(name);
    return true;
  };

  /** Closes spaces in parallel, so that shutdown takes no longer than the slowest space. */
  readonly close = async (): Promise<void> => {
    this.#unopened.clear();
    // Spaces that could not be opened have nothing to close.
    const opened = Array.from(this.#spaces.values(), (opening) => opening.catch(() => undefined));
    await Promise.all(opened.map(async (opening) => (await opening)?.close()));
    await this.#options.embeddings?.embedders.close();
  };

  #open(name: string): Promise<WritableSpace> {
    const { directory, onWarning, embeddings } = this.#options;
    const settings = embeddings?.ofSpaces.get(name)?.settings;
    const warn = (message: string) => onWarning(name, message);
    const opened = openSearchSpace(join(directory, name), {
      onWarning: warn,
      ...(settings && { embeddings: settings }),
      alone: this.#alone.has(name),
      onEnd: (error) => {
        this.#alone.add(name);
        this.#block(name, error);
        this.#scheduleRetry(name, `The worker of the search space has ended: ${error.cause}`);
      },
    });
    const opening = settings
      ? opened.then((space) => withEmbeddings(space, embeddings.embedders.of(name), warn))
      : opened;
    this.#spaces.set(name, opening);
    return opening;
  }

  /** A failed creation is removed from the map, so that it can be retried. */
  #create(name: string): Promise<WritableSpace> {
    return this.#open(name).catch((error: unknown) => {
      this.#spaces.delete(name);
      throw error;
    });
  }

  #tryToOpen(name: string): Promise<unknown> {
    return this.#open(name).then(
      () => this.#failures.delete(name),
      (error: Error) => this.#scheduleRetry(name, `The search space cannot be opened: ${error}`),
    );
  }

  /** Opens a space that has not been used yet, and a failed space after its backoff. */
  #openIfDue(name: string): void {
    if (this.#unopened.delete(name)) void this.#tryToOpen(name);
    const failure = this.#failures.get(name);
    if (!failure || performance.now() < failure.nextAttempt) return;
    // While its files are being replaced, opening would create an empty space in their place.
    if (!isSpace(join(this.#options.directory, name))) return;
    failure.nextAttempt = Number.POSITIVE_INFINITY;
    void this.#tryToOpen(name);
  }

  #scheduleRetry(name: string, reason: string): void {
    const previous = this.#failures.get(name);
    const backoff = previous ? Math.min(2 * previous.backoff, RETRY_DELAY_MS.longest) : RETRY_DELAY_MS.first;
    this.#failures.set(name, { backoff, nextAttempt: performance.now() + backoff });
    this.#options.onWarning(name, reason);
  }

  /** Calls reject with the error until the space is opened again or deleted. */
  #block(name: string, error: Error): void {
    const blocked = Promise.reject<WritableSpace>(error);
    blocked.catch(() => undefined);
    this.#spaces.set(name, blocked);
  }
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
