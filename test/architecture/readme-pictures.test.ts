/** Pictures of README.md: all exist, are small and have alternative text; none is left over. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/service.ts';

const MAX_PICTURE_KILOBYTES = 200;

const readme = await readFile(join(root, 'README.md'), 'utf8');
const pictures = [...readme.matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)].map(([, text = '', path = '']) => ({
  text,
  path,
}));

test('the README shows every picture of docs/pictures, and no other', async () => {
  const files = (await readdir(join(root, 'docs/pictures'))).map((name) => `docs/pictures/${name}`);
  expect(pictures.map(({ path }) => path).sort()).toEqual(files.sort());
  expect(pictures.length).toBeGreaterThan(4);
});

test.each(pictures)('$path is a small WebP picture with alternative text', async ({ path, text }) => {
  expect(text.length).toBeGreaterThan(10);
  expect((await stat(join(root, path))).size).toBeLessThan(MAX_PICTURE_KILOBYTES * 1024);
  expect((await readFile(join(root, path))).subarray(8, 12).toString()).toBe('WEBP');
});
