/** Consistency of the pages with test evidence and the tests: every promise has a test, and every named test exists. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const places = [
  'packages/server/src',
  'packages/server',
  'packages/server/test',
  'packages/server/test/slow',
  '.',
];
const project = 'docs/src/content/docs/project';
const pages = [`${project}/test-evidence-security.md`, `${project}/test-evidence-reliability.md`];

const textOf = (page: string) => readFileSync(join(root, page), 'utf8');
const testsIn = (text: string) =>
  [...text.matchAll(/`([\w./*-]+(?:\.test|\/conformance\/\w+)\.ts)`/g)].map(([, path]) => path!);
const exists = (path: string) =>
  places.some((place) => {
    const absolute = join(root, place, path);
    return path.includes('*') ? globSync(absolute).length > 0 : existsSync(absolute);
  });

describe.each(pages)('%s', (page) => {
  it('names tests that exist', () => {
    const named = testsIn(textOf(page));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((path) => !exists(path))).toEqual([]);
  });

  it('names a test for every promise and every attack', () => {
    const claims = textOf(page);
    // The first row of a table names its columns.
    const rows = [...claims.matchAll(/^\| .*$(?!\n\|-)/gm)].map(([row]) => row);
    expect(rows.length).toBeGreaterThan(10);
    const bare = rows.filter((row) => testsIn(row).length === 0);
    expect(bare).toEqual([]);
  });
});

it('each of P1 to P10 is promised once, with its tests', () => {
  const promised = [...textOf(pages[1]!).matchAll(/^\| (P\d+) \|.*$/gm)];
  expect(promised.map(([, name]) => name)).toEqual(Array.from({ length: 10 }, (_, index) => `P${index + 1}`));
  for (const [row] of promised) expect(testsIn(row), row).not.toEqual([]);
});

it('every long test of the server checks a documented promise', () => {
  const named = pages.flatMap((page) => testsIn(textOf(page)).map((path) => basename(path)));
  const long = globSync(join(root, 'packages/server/test/slow/*.test.ts')).map((path) => basename(path));
  expect(long.filter((name) => !named.includes(name))).toEqual([]);
});
