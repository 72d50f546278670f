import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import type { ComponentChecks } from './component-checks.ts';
import { healthRoutes } from './health.ts';

async function served(
  required: ComponentChecks,
  log = pino({ level: 'silent' }),
  optional: ComponentChecks = {},
): Promise<() => Promise<unknown>> {
  const app = new Koa().use(healthRoutes({ required, optional }, '1.0.0', log).routes() as Koa.Middleware);
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
  let [checks, concurrent, most] = [0, 0, 0];
  const search = async () => {
    checks += 1;
    concurrent += 1;
    most = Math.max(most, concurrent);
    await new Promise((resolve) => setTimeout(resolve, 20));
    concurrent -= 1;
    return null;
  };
  const readiness = await served({ search });
  const responses = await Promise.all(Array.from({ length: 50 }, readiness));
  expect(new Set(responses.map((response) => JSON.stringify(response)))).toEqual(
    new Set(['{"status":"ready","parts":{"search":"ready"}}']),
  );
  expect(most).toBe(1);
  expect(checks).toBeLessThan(50);
});

test('checks again for a later request', async () => {
  const reasons: (string | null)[] = ['The disk is full.', null];
  const readiness = await served({ configurations: () => reasons.shift() ?? null });
  expect(await readiness()).toMatchObject({ status: 'not ready', parts: { configurations: 'not ready' } });
  expect(await readiness()).toMatchObject({ status: 'ready' });
});

test('logs when a component fails and recovers, without exposing the reason', async () => {
  const lines: string[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => lines.push(line) });
  const reasons = ['keys.json is cut off', 'keys.json is cut off', null, null];
  const readiness = await served({ tokens: () => reasons.shift() ?? null }, log);
  for (const _ of Array(4)) expect(JSON.stringify(await readiness())).not.toContain('keys.json');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { level: 40, component: 'tokens', reason: 'keys.json is cut off', msg: 'not ready' },
    { level: 30, component: 'tokens', msg: 'ready again' },
  ]);
});

test('stays ready and names an optional component that is unavailable', async () => {
  const lines: string[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => lines.push(line) });
  const museum = 'search space museum';
  const readiness = await served({ search: () => null }, log, {
    [museum]: () => 'It gives no sign of life.',
  });
  expect(await readiness()).toEqual({ status: 'ready', parts: { search: 'ready', [museum]: 'not ready' } });
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { level: 40, component: museum, reason: 'It gives no sign of life.', msg: 'not ready' },
  ]);
});

test('reports the previous status of a slow optional component', async () => {
  const checks = [Promise.resolve('It is away.'), new Promise<null>(() => undefined)];
  const readiness = await served({}, undefined, { museum: () => checks.shift()! });
  for (const _ of [1, 2, 3]) {
    expect(await readiness()).toEqual({ status: 'ready', parts: { museum: 'not ready' } });
  }
  expect(checks).toEqual([]);
});
