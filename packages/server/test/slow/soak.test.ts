/** Soak test: a thousand clients for five minutes without errors or memory growth. Set SOAK_SECONDS to change the duration. */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { served } from '../../../../test/support/fixtures.ts';
import { type MemoryUsage, memoryOf } from '../support/memory.ts';

const seconds = Number(process.env.SOAK_SECONDS ?? 300);
const clients = 1000;
/** Milliseconds between two requests of a client, so that its connection stays open. Two busy cores serve 100 to 160 requests per second. */
const pause = 2500;

const service = served({ LOG_LEVEL: 'error' });

const agent = new Agent({ keepAlive: true, maxSockets: clients });
const words = ['water', 'mountain lion', 'night', 'heron', 'forest', 'Katze', 'xylophonist', ''];

/** Accept-Encoding headers that clients rotate through: mostly those of browsers, some with one encoding, some without. */
const accepted = ['gzip, deflate, br, zstd', 'gzip', 'br', undefined];
/** Number of responses per encoding. */
const encoded = new Map<string, number>();

/** Idle connections that the server closed at the moment of reuse. */
let crossed = 0;

type Ask = (method: string, path: string, body?: object) => Promise<number | string>;

/** HTTP status, or the error code. */
const asking = (encodings: string | undefined): Ask =>
  function ask(method, path, body) {
    const headers = {
      Authorization: `Bearer ${service.adminToken}`,
      'Content-Type': 'application/json',
      ...(encodings !== undefined && { 'Accept-Encoding': encodings }),
    };
    const { promise, resolve } = Promise.withResolvers<number | string>();
    const clientRequest = request(service.url + path, { method, headers, agent }, (response) => {
      const encoding = response.headers['content-encoding'] ?? 'none';
      encoded.set(encoding, (encoded.get(encoding) ?? 0) + 1);
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    clientRequest.once('error', ({ code = 'error' }: NodeJS.ErrnoException) => {
      // Clients must retry in this case (RFC 9112, section 9.3.1).
      if (clientRequest.reusedSocket && code === 'ECONNRESET') {
        crossed += 1;
        resolve(ask(method, path, body));
      } else resolve(code);
    });
    clientRequest.end(body && JSON.stringify(body));
    return promise;
  };

const requests: ((ask: Ask, turn: number) => ReturnType<Ask>)[] = [
  (ask, turn) => ask('POST', '/api/configurations/1/search', { input: words[turn % words.length] }),
  (ask, turn) =>
    ask('GET', `/api/configurations/1/suggestConcepts?searchString=${'moun'.slice(0, 1 + (turn % 4))}`),
  (ask) => ask('GET', '/api/configurations/1'),
  (ask, turn) => ask('PUT', '/api/configurations/2', { config: { title: `Soak ${turn}` } }),
];

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Per third of the duration: median memory, and minimum heap, which is the heap after a collection. */
function thirds(samples: MemoryUsage[]): MemoryUsage[] {
  const length = Math.floor(samples.length / 3);
  return [0, 1, 2].map((third) => {
    const part = samples.slice(third * length, (third + 1) * length);
    return {
      resident: median(part.map(({ resident }) => resident)),
      heap: Math.min(...part.map(({ heap }) => heap)),
    };
  });
}

test(`${clients} clients for ${seconds} s get no error, and memory does not grow`, async () => {
  const statuses = new Map<number | string, number>();
  const until = performance.now() + seconds * 1000;
  let turn = 0;
  const client = async (index: number) => {
    const ask = asking(accepted[index % accepted.length]);
    await sleep((index / clients) * pause);
    while (performance.now() < until) {
      const status = await requests[turn % requests.length]!(ask, turn++);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await sleep(pause);
    }
  };
  const running = Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
  const samples: MemoryUsage[] = [];
  while (performance.now() < until) {
    samples.push(await memoryOf(service));
    await sleep(1000);
  }
  await running;
  agent.destroy();
  const usage = thirds(samples);
  const shown = usage.map(({ resident, heap }) => `${resident.toFixed(0)} MB (heap ${heap.toFixed(0)})`);
  console.log(
    `${turn} requests, statuses ${[...statuses].join(' ')}, in encodings ${[...encoded].join(' ')}, ${crossed} retried; by thirds of the duration ${shown.join(', ')}`,
  );
  expect([...statuses.keys()]).toEqual([200]);
  expect([...encoded.keys()].toSorted()).toEqual(['br', 'gzip', 'none']);
  const [, middle, last] = usage as [MemoryUsage, MemoryUsage, MemoryUsage];
  // The first third is the warm-up. The margin covers fluctuations of the garbage collector. In five minutes, 100 s and
  // 10,000 to 16,000 requests lie between the middles of the other thirds, which reveals a leak of 1 kB per request.
  expect(last.heap).toBeLessThan(middle.heap * 1.1 + 5);
  expect(last.resident).toBeLessThan(middle.resident * 1.05 + 15);
});
