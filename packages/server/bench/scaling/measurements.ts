/** What was measured of clusters and of the embedded engine, as it is kept beside this file. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Cost } from '../backends/rounds.ts';

export interface ClusterMeasurement {
  nodes: number;
  shards: number;
  /** Copies of each shard beyond the first. */
  replicas: number;
  documents: number;
  /** A second of processor time of all processes, for the documents that came last. */
  writtenPerCpuSecond: number;
  /** The same on the wall. */
  writtenPerSecond: number;
  /** Of one copy of all documents. */
  bytes: number;
  /** Of these, what searches read for every match: all but the stored documents. */
  searchedBytes: number;
  segments: number;
  /** Of all nodes, after the searches. */
  heapMb: number;
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
  /** What they were made on, and beside what. */
  machine: { processor: string; cores: number; date: string; load: number[] };
  clusters: ClusterMeasurement[];
  embedded: EngineMeasurement[];
}

const file = new URL('measurements.json', import.meta.url);

export function readMeasurements(from: URL | string = file): Measurements {
  return JSON.parse(readFileSync(from, 'utf8')) as Measurements;
}

export function writeMeasurements(all: Measurements, to: URL | string = file): void {
  writeFileSync(to, `${JSON.stringify(all, null, 2)}\n`);
}
