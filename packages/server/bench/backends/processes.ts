/** Processor time and memory of this process and its children (Linux). */
import { readdirSync, readFileSync } from 'node:fs';

/** Processor time of this process in milliseconds. */
export function ownCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Processor time in milliseconds of the current threads of another process; 0 if it has ended. Excludes the JIT compiler
 * threads of a Java virtual machine, which are only busy during warm-up.
 */
export function cpuOf(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  const counted = unlessGone(() => readdirSync(tasks), [] as string[]).filter(
    (task) => !isCompiler(unlessGone(() => readFileSync(`${tasks}/${task}/comm`, 'utf8'), '')),
  );
  const spent = counted.map((task) =>
    // Columns: time on a processor, time waiting for one, number of time slices.
    unlessGone(() => Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]), 0),
  );
  return spent.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6;
}

const isCompiler = (thread: string) => /^C[12] Compiler/.test(thread);

/** Resident memory in megabytes. */
export function residentMb(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1000;
}

/** Result of `start`, and the ids of the processes that it has started. */
export async function withStartedProcesses<Result>(
  start: () => Promise<Result>,
): Promise<[Result, number[]]> {
  const before = new Set(children());
  const result = await start();
  return [result, children().filter((pid) => !before.has(pid))];
}

function children(): number[] {
  const list = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  return list.split(' ').filter(Boolean).map(Number);
}

function unlessGone<Result>(read: () => Result, otherwise: Result): Result {
  try {
    return read();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return otherwise;
    throw error;
  }
}
