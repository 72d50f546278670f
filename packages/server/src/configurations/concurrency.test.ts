/**
 * Linearizability of concurrent updates to one configuration over HTTP, with and without If-Match.
 *
 * Some sequential order of the requests must explain all responses (Herlihy and Wing 1990). The order must keep two
 * requests in sequence if one ended before the other began. The search for the order is that of Wing and Gong 1993.
 */
import { expect, test } from 'vitest';
import { served } from '../../test/support/service.ts';

/** The configuration as a client sees it; null if it is deleted. The number of changes represents the ETag. */
type Model = { title: string; changes: number } | null;

interface Request {
  kind: 'read' | 'write' | 'delete';
  title: string;
  /** Whether the request sends the last ETag that this client has seen. */
  careful: boolean;
}

interface Observed extends Request {
  /** The ETag in If-Match. */
  expected: string | null;
  status: number;
  /** Title in the response. */
  responseTitle: string | null;
  tag: string | null;
  sent: number;
  answered: number;
}

const server = served();

/** Reproducible random numbers (a linear congruential generator, Numerical Recipes). */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

async function client(
  path: string,
  requests: Request[],
  first: string,
  clock: () => number,
): Promise<Observed[]> {
  let seen = first;
  const history: Observed[] = [];
  for (const request of requests) {
    const method = { read: 'GET', write: 'PUT', delete: 'DELETE' }[request.kind];
    const expected = request.careful && request.kind !== 'read' ? seen : null;
    const body = request.kind === 'write' ? { config: { title: request.title } } : undefined;
    const sent = clock();
    const response = await server.call(method, path, body, expected === null ? {} : { 'If-Match': expected });
    const tag = response.headers.get('etag');
    const responseTitle = (response.body.config?.title as unknown as string | undefined) ?? null;
    history.push({
      ...request,
      expected,
      status: response.status,
      responseTitle,
      tag,
      sent,
      answered: clock(),
    });
    seen = tag ?? seen;
  }
  return history;
}

/** The model after the request; null if the response is impossible. */
function apply(
  model: Model,
  tagOf: ReadonlyMap<number, string>,
  seen: Observed,
): { next: Model; tag: number | null } | null {
  if (model === null) return seen.status === 404 ? { next: null, tag: null } : null;
  const holds = seen.expected === null || seen.expected === tagOf.get(model.changes);
  if (seen.kind === 'read') {
    return seen.status === 200 && seen.responseTitle === model.title
      ? { next: model, tag: model.changes }
      : null;
  }
  if (!holds) return seen.status === 412 ? { next: model, tag: null } : null;
  if (seen.status !== 200) return null;
  if (seen.kind === 'delete') return { next: null, tag: null };
  const next = { title: seen.title, changes: model.changes + (seen.title === model.title ? 0 : 1) };
  return seen.responseTitle === next.title ? { next, tag: next.changes } : null;
}

/** Whether some order explains the history. The search learns the ETags: each state has exactly one. */
function isLinearizable(history: Observed[], model: Model, tags: ReadonlyMap<number, string>): boolean {
  if (history.length === 0) return true;
  const firstResponse = Math.min(...history.map(({ answered }) => answered));
  return history.some((seen, index) => {
    if (seen.sent > firstResponse) return false;
    const step = apply(model, tags, seen);
    if (!step) return false;
    const known = step.tag === null ? undefined : tags.get(step.tag);
    if (known !== undefined && known !== seen.tag) return false;
    const fresh = step.tag !== null && known === undefined;
    if (fresh && [...tags.values()].includes(seen.tag!)) return false;
    const learned = fresh ? new Map(tags).set(step.tag!, seen.tag!) : tags;
    return isLinearizable(history.toSpliced(index, 1), step.next, learned);
  });
}

async function round(seed: number): Promise<{ history: Observed[]; start: Observed }> {
  const chance = randomNumbers(seed);
  const { body, headers } = await server.call('POST', '/api/configurations', { config: { title: 'start' } });
  const path = `/api/configurations/${body.id}`;
  const first = headers.get('etag')!;
  let time = 0;
  const clock = () => time++;
  const plans = Array.from({ length: 4 }, (_, who) =>
    Array.from({ length: 4 }, (_, turn): Request => {
      const kinds = ['read', 'write', 'write', 'write', 'write', turn === 3 ? 'delete' : 'read'] as const;
      return { kind: kinds[chance(kinds.length)]!, title: `${who}-${turn}`, careful: chance(3) > 0 };
    }),
  );
  const histories = await Promise.all(plans.map((plan) => client(path, plan, first, clock)));
  return { history: histories.flat(), start: { tag: first } as Observed };
}

test('some sequential order explains the responses to four concurrent clients', async () => {
  let lost = 0;
  for (let seed = 1; seed <= 60; seed += 1) {
    const { history, start } = await round(seed);
    lost += history.filter(({ status }) => status === 412).length;
    const tags = new Map([[0, start.tag!]]);
    expect(
      isLinearizable(history, { title: 'start', changes: 0 }, tags),
      JSON.stringify({ seed, history }),
    ).toBe(true);
  }
  // Otherwise the requests did not overlap, and the test proves nothing.
  expect(lost).toBeGreaterThan(60);
});

test('no order explains a history with a lost update', () => {
  const one = { kind: 'write', careful: true, expected: 'a', status: 200, sent: 0, answered: 9 } as const;
  const both: Observed[] = [
    { ...one, title: 'x', responseTitle: 'x', tag: 'b' },
    { ...one, title: 'y', responseTitle: 'y', tag: 'c' },
  ];
  expect(isLinearizable(both, { title: 'start', changes: 0 }, new Map([[0, 'a']]))).toBe(false);
  const stale: Observed = {
    ...one,
    kind: 'read',
    title: '',
    expected: null,
    responseTitle: 'start',
    tag: 'a',
    sent: 10,
    answered: 11,
  };
  expect(isLinearizable([both[0]!, stale], { title: 'start', changes: 0 }, new Map([[0, 'a']]))).toBe(false);
});
