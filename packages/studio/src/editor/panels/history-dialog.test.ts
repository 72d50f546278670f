import { defaultSettings, type LogEntry } from '@semantic-search/contract';
import { describe, expect, it } from 'vitest';
import { versionDifferences } from './history-dialog.ts';

const entry = (
  version: number,
  ...changes: [key: string, oldValue: unknown, newValue: unknown][]
): LogEntry => ({
  version,
  date: '2026-03-01T09:30:00.000Z',
  user: 'Jane',
  action: 'updated',
  changes: changes.map(([key, oldValue, newValue]) => ({ key, oldValue, newValue })) as LogEntry['changes'],
});

describe('the differences from an earlier version', () => {
  const current = { ...defaultSettings, title: 'Four', visible: true };
  const entries = [
    entry(4, ['title', 'Three', 'Four']),
    entry(3, ['title', 'Two', 'Three'], ['visible', false, true]),
    entry(2, ['title', 'One', 'Two'], ['visible', true, false]),
  ];

  it('have the current values and those of the version', () => {
    expect(versionDifferences(current, entries, 2)).toEqual([
      { path: ['title'], now: 'Four', before: 'Two' },
      { path: ['visible'], now: true, before: false },
    ]);
    expect(versionDifferences(current, entries, 3)).toEqual([
      { path: ['title'], now: 'Four', before: 'Three' },
    ]);
  });

  it('leave out settings that were changed and changed back', () => {
    expect(versionDifferences(current, entries, 1).map(({ path }) => path)).toEqual([['title']]);
    const restored = [entry(6, ['insight', 'counts', null]), entry(5, ['insight', null, 'counts'])];
    expect(versionDifferences(current, restored, 4)).toEqual([]);
  });
});
