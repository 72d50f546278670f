/** Measurements of clusters and of the embedded engine, stored in measurements.json. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Cost } from '../backends/rounds.ts';
import type { Layout } from './layouts.ts';
import type { NodeMemory } from './measure/node-memory.ts';
import type { Repeating } from './measure/repeated-queries.ts';
import type { Writing } from './measure/writes.ts';

export interface ClusterMeasurement extends Layout {
  writing: Writing;
  /** Disk size of one copy of all documents. */
  bytes: number;
  /** The part that searches read: all except stored fields. */
  searchedBytes: number;
  segments: number;
  /** Bytes sent between nodes per search. */
  exchanged: number;
  /** Share of the busiest node in the processor time of searches: 1 / nodes if the load is even. */
  busiest: number;
  /** By query class, and for all classes in equal shares. */
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
  /** Machine, and its minimum and maximum load average. */
  machine: { processor: string; cores: number; date: string; load: { least: number; most: number } };
  clusters: ClusterMeasurement[];
  /** Per node: when empty, after each layout was filled, and (`searched`) after all searches. */
  memory: { filling: NodeMemory[]; searched: NodeMemory[] };
  /** Repetition test of one layout: default, and with the shard request cache (`kept`). */
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
