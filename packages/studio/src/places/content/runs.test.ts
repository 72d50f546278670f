import type { Space, SpaceSource } from '@semantic-search/contract';
import { expect, it, vi } from 'vitest';
import type { Account } from '../../editor/controller/account.ts';
import { RunFollower } from './runs.ts';

const running = (id: string) =>
  ({ id, last: { started: '2026-01-01T00:00:00Z' }, next: null }) as SpaceSource;

it('follows runs until each has ended, and reads the list again without a source that was deleted', async () => {
  vi.useFakeTimers();
  let sources = [running('changed'), running('deleted'), running('unreachable')];
  const left: string[][] = [];
  const fetch = async (url: string | URL | Request) => {
    const id = String(url).split('/').at(-1)!;
    if (id === 'deleted') return Response.json({ code: 'not-found' }, { status: 404 });
    if (id === 'unreachable' && left.length === 0) throw new TypeError('fetch failed');
    return Response.json({ ...running(id), last: { finished: '2026-01-01T00:01:00Z' } });
  };
  const follower = new RunFollower({ connection: { endpoint: '', token: '', fetch } } as Account, {
    spaces: () => [{ name: 'site', sources }] as unknown as Space[],
    replace: (_space, source) => {
      sources = sources.map((previous) => (previous.id === source.id ? source : previous));
    },
    update: () => left.push(sources.map(({ id }) => id)),
    onEnd: async () => {
      sources = sources.filter(({ id }) => id !== 'deleted');
    },
  });
  const following = follower.follow();
  await vi.advanceTimersByTimeAsync(2000);
  await following;
  vi.useRealTimers();
  expect(left).toEqual([
    ['changed', 'unreachable'],
    ['changed', 'unreachable'],
  ]);
});
