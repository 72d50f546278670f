/** Style rules that a machine can check: first lines, wording, names of limits and files, commit subjects. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const glob = (...patterns: string[]) =>
  globSync(patterns, { cwd: root, exclude: (path) => /node_modules|\bdist\b|\.venv/.test(path) }).sort();

const sources = glob(
  'packages/*/{src,test,bench,manifest}/**/*.ts',
  '{test,demo,docs/reference}/**/*.ts',
).map((path) => {
  const text = readFileSync(join(root, path), 'utf8');
  const comments = parseSync(path, text).comments.map(({ value, start }) => ({ value, start }));
  return { path, text, comments };
});
const product = sources.filter(({ path }) => /\/src\//.test(path) && !path.endsWith('.test.ts'));
const documents = glob('*.md', '{docs,examples,demo,packages}/**/*.md').map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}));

/** Phrases that are hard to read: clauses without a subject, archaic words, words with several meanings. */
const idiom =
  /\b(?:who(?:ever)? asks|(?<!there )(?:is|are) none|is told|are told|be it that|anew|also where|but for|beside the point|in the place of|holds? up(?! to)|as if none|says nothing|say nothing|the answer is \d{3}|takes? apart|taken apart|room for|of its own accord)\b/i;

/** The same for titles of tests, which name a result. */
const titleIdiom =
  /\b(?:is refused|are refused|is taken for|gone on with|whoever|says so|(?:is|are) told|answers? (?:\d{3}|%[is])|of its own accord|as it is|as they are)\b/i;

const textOf = (comment: string) =>
  comment
    .replace(/^\*/, '')
    .replace(/\s*\n\s*\*\s?/g, ' ')
    .trim();

describe('style', () => {
  it('the first comment of a file is a noun phrase of at most 100 characters', () => {
    const wrong = product.flatMap(({ path, text, comments }) => {
      const [first] = comments;
      if (!first || text.slice(0, first.start).trim() !== '') return [];
      const line =
        first.value
          .replace(/^\*\s*/, '')
          .split('\n')
          .map((each) => each.replace(/^\s*\*\s?/, '').trim())
          .find((each) => each !== '') ?? '';
      const isSentence = /^(?:What|Who|Whoever|Whether|Where|Which|How|When|Tells|Says|Knows|That)\b/.test(
        line,
      );
      return line.length > 100 || isSentence ? [`${path}: ${line}`] : [];
    });
    expect(wrong).toEqual([]);
  });

  it('comments avoid phrases that are hard to read', () => {
    const wrong = sources.flatMap(({ path, comments }) =>
      comments
        .filter(({ value }) => idiom.test(textOf(value)))
        .map(({ value }) => `${path}: ${textOf(value).slice(0, 120)}`),
    );
    expect(wrong).toEqual([]);
  });

  it('documents avoid phrases that are hard to read', () => {
    const wrong = documents.flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => idiom.test(line))
        .map((line) => `${path}: ${line.slice(0, 120)}`),
    );
    expect(wrong).toEqual([]);
  });

  it('test titles avoid phrases that are hard to read', () => {
    const titles = /\b(?:it|test)(?:\.\w+)*\(\s*(['"`])(.+?)\1,|\]\)\(\s*(['"`])(.+?)\3,/g;
    const wrong = sources
      .filter(({ path }) => path.endsWith('.test.ts'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(titles)]
          .map(([, , title, , ofTable]) => title ?? ofTable ?? '')
          .filter((title) => idiom.test(title) || titleIdiom.test(title))
          .map((title) => `${path}: ${title}`),
      );
    expect(wrong).toEqual([]);
  });

  it('limits are called MAX_, MIN_ or DEFAULT_', () => {
    const names =
      /^(?:export )?const ((?:most|longest|largest|shortest|smallest|usual|least|deepest)(?:[A-Z]\w*)?) =/gm;
    const wrong = product.flatMap(({ path, text }) =>
      [...text.matchAll(names)].map(([, name]) => `${path}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it('file names are in kebab case', () => {
    const wrong = sources
      .map(({ path }) => path)
      .filter((path) => !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+)*\.ts$/.test(basename(path)));
    expect(wrong.filter((path) => !/languages\/zh-Hant\.ts$/.test(path))).toEqual([]);
  });

  it('commit subjects are "area: imperative summary" of at most 72 characters', ({ skip }) => {
    const since = '5db84af';
    let subjects: string[];
    try {
      subjects = execFileSync('git', ['log', '--no-merges', '--format=%s', `${since}..HEAD`], {
        cwd: root,
        encoding: 'utf8',
        stdio: 'pipe',
      })
        .split('\n')
        .filter((line) => line !== '');
    } catch {
      return skip('the history of this clone does not reach back far enough');
    }
    expect(subjects.filter((line) => line.length > 72 || !/^[a-z][\w ,-]*: [a-z]/.test(line))).toEqual([]);
  });
});
