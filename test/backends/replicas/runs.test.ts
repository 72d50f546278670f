/** Synchronization runs whose requests reach different servers, with one of them killed in between. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Installation, install, missing, space } from './installation.fixture.ts';

const reason = await missing();
if (reason) console.warn(reason);

describe.skipIf(reason !== undefined)('runs on two replicas', () => {
  let all: Installation;
  beforeAll(async () => {
    all = await install(2, []);
  }, 240_000);
  afterAll(() => all?.close());

  const path = `/api/spaces/${space}`;
  const call = async (replica: number, method: string, rest: string, documents?: object[]) => {
    const { status, body } = await all.replicas[replica]!.call(method, `${path}${rest}`, {
      ...(documents && {
        body: documents.map((each) => JSON.stringify(each)).join('\n'),
        headers: { 'Content-Type': 'application/x-ndjson' },
      }),
    });
    return { status, body };
  };
  const documents = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => ({ id: `urn:${from + i}`, title: `Document ${from + i}` }));
  const ids = async (replica: number) => {
    const { body } = await call(replica, 'GET', '/documents');
    return Object.values(body.documents!).map(({ id }) => String(id));
  };

  test('all servers share the run, and a killed server loses nothing', async () => {
    await call(0, 'POST', '/documents', documents(0, 20));
    const run = String((await call(0, 'POST', '/runs')).body.id);
    expect((await call(1, 'POST', `/documents?run=${run}`, documents(5, 10))).status).toBe(200);
    await all.restart(0, 'SIGKILL');
    const { body } = await call(0, 'POST', `/documents?run=${run}`, documents(10, 25));
    const last = JSON.parse(String(body).trim().split('\n').at(-1)!);
    expect(last).toMatchObject({ done: true, accepted: 15, unchanged: 10 });
    expect(await ids(1)).toHaveLength(25);
    const [one, other] = await Promise.all([0, 1].map((each) => call(each, 'POST', `/runs/${run}/complete`)));
    expect([one!.status, other!.status]).toEqual([200, 200]);
    for (const replica of [0, 1])
      expect((await ids(replica)).sort()).toEqual(
        documents(5, 25)
          .map(({ id }) => id)
          .sort(),
      );
  });

  test('a newer run on one server replaces the run on the other', async () => {
    const first = String((await call(0, 'POST', '/runs')).body.id);
    const second = String((await call(1, 'POST', '/runs')).body.id);
    expect((await call(0, 'POST', `/documents?run=${first}`, documents(0, 1))).status).toBe(404);
    expect((await call(0, 'POST', `/documents?run=${second}`, documents(5, 25))).status).toBe(200);
    expect((await call(0, 'POST', `/runs/${second}/complete`)).body).toMatchObject({ removed: 0 });
  });
});
