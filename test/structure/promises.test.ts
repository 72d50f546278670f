/** Every test that SECURITY.md and RELIABILITY.md name as holding a promise is there. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const places = ['packages/server/source', 'packages/server', '.'];

it.each(['docs/SECURITY.md', 'docs/RELIABILITY.md'])(
  '%s names tests that exist, for every promise',
  (page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const named = [...text.matchAll(/`([\w./*-]+(?:\.test|\/conformance)\.ts)`/g)].map(([, path]) => path!);
    expect(named.length).toBeGreaterThan(10);
    const found = (path: string) =>
      places.some((place) => {
        const whole = join(root, place, path);
        return path.includes('*') ? globSync(whole).length > 0 : existsSync(whole);
      });
    expect(named.filter((path) => !found(path))).toEqual([]);
  },
);
