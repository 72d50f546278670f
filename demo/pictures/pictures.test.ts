/** Pictures of the documents: drawn by the code, small, and without anything but shapes. */
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readDocuments } from '../field-guide.fixture.ts';
import { drawPictures } from './draw.ts';

const folder = new URL('../pages/pictures/', import.meta.url);
const { files, documents } = await drawPictures();

test('the files and documents are those that `pnpm pictures` writes', async () => {
  expect((await readdir(folder)).sort()).toEqual([...files.keys()].sort());
  for (const [name, content] of files)
    expect(await readFile(new URL(name, folder), 'utf8'), name).toBe(content);
  expect(await readFile(new URL('../data/field-guide.ndjson', import.meta.url), 'utf8')).toBe(documents);
});

test('every document has a picture, and most have one of their own', async () => {
  const images = (await readDocuments()).map(({ image }) => image);
  expect(images.filter((image) => !files.has(image.replace('/demo/pictures/', '')))).toEqual([]);
  expect(new Set(images).size).toBeGreaterThan(images.length * 0.8);
});

test('a picture has a title, shapes in numbers, and at most 8 KB', () => {
  const shapes = /^<svg [^<]+><title>[^<]+<\/title>(<(rect|circle|ellipse|path|g) [^<]*>|<\/g>)+<\/svg>\n$/;
  for (const [name, content] of files) {
    expect(content, name).toMatch(shapes);
    expect(content, name).not.toMatch(/NaN|undefined|\son\w+=|href|style/);
    expect(content.length, name).toBeLessThan(8000);
  }
});
