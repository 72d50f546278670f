/** What was measured of clusters and of the embedded engine, as it is kept beside this file. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Cost } from '../backends/rounds.ts';
import type { Layout } from './layouts.ts';
import type { NodeMemory } from './measure/node-memory.ts';
import type { Repeating } from './measure/repeated-queries.ts';
import type { Writing } from './measure/writes.ts';

export interface ClusterMeasurement extends Layout {
  writing: Writing;
  /** Of one copy of all documents. */
  bytes: number;
  /** Of these, what searches read for every match: all but the stored documents. */
  searchedBytes: number;
  segments: number;
  /** Bytes that nodes send each other for a search. */
  exchanged: number;
  /** Of the processor time of searches, that of the node that had most to do: 1 / nodes where they share evenly. */
  busiest: number;
  /** By class, and of all in equal shares. */
  costs: Record<string, Cost>;
}

/** The last line of `pnpm bench engine`. */
export interface EngineMeasurement {
  documents: number;
  buildPerSecond: number;
  memoryMb: number;
  diskMb: number;
  all: { p50: number; p95: number };
  classes: Record<string, { p50: number; p95: number }>;
}

export interface Measurements {
  /** What they were made on, and beside what: the least and the most load of a minute. */
  machine: { processor: string; cores: number; date: string; load: { least: number; most: number } };
  clusters: ClusterMeasurement[];
  /** Of each node when it was empty, whenever some layouts were filled, and last (`searched`) after all searches. */
  memory: { filling: NodeMemory[]; searched: NodeMemory[] };
  /** As it is, and where the nodes are asked to keep answers; of one layout. */
  repeating: { of: Layout; asItIs: Repeating; kept: Repeating };
  embedded: EngineMeasurement[];
}

const file = new URL('measurements.json', import.meta.url);

export function readMeasurements(from: URL | string = file): Measurements {
  return JSON.parse(readFileSync(from, 'utf8')) as Measurements;
}

export function writeMeasurements(all: Measurements, to: URL | string = file): void {
  writeFileSync(to, `${JSON.stringify(all, null, 2)}\n`);
}
