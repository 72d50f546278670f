/** Processor time of this process and of those it has started (Linux). */
import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of all threads of this process. */
export function ownCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Milliseconds of all threads of another process that it has now, by billionths of a second; 0 when it has ended. Those
 * in which a Java machine compiles are left out: they are busy for as long as it is new, and come and go.
 */
export function cpuOf(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  const counted = unlessGone(() => readdirSync(tasks), [] as string[]).filter(
    (task) => !isCompiler(unlessGone(() => readFileSync(`${tasks}/${task}/comm`, 'utf8'), '')),
  );
  const spent = counted.map((task) =>
    // Time on a processor, time waiting for one, and how often.
    unlessGone(() => Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]), 0),
  );
  return spent.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6;
}

const isCompiler = (thread: string) => /^C[12] Compiler/.test(thread);

/** Resident, in megabytes. */
export function residentMb(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1000;
}

/** What `start` resolves to, and the processes that it has started. */
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
