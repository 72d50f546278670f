/** Runs the examples of the readme and the design documents; `// →` marks the expected value. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 60_000 });

const folder = new URL('../', import.meta.url).pathname;
const design = readdirSync(join(folder, 'docs'))
  .filter((name) => name !== 'measurements.md')
  .map((name) => `docs/${name}`);
const pages = ['README.md', ...design.sort()];
const textOf = (page: string) => readFileSync(join(folder, page), 'utf8');
const examplesIn = (page: string) =>
  [...textOf(page).matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code!);

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'examples-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

/** Turns lines with an arrow into assertions, and imports this package from source. */
function runnable(code: string): string {
  const checked = code.replaceAll(/^(.+); \/\/ → (.+)$/gm, 'deepEqual($1, $2);');
  const imported = checked.replaceAll(/'@semantic-search\/engine(?:\/([\w-]+))?'/g, (_, entry = 'index') => {
    return `'${new URL(`../src/${entry}.ts`, import.meta.url).href}'`;
  });
  return `import { deepEqual } from 'node:assert/strict';\n${imported}`;
}

test.each(pages)('the examples in %s run and return the documented values', (page) => {
  const examples = examplesIn(page);
  expect(examples.length).toBeGreaterThan(0);
  examples.forEach((code, i) => {
    const file = join(directory, `${page.replaceAll('/', '-')}-${i}.ts`);
    writeFileSync(file, runnable(code));
    const { status, stderr } = spawnSync(process.execPath, [file], { cwd: directory, encoding: 'utf8' });
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  });
});

test.each(design)('%s has all required sections and a link in the readme', (page) => {
  const headings = [...textOf(page).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual(
    expect.arrayContaining(['Goals', 'Non-goals', 'Costs', 'Testing against the reference model']),
  );
  expect(textOf('README.md')).toContain(`(${page})`);
});

/** Limits of the code, not measurements. */
const LIMITS = ['50 ms', '16 MB', '16 kB'];

test.each(pages)('%s leaves measured times and sizes to docs/measurements.md', (page) => {
  const figures = textOf(page).match(/\b[\d.,]+ (?:ns|µs|ms|kB|MB|GB)\b/g) ?? [];
  expect(figures.filter((figure) => !LIMITS.includes(figure))).toEqual([]);
});
