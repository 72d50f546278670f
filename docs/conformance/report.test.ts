import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { clauses } from './clauses.ts';
import { criteria } from './criteria.ts';
import { conformanceReport, reportUrl } from './index.ts';

const root = resolve(import.meta.dirname, '../..');

test('the accessibility conformance report is up to date', () => {
  expect(readFileSync(reportUrl, 'utf8')).toBe(conformanceReport());
});

test('WCAG 2.2 has 31 criteria of level A and 24 of level AA, each listed once', () => {
  const counts = ['A', 'AA'].map((level) => criteria.filter((each) => each.level === level).length);
  expect(counts).toEqual([31, 24]);
  expect(new Set(criteria.map(({ number }) => number)).size).toBe(55);
});

const all = [...criteria, ...clauses];

test('each supported criterion and clause names a test', () => {
  const bare = all.filter(
    ({ state, tests }) => /^(?:supported|partly|depends)$/.test(state) && tests.length === 0,
  );
  expect(bare.map(({ number }) => number)).toEqual([]);
});

test('each named test exists', () => {
  const missing = [...new Set(all.flatMap(({ tests }) => tests))].filter((name) => {
    const [, file = '', title = ''] = /^(\S+): (.*)$/.exec(name)!;
    const path = join(root, file);
    return !existsSync(path) || !readFileSync(path, 'utf8').includes(title);
  });
  expect(missing).toEqual([]);
});
