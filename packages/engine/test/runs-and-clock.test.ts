import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSpace } from '../src/building-blocks.ts';

const HOUR_MS = 3600 * 1000;
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'clock-'));
  vi.useFakeTimers({ toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(directory, { recursive: true });
});

describe('a synchronization run', () => {
  it.each([
    ['an hour back', -HOUR_MS],
    ['ten minutes back', -HOUR_MS / 6],
    ['nowhere', 0],
    ['an hour forward', HOUR_MS],
  ])('keeps what was written since its start, and only that, if the clock is set %s', async (_, change) => {
    const space = await openSpace(directory);
    const write = (id: string) => space.put([{ id, title: id }]);
    // Written by a clock that was ahead.
    vi.setSystemTime(Date.UTC(2026, 0, 1, 14));
    await write('urn:ahead');
    vi.setSystemTime(Date.UTC(2026, 0, 1, 12));
    await write('urn:old');
    const now = Date.now();
    const run = { id: 'run', started: now, touched: now, hasUnreadable: false, removed: null };
    await space.startRun(run);
    vi.setSystemTime(now + change);
    await write('urn:fresh');
    expect(await space.removeMissing('run')).toBe(2);
    expect((await space.describe()).documents).toBe(1);
    await space.close();
  });
});
