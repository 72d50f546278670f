/** Three servers behind a load balancer: changes propagate, and restarts fail no request. */
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../support/service.ts';
import { type BalancerName, balancers } from './balancer.fixture.ts';
import { type Installation, install, missing, space } from './installation.fixture.ts';

const reason = await missing();
if (reason) console.warn(reason);

/** The guarantee: a request one second after a change sees it. */
async function withinASecond(ask: () => Promise<unknown>, expected: unknown): Promise<void> {
  const end = performance.now() + 1000;
  for (;;) {
    const late = performance.now() >= end;
    const found = await ask();
    if (late || isDeepStrictEqual(found, expected)) return expect(found).toEqual(expected);
    await pause(20);
  }
}

const REPLICA_COUNT = 3;
/** Restarted under load, by balancer. That replicas change without a failed request needs all of them once. */
const restarted: Record<BalancerName, number[]> = { HAProxy: [0, 1, 2], nginx: [0] };

describe.skipIf(reason !== undefined)('three replicas', () => {
  let all: Installation;
  beforeAll(async () => {
    all = await install(REPLICA_COUNT, ['--demo', 'demo']);
  }, 240_000);
  afterAll(() => all?.close());

  const first = () => all.replicas[0]!;
  const others = () => all.replicas.slice(1);
  /** Response of each other replica. */
  const everywhere = async (path: string, token?: string) =>
    Promise.all(others().map((each) => each.call('GET', path, token === undefined ? {} : { token })));

  test('replicas that start concurrently load the demo data once', async () => {
    const demo = (await first().call('GET', '/api/configurations')).body.configurations as unknown as Json[];
    const titles = demo.map(({ config }) => String(config!.title));
    expect(titles.length).toBeGreaterThan(0);
    expect(new Set(titles).size).toBe(titles.length);
    for (const { body } of await everywhere('/api/configurations')) {
      expect(body.configurations).toEqual(demo);
    }
  });

  test('all replicas see a change within a second', async () => {
    const { body } = await first().call('POST', '/api/configurations', {
      body: { config: { title: 'Seen by all', searchSpace: space } },
    });
    const path = `/api/configurations/${String(body.id)}`;
    const titles = async () => (await everywhere(path)).map((response) => response.body.config?.title);
    await withinASecond(
      titles,
      others().map(() => 'Seen by all'),
    );
    await others()[0]!.call('POST', `${path}/set`);
    await withinASecond(
      async () => (await first().call('GET', '/api/configurations')).body.activeConfigId,
      body.id,
    );
    const document = { id: 'urn:test:new', title: 'Quokkafinder', description: 'A document of one replica.' };
    const put = await first().call('PUT', `/api/spaces/${space}/documents/urn:test:new`, { body: document });
    expect(put.status).toBe(200);
    const totals = () =>
      Promise.all(
        others().map(
          async (each) =>
            (await each.call('POST', `${path}/search`, { body: { input: 'quokkafinder' } })).body.total,
        ),
      );
    await withinASecond(
      totals,
      others().map(() => 1),
    );
  });

  test('the counts of searches on all replicas add up', async () => {
    const event = { type: 'search', query: 'counted everywhere', results: 1, firstOfQuery: true };
    for (const replica of all.replicas)
      await replica.call('POST', '/api/configurations/1/events', { body: { events: [event, event] } });
    const counted = async () => {
      const { queries } = (await first().call('GET', '/api/insight/queries?configuration=1')).body;
      return (queries as unknown as { query: string; searches: number }[]).map((row) => [
        row.query,
        row.searches,
      ]);
    };
    // Each server writes once per second.
    await expect.poll(counted, { timeout: 20_000 }).toEqual([['counted everywhere', 2 * REPLICA_COUNT]]);
  });

  test('all replicas reject a revoked token within a second', async () => {
    const { body } = await first().call('POST', '/api/tokens', {
      body: { name: 'page', configurations: [1], origins: ['https://example.org'] },
    });
    const headers = { Origin: 'https://example.org' };
    const statuses = () =>
      Promise.all(
        others().map(
          async (each) =>
            (await each.call('GET', '/api/configurations/1', { token: String(body.token), headers })).status,
        ),
      );
    await withinASecond(
      statuses,
      others().map(() => 200),
    );
    await first().call('DELETE', `/api/tokens/${String(body.jti)}`);
    await withinASecond(
      statuses,
      others().map(() => 401),
    );
  });

  describe.each(balancers)('behind %s', (balancer) => {
    const url = () => all.behind[balancer];
    const headers = () => ({ Authorization: `Bearer ${all.token}`, 'Content-Type': 'application/json' });
    const ask = (method: string, path: string, body?: object) =>
      fetch(url() + path, { method, headers: headers(), ...(body && { body: JSON.stringify(body) }) });
    /** Responses of all replicas, without duplicates. */
    const byAll = <Seen>(look: () => Promise<Seen>) =>
      Promise.all(Array.from({ length: 3 * REPLICA_COUNT }, look)).then((seen) => [...new Set(seen)]);

    test('behind the balancer, changes and revoked tokens are known within a second', async () => {
      const made = await ask('POST', '/api/configurations', { config: { title: balancer } });
      const { id } = (await made.json()) as { id: number };
      const path = `/api/configurations/${id}`;
      const titleOf = async () => ((await (await ask('GET', path)).json()) as Json).config?.title;
      await withinASecond(() => byAll(titleOf), [balancer]);
      const issued = await ask('POST', '/api/tokens', { name: 'page', configurations: [id] });
      const { token, jti } = (await issued.json()) as { token: string; jti: string };
      const statusOf = async () =>
        (await fetch(url() + path, { headers: { Authorization: `Bearer ${token}` } })).status;
      await withinASecond(() => byAll(statusOf), [200]);
      await ask('DELETE', `/api/tokens/${jti}`);
      await withinASecond(() => byAll(statusOf), [401]);
    });

    test('a rolling restart under load fails no request', async () => {
      const made = await ask('POST', '/api/configurations', { config: { title: 'Changed again and again' } });
      const { id } = (await made.json()) as { id: number };
      // Any replica may get the change, so all must know the configuration.
      await withinASecond(
        () => byAll(async () => (await ask('GET', `/api/configurations/${id}`)).status),
        [200],
      );
      let [running, done] = [true, 0];
      const failed: string[] = [];
      const requests = [
        (round: string) => ask('POST', '/api/configurations/1/search', { input: `forest ${round}` }),
        () => ask('GET', '/api/configurations/1'),
        (round: string) => ask('PUT', `/api/configurations/${id}`, { config: { title: round } }),
        () => ask('GET', '/api/configurations/1'),
      ];
      async function visitor(name: number): Promise<void> {
        for (let round = name; running; round += 1) {
          const outcome = await requests[round % requests.length]!(`${name} ${round}`).then(
            async (response) => (response.ok ? void (await response.text()) : describeFailure(response)),
            (error) => String(error),
          );
          if (outcome === undefined) done += 1;
          else failed.push(outcome);
          await pause(20);
        }
      }
      const describeFailure = async (response: Response) => {
        const id = response.headers.get('x-request-id') ?? 'none';
        await pause(500);
        return [`${response.status} ${await response.text()}`, ...all.logged(id)].join('\n');
      };
      const visitors = Array.from({ length: 6 }, (_, name) => visitor(name));
      for (const replica of restarted[balancer]) await all.restart(replica);
      running = false;
      await Promise.all(visitors);
      console.log(
        `${restarted[balancer].length} replicas behind ${balancer} restarted one after another: ${done} requests, ${failed.length} failed`,
        ...new Set(failed),
      );
      expect(failed).toEqual([]);
      expect(done).toBeGreaterThan(100);
    }, 240_000);

    test('a replica that is killed during changes loses no acknowledged change and duplicates none', async () => {
      let running = true;
      const acknowledged: string[] = [];
      async function editor(name: number): Promise<void> {
        for (let round = 0; running; round += 1) {
          const title = `${balancer}, editor ${name}, change ${round}`;
          const made = await ask('POST', '/api/configurations', { config: { title } }).catch(() => undefined);
          await made?.text();
          if (made?.ok) acknowledged.push(title);
          await pause(20);
        }
      }
      const editors = Promise.all(Array.from({ length: 4 }, (_, name) => editor(name)));
      for (const killed of restarted[balancer]) {
        const enough = acknowledged.length + 20;
        await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(enough);
        await all.restart(killed, 'SIGKILL');
      }
      running = false;
      await editors;
      let found: string[] = [];
      const lost = async () => {
        const { body } = await first().call('GET', '/api/configurations');
        const titles = (body.configurations as unknown as Json[]).map(({ config }) => String(config!.title));
        found = titles.filter((title) => title.startsWith(`${balancer}, editor`));
        return acknowledged.filter((title) => !found.includes(title));
      };
      await withinASecond(lost, []);
      console.log(
        `${REPLICA_COUNT} replicas behind ${balancer}, killed ${restarted[balancer].length} times: ${acknowledged.length} changes acknowledged, ${found.length} made`,
      );
      expect(found.length).toBe(new Set(found).size);
    }, 240_000);
  });
});

describe.skipIf(reason !== undefined)('two replicas with a rate limit', () => {
  let all: Installation;
  beforeAll(async () => {
    all = await install(2, [], { REQUESTS_PER_MINUTE_AND_TOKEN: '20' });
  }, 240_000);
  afterAll(() => all?.close());

  test.each(balancers)('two replicas share the rate limit of a token behind %s', async (balancer) => {
    const token = await all.replicas[0]!.accessToken('configurations:read');
    const statuses: number[] = [];
    for (let round = 0; round < 24; round += 1) {
      const headers = { Authorization: `Bearer ${token}` };
      statuses.push((await fetch(`${all.behind[balancer]}/api/configurations`, { headers })).status);
    }
    expect(statuses).toEqual([...Array(20).fill(200), ...Array(4).fill(429)]);
  });
});
