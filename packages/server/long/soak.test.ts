/** A thousand clients for a while: no error, and memory that does not grow. SOAK_SECONDS=600 for the ten minutes. */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService, temporaryDirectory } from '../../../test/service.testing.ts';

const seconds = Number(process.env.SOAK_SECONDS ?? 60);
const clients = 1000;
/** Between two requests of a client, in milliseconds: about 200 requests a second in all. */
const pause = 5000;

let service: Service;
let remove: () => Promise<void>;

beforeAll(async () => {
  const directory = await temporaryDirectory();
  remove = directory.remove;
  service = await startService(directory.path, { LOG_LEVEL: 'error' });
});
afterAll(async () => {
  await service?.stop();
  await remove?.();
});

const agent = new Agent({ keepAlive: true, maxSockets: clients });
const words = ['water', 'mountain lion', 'night', 'heron', 'forest', 'Katze', 'xylophonist', ''];

function ask(method: string, path: string, body?: object): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${service.everything}`, 'Content-Type': 'application/json' };
    request(service.url + path, { method, headers, agent }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    })
      .once('error', reject)
      .end(body && JSON.stringify(body));
  });
}

const requests = [
  (turn: number) => ask('POST', '/api/configurations/1/search', { input: words[turn % words.length] }),
  (turn: number) =>
    ask('GET', `/api/configurations/1/suggestConcepts?searchString=${'moun'.slice(0, 1 + (turn % 4))}`),
  () => ask('GET', '/api/configurations/1'),
  (turn: number) => ask('PUT', '/api/configurations/2', { config: { title: `Soak ${turn}` } }),
];

/** Of the server process, in MB. */
async function memory(): Promise<number> {
  const text = String((await service.call('GET', '/metrics', { token: '' })).body);
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 1e6;
}

test(`${clients} clients for ${seconds} s get no error, and memory stays flat`, async () => {
  const statuses = new Map<number, number>();
  const until = performance.now() + seconds * 1000;
  let turn = 0;
  const client = async (index: number) => {
    await sleep((index / clients) * pause);
    while (performance.now() < until) {
      const status = await requests[turn % requests.length]!(turn++);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await sleep(pause);
    }
  };
  const running = Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
  await sleep(seconds * 500);
  const halfway = await memory();
  await running;
  const end = await memory();
  agent.destroy();
  console.log(
    `${turn} requests, ${[...statuses].join(' ')}; ${halfway.toFixed(0)} MB halfway, ${end.toFixed(0)} MB at the end`,
  );
  expect([...statuses.keys()]).toEqual([200]);
  expect(end).toBeLessThan(halfway * 1.15 + 20);
});
