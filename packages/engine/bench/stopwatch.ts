/** Stopwatch for wall time and CPU time of the current thread; percentiles. */

export interface ElapsedTime {
  /** Both in milliseconds. */
  cpu: number;
  wall: number;
}

export interface Percentiles {
  p50: number;
  p95: number;
}

/** Starts a stopwatch and returns a function that reads it. Helper threads, such as the GC, affect only wall time. */
export function stopwatch(): () => ElapsedTime {
  const wall = performance.now();
  const cpu = threadCpu();
  return () => ({ cpu: threadCpu() - cpu, wall: performance.now() - wall });
}

function threadCpu(): number {
  // Linux updates the CPU time of a running thread every 4 ms, or when the time of the process is read.
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
