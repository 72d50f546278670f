/** Memory measurements of a server process. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Service } from '../../../../test/support/service.ts';

/** In MB. */
export interface MemoryUsage {
  /** Resident memory of the process, including its workers. */
  resident: number;
  /** Heap of the main thread, including garbage. */
  heap: number;
}

export async function memoryOf(service: Service): Promise<MemoryUsage> {
  const text = await metricsOf(service);
  const megabytes = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]) / 1e6;
  return {
    resident: megabytes('process_resident_memory_bytes'),
    heap: megabytes('nodejs_heap_size_used_bytes'),
  };
}

/** On a new connection, because the server may close an idle one at the moment of reuse. */
async function metricsOf(service: Service): Promise<string> {
  const [response] = (await once(get(`${service.url}/metrics`, { agent: false }), 'response')) as [
    IncomingMessage,
  ];
  return (await response.toArray()).map(String).join('');
}

/** Resolves to the result of `action` and the peak memory growth meanwhile, in MB. */
export async function growthDuring<Result>(
  service: Service,
  action: () => Promise<Result>,
): Promise<{ result: Result; growth: number }> {
  const { resident: before } = await memoryOf(service);
  let highest = before;
  let going = true;
  const watching = (async () => {
    while (going) {
      highest = Math.max(highest, (await memoryOf(service)).resident);
      await pause(50);
    }
  })();
  try {
    const result = await action();
    highest = Math.max(highest, (await memoryOf(service)).resident);
    return { result, growth: highest - before };
  } finally {
    going = false;
    await watching;
  }
}
