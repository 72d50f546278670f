/** Time spent: by the clock on the wall, and by this thread on a processor. */

export interface ElapsedTime {
  /** Both in milliseconds. */
  cpu: number;
  wall: number;
}

export interface Percentiles {
  p50: number;
  p95: number;
}

/** Starts; what is returned reads it. Threads that help, such as those of garbage collection, show on the wall only. */
export function stopwatch(): () => ElapsedTime {
  const wall = performance.now();
  const cpu = threadCpu();
  return () => ({ cpu: threadCpu() - cpu, wall: performance.now() - wall });
}

function threadCpu(): number {
  // Linux brings the time of a running thread up to date only when asked for that of the process, else every 4 ms.
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

export function percentiles(values: number[]): Percentiles {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}

export function median(values: number[]): number {
  return percentiles(values).p50;
}
