/** The backend port: where search spaces live, and what answers their questions. */
import type { Space, WritableSpace } from '@semantic-search/engine';

/** A search engine behind the service. Its spaces speak the engine-neutral questions of the engine package. */
export interface Backend {
  /** Names of the spaces that there are, sorted. */
  names(): Promise<string[]>;
  /** The space of that name, or undefined when there is none. */
  space(name: string): Promise<Space | undefined>;
  /** Why questions cannot be answered at the moment, or undefined when they can. */
  trouble(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** A backend whose content this service may change. */
export interface ContentBackend extends Backend {
  /** The space to write to; with `create` it is made when there is none. */
  writable(name: string, create: boolean): Promise<WritableSpace | undefined>;
}
