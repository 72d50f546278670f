import { spawnSync } from 'node:child_process';
import { access, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { openSpace } from '@semantic-search/engine/building-blocks';
import { expect, onTestFinished, test, vi } from 'vitest';
import { backendConformance } from '../../test/conformance/backend.ts';
import { plain, textOf } from '../../test/support/documents.ts';
import { limitedQueries } from '../../test/support/queries.ts';
import type { ProblemError } from '../errors/problem.ts';
import { type EmbeddedBackendOptions, openEmbeddedBackend } from './embedded.ts';
import { withProblems } from './with-problems.ts';

const openBackend = async (options: EmbeddedBackendOptions) =>
  withProblems(await openEmbeddedBackend(options));

backendConformance('embedded', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'embedded-'));
  const backend = await openBackend({ directory, onWarning: () => undefined });
  return {
    backend,
    space: 'zoo',
    loadThesaurus: async (turtle) => {
      const content = await backend.content('zoo', { create: true });
      await content!.thesaurus!.replaceThesaurus(textOf(turtle), 'text/turtle');
    },
    stopEngine: () => backend.close(),
    remoteFaults: null,
    close: async () => {
      await backend.close();
      await rm(directory, { recursive: true });
    },
  };
});

test('a damaged space is reported as unavailable and does not affect the others', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'embedded-'));
  const warnings: string[] = [];
  const open = () => openBackend({ directory, onWarning: (space) => warnings.push(space) });
  const before = await open();
  await (await before.content('good', { create: true }))!.documents.put([{ id: 'urn:a', title: 'A' }]);
  await before.close();
  await mkdir(join(directory, 'bad'));
  await writeFile(join(directory, 'bad', 'space.sqlite'), 'this is no database'.repeat(100));
  const after = await open();
  expect(await after.names()).toEqual(['bad', 'good']);
  await expect(after.space('bad')).rejects.toThrow();
  expect(await (await after.space('good'))!.search(plain)).toMatchObject({ total: 1 });
  expect(await after.unavailableReason()).toContain('bad');
  expect(warnings).toEqual(['bad']);
  await after.close();
  await rm(directory, { recursive: true });
});

test('a space is deleted, also if it is damaged, and can be created again', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'embedded-'));
  await mkdir(join(directory, 'bad'));
  await writeFile(join(directory, 'bad', 'space.sqlite'), 'this is no database'.repeat(100));
  const backend = await openBackend({ directory, onWarning: () => undefined });
  await (await backend.content('good', { create: true }))!.documents.put([{ id: 'urn:a', title: 'A' }]);
  const deleting = backend.deleteSpace('good');
  await expect(backend.content('good', { create: true })).rejects.toMatchObject({
    code: 'service-unavailable',
  });
  expect(await deleting).toBe(true);
  expect(await backend.deleteSpace('bad')).toBe(true);
  expect(await backend.deleteSpace('bad')).toBe(false);
  expect(await backend.names()).toEqual([]);
  expect(await readdir(directory)).toEqual([]);
  expect(await backend.unavailableReason()).toBeUndefined();
  await backend.content('good', { create: true });
  expect(await (await backend.space('good'))!.search(plain)).toMatchObject({ total: 0 });
  await backend.close();
  await rm(directory, { recursive: true });
});

test('a space that is locked by another process is reported as unavailable', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'embedded-'));
  await mkdir(join(directory, 'taken'));
  const holder = await openSpace(join(directory, 'taken'));
  const backend = await openBackend({ directory, onWarning: () => undefined });
  await expect(backend.content('taken')).rejects.toMatchObject({
    code: 'service-unavailable',
    message: 'The search space "taken" is in use by another process.',
  });
  await backend.close();
  await holder.close();
  await rm(directory, { recursive: true });
});

test('a space that could not be opened is retried on access with growing pauses', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const directory = await mkdtemp(join(tmpdir(), 'embedded-'));
  await mkdir(join(directory, 'zoo'));
  const holder = await openSpace(join(directory, 'zoo'));
  let tries = 0;
  const backend = await openBackend({ directory, onWarning: () => (tries += 1) });
  const lookUp = () => backend.space('zoo').then(Boolean, (error: ProblemError) => error.code);
  const trouble = 'Search spaces that cannot be opened: zoo';
  const found: [found: unknown, tries: number][] = [];
  for (const pause of [0, 1000, 1000, 1000]) {
    vi.advanceTimersByTime(pause);
    expect(await backend.unavailableReason()).toBe(trouble);
    found.push([await lookUp(), tries]);
  }
  const unavailable = 'service-unavailable';
  expect(found).toEqual([
    [unavailable, 1],
    [unavailable, 2],
    [unavailable, 2],
    [unavailable, 3],
  ]);
  await holder.close();
  expect(await lookUp()).toBe(unavailable);
  vi.advanceTimersByTime(4000);
  // A server that is not ready receives health checks only.
  expect(await backend.unavailableReason()).toBe(trouble);
  expect(await lookUp()).toBe(true);
  expect(await backend.unavailableReason()).toBeUndefined();
  expect(tries).toBe(3);
  await backend.close();
  await rm(directory, { recursive: true });
});

test('a space whose worker ends is reopened with all its content', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const directory = await mkdtemp(join(tmpdir(), 'embedded-'));
  const workers: Worker[] = [];
  const record = (worker: Worker) => void workers.push(worker);
  process.on('worker', record);
  onTestFinished(() => void process.off('worker', record));
  const warnings: string[] = [];
  const backend = await openBackend({ directory, onWarning: (_, text) => warnings.push(text) });
  await (await backend.content('zoo', { create: true }))!.documents.put([{ id: 'urn:a', title: 'A' }]);
  const before = (await backend.space('zoo'))!;
  const { documents } = (await backend.content('zoo'))!;
  const rejection = {
    status: 503,
    headers: { 'Retry-After': '5' },
    message: 'The search space "zoo" has stopped and will be reopened in a few seconds.',
  };
  const lookUp = limitedQueries(before).search(plain);
  await workers[0]!.terminate();
  await expect(lookUp).rejects.toMatchObject(rejection);
  // An upload continues in the space object in which it started.
  await expect(documents.put([{ id: 'urn:b', title: 'B' }])).rejects.toMatchObject(rejection);
  await expect(backend.space('zoo')).rejects.toMatchObject(rejection);
  expect(warnings).toEqual(['The worker of the search space has ended: Error: Worker exited with code 1.']);
  vi.advanceTimersByTime(1000);
  expect(await backend.unavailableReason()).toContain('zoo');
  expect(await (await backend.space('zoo'))!.search(plain)).toMatchObject({ total: 1 });
  expect(await backend.unavailableReason()).toBeUndefined();
  await backend.close();
  // Closing the space does not count as an unexpected end.
  expect(warnings.filter((text) => text.includes('ended'))).toHaveLength(1);
  await rm(directory, { recursive: true });
});

test('of many spaces, all are listed and usable at once', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'embedded-'));
  const onWarning = (_: string, text: string) => expect.unreachable(text);
  const names = Array.from({ length: 25 }, (_, index) => `space-${index + 10}`);
  const first = await openBackend({ directory, onWarning });
  for (const name of names)
    await (await first.content(name, { create: true }))!.documents.put([{ id: `urn:${name}`, title: 'A' }]);
  await first.close();
  const second = await openBackend({ directory, onWarning });
  expect(await second.names()).toEqual(names);
  for (const name of names.toReversed())
    expect((await (await second.space(name))!.search(plain)).documents[0]!.id).toBe(`urn:${name}`);
  expect(await second.names()).toEqual(names);
  await second.close();
  await rm(directory, { recursive: true });
});

test('if the files of a failed space are removed, no empty space replaces it', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const directory = await mkdtemp(join(tmpdir(), 'embedded-'));
  const database = join(directory, 'zoo', 'space.sqlite');
  await mkdir(join(directory, 'zoo'));
  await writeFile(database, 'this is no database'.repeat(100));
  const backend = await openBackend({ directory, onWarning: () => undefined });
  await rm(database);
  vi.advanceTimersByTime(1000);
  await expect(backend.content('zoo', { create: true })).rejects.toMatchObject({
    code: 'service-unavailable',
  });
  await expect(access(database)).rejects.toThrow('ENOENT');
  await backend.close();
  await rm(directory, { recursive: true });
});

test('a full disk is reported without a path, and the space still serves queries', async ({ skip }) => {
  const directory = await mkdtemp(join(tmpdir(), 'embedded-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', directory]).status === 0;
  if (!mounted) skip('A small disk takes the right to mount one.');
  const backend = await openBackend({ directory, onWarning: () => undefined });
  try {
    const { documents } = (await backend.content('zoo', { create: true }))!;
    const filling = async () => {
      const description = 'Much ado about nothing. '.repeat(5000);
      for (let i = 0; i < 200; i++)
        await documents.put([{ id: `urn:${i}`, title: 'Full', description, subjects: [] }]);
    };
    await expect(filling()).rejects.toMatchObject({
      status: 503,
      message:
        'The search space "zoo" cannot be changed: the server has run out of disk space. Nothing was changed; try again later.',
    });
    expect((await (await backend.space('zoo'))!.search(plain)).total).toBeGreaterThan(5);
  } finally {
    await backend.close();
    spawnSync('umount', [directory]);
    await rm(directory, { recursive: true });
  }
});
