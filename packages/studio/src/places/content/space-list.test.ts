import type { SpaceSource } from '@semantic-search/contract';
import { expect, it, vi } from 'vitest';
import type { Account } from '../../editor/controller/account.ts';
import { SpaceList } from './space-list.ts';

const running = (id: string) =>
  ({ id, last: { started: '2026-01-01T00:00:00Z' }, next: null }) as SpaceSource;

it('follows runs until each has ended, and reads the list again without a source that was deleted', async () => {
  vi.useFakeTimers();
  let sources = [running('changed'), running('deleted'), running('unreachable')];
  const left: string[][] = [];
  const fetch = async (url: string | URL | Request) => {
    const id = String(url).split('/').at(-1)!;
    if (id === 'spaces') return Response.json({ spaces: [{ name: 'site', sources }] });
    if (id === 'deleted') {
      sources = sources.filter((source) => source.id !== id);
      return Response.json({ code: 'not-found' }, { status: 404 });
    }
    if (id === 'unreachable' && left.length === 0) throw new TypeError('fetch failed');
    const ended = { ...running(id), last: { finished: '2026-01-01T00:01:00Z' } } as SpaceSource;
    sources = sources.map((source) => (source.id === id ? ended : source));
    return Response.json(ended);
  };
  const account = { connection: { endpoint: '', token: '', fetch }, may: () => true } as unknown as Account;
  const onEnd = vi.fn();
  const list = new SpaceList(account, () => left.push(list.spaces[0]!.sources!.map(({ id }) => id)), onEnd);
  await list.load();
  await vi.advanceTimersByTimeAsync(3000);
  expect(onEnd).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
  expect(left).toEqual([
    ['changed', 'unreachable'],
    ['changed', 'unreachable'],
  ]);
});
