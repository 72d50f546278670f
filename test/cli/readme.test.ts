/** Examples of README.md: commands run against a server, pages in a browser; names of scripts must exist. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { folder, ownersSite, served, visiting } from '../support/fixtures.ts';
import { root } from '../support/service.ts';

const readme = await readFile(join(root, 'README.md'), 'utf8');
const examples = [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
  language,
  text: text.trim(),
}));
const inLanguage = (language: string) =>
  examples.filter((example) => example.language === language).map(({ text }) => text);

const isScript = (text: string) => /^npx pnpm@12 (?:start|test)$/.test(text);
const commands = inLanguage('sh').filter((text) => !isScript(text));

const service = served();
const visitor = visiting();
/** Where examples write files. */
const files = folder();
const site = ownersSite();

describe('the README', () => {
  it('has examples of every kind, and only of kinds that are tried here', () => {
    expect(new Set(examples.map(({ language }) => language))).toEqual(new Set(['sh', 'html']));
    expect(commands.length).toBeGreaterThan(3);
  });

  it('starts and tests with existing scripts', async () => {
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { scripts: object };
    for (const text of inLanguage('sh').filter(isScript)) {
      expect(scripts).toHaveProperty(text.replace('npx pnpm@12 ', ''));
    }
  });

  it.each(commands)('%s', async (command) => {
    site.show('<main><h1>Example</h1><p>A page of the website.</p></main>', service);
    const { stdout } = await promisify(execFile)('sh', ['-e', '-c', hereAndNow(command)], {
      cwd: root,
      env: await environment(),
    });
    expect(stdout.trim()).not.toBe('');
    if (command.includes('mountain lion')) {
      expect(JSON.parse(stdout)).toMatchObject({ total: expect.any(Number), success: true });
      expect(JSON.parse(stdout).result[0].title).toBe('Puma');
    }
  });

  it.each(inLanguage('html'))('%s', async (html) => {
    const token = await service.pageToken(site.origin);
    site.show(hereAndNow(html).replaceAll('YOUR_TOKEN', token), service);
    const { page, pageErrors, leave } = await visitor();
    await page.goto(site.origin);
    await page.getByRole('heading', { name: '335 results' }).waitFor();
    await page.getByRole('button', { name: 'Type', exact: true }).click();
    await page.getByRole('checkbox', { name: 'mammal 105 documents' }).check();
    await page.getByRole('heading', { name: '105 results' }).waitFor();
    expect(pageErrors).toEqual([]);
    await leave();
  });
});

/** The example with the server and the website of the test, temporary files, and the current pnpm. */
const hereAndNow = (text: string) =>
  text
    .replaceAll('http://localhost:8080', service.url)
    .replaceAll('npx pnpm@12 exec ', '')
    .replaceAll('crawl https://www.example.org/', `crawl ${site.origin}/ --allow-private-networks`)
    .replaceAll('backup.tar.gz', join(files.path, 'backup.tar.gz'));

/** With the token that the surrounding text describes. */
async function environment(): Promise<NodeJS.ProcessEnv> {
  const { HOME = '', PATH = '' } = process.env;
  return {
    HOME,
    PATH: `${join(root, 'node_modules/.bin')}:${PATH}`,
    TMPDIR: tmpdir(),
    DATA_DIR: service.directory,
    TOKEN: await service.accessToken('search configurations:read'),
  };
}
