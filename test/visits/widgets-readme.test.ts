/** Examples of the widgets README and of llms.txt: each is executed or compiled. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownersSite, served, visiting } from '../support/fixtures.ts';
import { root } from '../support/service.ts';
import type { Visitor } from '../support/visitor.ts';

const widgets = join(root, 'packages/widgets');
const readme = await readFile(join(widgets, 'README.md'), 'utf8');
const guide = await readFile(join(widgets, 'llms.txt'), 'utf8');
const examples = [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, text]) => ({
  language: language!,
  text: text!.trim(),
}));
const inLanguage = (...languages: string[]) =>
  examples.filter(({ language }) => languages.includes(language)).map(({ text }) => text);

const service = served();
const visitor = visiting();
const site = ownersSite();
let token: string;
let pinned: { script: string; integrity: Record<string, string> };
/** Inside the package, so that its own name resolves. */
const folder = join(widgets, 'dist/readme');

beforeAll(async () => {
  token = await service.pageToken(site.origin);
  pinned = (await (await fetch(`${service.url}/integrity.json`)).json()) as typeof pinned;
  await mkdir(folder, { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The example with the service under test, its token, and the checksums of its build. */
const hereAndNow = (text: string) =>
  text
    .replaceAll('https://search.example.org/assets/HASH/widget.js', pinned.script)
    .replaceAll('INTEGRITY }', `${JSON.stringify(pinned.integrity)} }`)
    .replaceAll('CHECKSUM', pinned.integrity[pinned.script]!)
    .replaceAll(/https:\/\/(?:search\.example\.org|SERVICE)/g, service.url)
    .replaceAll(/configuration="(?:7|ID)"|configuration: 7/g, (found) => found.replace(/7|ID/, '1'))
    .replaceAll(/data-configuration="7"/g, 'data-configuration="1"')
    .replaceAll(/token="…"|PUBLISHABLE_TOKEN|token: '…'/g, (found) =>
      found.replace(/…|PUBLISHABLE_TOKEN/, token),
    );

async function open(html: string, policy = ''): Promise<Visitor> {
  site.show(`<div id="search"></div>${hereAndNow(html)}`, service, hereAndNow(policy));
  const visit = await visitor();
  await visit.page.goto(site.origin);
  return visit;
}

const found = (page: Page) => page.getByRole('heading', { name: '335 results' }).waitFor({ timeout: 10_000 });

describe('the README of the widgets', () => {
  it('has only examples that these tests run', () => {
    const tried = ['html', 'tsx', 'vue', 'ts', 'css', 'http'];
    expect(new Set(examples.map(({ language }) => language))).toEqual(new Set(tried));
  });

  it.each(inLanguage('html'))('%s', async (html) => {
    const { page, pageErrors, leave } = await open(html);
    await found(page);
    if (html.includes('slot="result"')) await page.locator('[data-result] a[data-link]').first().waitFor();
    if (html.includes('slot="before-filters"')) await page.getByText('Ticks in one list').waitFor();
    expect(pageErrors).toEqual([]);
    await leave();
  });

  it('mounts with every documented script attribute', async () => {
    const script = `<script type="module" src="${service.url}/widget.js" data-configuration="7" data-token="…"`;
    const { page, pageErrors, leave } = await open(
      `${script} data-target="#search" data-mode="dialog"></script>`,
    );
    await page.locator('#search').getByRole('button').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('dialog').getByRole('heading', { name: '335 results' }).waitFor();
    expect(pageErrors).toEqual([]);
    await leave();
  });

  it.each(inLanguage('http'))('%s', async (header) => {
    const policy = header.replace(/^Content-Security-Policy: /, '');
    const script = `<script nonce="r4nd0m" type="module" src="https://search.example.org/widget.js"></script>`;
    const { page, pageErrors, leave } = await open(
      `${script}<main><semantic-search configuration="7" token="…"></semantic-search></main>`,
      policy,
    );
    await found(page);
    await page.locator('[part="title-link"]').first().click();
    await page.locator('semantic-search-detail [part=similar]').first().waitFor();
    expect(pageErrors).toEqual([]);
    await leave();
  });

  it.each(inLanguage('css'))('%s', async (css) => {
    const { page, pageErrors, leave } = await open(
      `<style>${css}</style><semantic-search configuration="7" token="…"></semantic-search>`,
    );
    await found(page);
    const family = await page
      .locator('[part="title-link"]')
      .first()
      .evaluate((link) => getComputedStyle(link).fontFamily);
    if (css.includes('::part(title-link)')) expect(family).toContain('Georgia');
    expect(pageErrors).toEqual([]);
    await leave();
  });

  it('has scripts that compile', async () => {
    const names = inLanguage('ts').map((_, index) => `example-${index}.ts`);
    const types = `import type {} from '@semantic-search/widgets';\n`;
    for (const [index, text] of inLanguage('ts').entries())
      await writeFile(join(folder, names[index]!), types + text);
    const configuration = {
      extends: '../../tsconfig.json',
      compilerOptions: { noEmit: true },
      include: ['*.ts'],
      exclude: [],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(configuration));
    const compiler = join(root, 'node_modules/.bin/tsc');
    const output = await promisify(execFile)(compiler, ['-p', folder]).then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    );
    expect(output).toBe('');
    expect(names.length).toBeGreaterThan(1);
  });

  it('shows the same framework code as the built examples', async () => {
    const files = { tsx: 'examples/react/src', vue: 'examples/vue/src' };
    const react = await readFile(join(root, files.tsx, 'ReadingRoom.tsx'), 'utf8');
    const vue = await readFile(join(root, files.vue, 'ReadingRoom.vue'), 'utf8');
    for (const text of inLanguage('tsx')) expect(react).toContain(text);
    for (const text of inLanguage('vue')) expect(vue).toContain(text);
  });
});

describe('llms.txt', () => {
  it('starts with working markup', async () => {
    const markup = /^<script.*?<\/semantic-search>$/ms.exec(guide)![0];
    const { page, pageErrors, leave } = await open(markup);
    await found(page);
    expect(pageErrors).toEqual([]);
    await leave();
  });

  it('names existing package entries', async () => {
    const { exports } = JSON.parse(await readFile(join(widgets, 'package.json'), 'utf8')) as {
      exports: object;
    };
    const named = [...guide.matchAll(/(?:@semantic-search\/widgets|…)\/(\w+)/g)].map(
      ([, name]) => `./${name}`,
    );
    expect(named).toContain('./react');
    for (const name of named) expect(Object.keys(exports)).toContain(name);
  });
});
