import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { healthRoutes, type Parts } from './health.ts';

async function served(
  parts: Parts,
  log = pino({ level: 'silent' }),
  dispensable: Parts = {},
): Promise<() => Promise<unknown>> {
  const app = new Koa().use(healthRoutes({ parts, dispensable }, '1.0.0', log).routes() as Koa.Middleware);
  const server = createServer(app.callback()).listen(0, '127.0.0.1');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return async () => (await (await fetch(`http://127.0.0.1:${port}/ready`)).json()) as unknown;
}

test('shares one check of each component among concurrent requests', async () => {
  let [looks, atOnce, most] = [0, 0, 0];
  const search = async () => {
    looks += 1;
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise((resolve) => setTimeout(resolve, 20));
    atOnce -= 1;
    return null;
  };
  const ask = await served({ search });
  const answers = await Promise.all(Array.from({ length: 50 }, ask));
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set(['{"status":"ready","parts":{"search":"ready"}}']),
  );
  expect(most).toBe(1);
  expect(looks).toBeLessThan(50);
});

test('checks again for a later request', async () => {
  const troubles: (string | null)[] = ['The disk is full.', null];
  const ask = await served({ configurations: () => troubles.shift() ?? null });
  expect(await ask()).toMatchObject({ status: 'not ready', parts: { configurations: 'not ready' } });
  expect(await ask()).toMatchObject({ status: 'ready' });
});

test('logs when a component fails and recovers, without exposing the reason', async () => {
  const lines: string[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => lines.push(line) });
  const troubles = ['keys.json is cut off', 'keys.json is cut off', null, null];
  const ask = await served({ tokens: () => troubles.shift() ?? null }, log);
  for (const _look of Array(4)) expect(JSON.stringify(await ask())).not.toContain('keys.json');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { level: 40, part: 'tokens', trouble: 'keys.json is cut off', msg: 'not ready' },
    { level: 30, part: 'tokens', msg: 'ready again' },
  ]);
});

test('stays ready and names an optional component that is unavailable', async () => {
  const lines: string[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => lines.push(line) });
  const museum = 'search space museum';
  const ask = await served({ search: () => null }, log, { [museum]: () => 'It gives no sign of life.' });
  expect(await ask()).toEqual({ status: 'ready', parts: { search: 'ready', [museum]: 'not ready' } });
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { level: 40, part: museum, trouble: 'It gives no sign of life.', msg: 'not ready' },
  ]);
});

test('reports the previous status of a slow optional component', async () => {
  const looks = [Promise.resolve('It is away.'), new Promise<null>(() => undefined)];
  const ask = await served({}, undefined, { museum: () => looks.shift()! });
  for (const _ of [1, 2, 3]) {
    expect(await ask()).toEqual({ status: 'ready', parts: { museum: 'not ready' } });
  }
  expect(looks).toEqual([]);
});
