/** Code of the tutorials and guides: commands run in order, programs start, pages work in a browser. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { program } from '../packaging/programs.fixture.ts';
import { folderOfTest, ownersSite, served, visiting } from '../support/fixtures.ts';
import { root } from '../support/service.ts';
import { resultsHeading } from '../support/visitor.ts';

interface Example {
  language: string;
  /** Name of the file that the reader writes. */
  file: string | undefined;
  text: string;
}

const content = join(root, 'docs/src/content/docs');

function examplesOf(page: string): Example[] {
  const text = readFileSync(join(content, page), 'utf8');
  return [...text.matchAll(/^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$/gms)].map(
    ([, language, file, code]) => ({ language: language!, file, text: code!.trim() }),
  );
}

const service = served();
const visitor = visiting();
const site = ownersSite();
let token: string;
let pinned: { script: string; integrity: Record<string, string> };

beforeAll(async () => {
  token = await service.pageToken(site.origin);
  pinned = (await (await fetch(`${service.url}/integrity.json`)).json()) as typeof pinned;
});

/** The example with the server of the test. */
const hereAndNow = (text: string) =>
  text
    .replaceAll('https://search.example.org/assets/HASH/widget.js', pinned.script)
    .replaceAll('INTEGRITY }', `${JSON.stringify(pinned.integrity)} }`)
    .replaceAll('CHECKSUM', pinned.integrity[pinned.script]!)
    .replaceAll(/https:\/\/search\.example\.org|http:\/\/localhost:8080/g, service.url)
    .replaceAll(/configuration="7"/g, 'configuration="1"')
    .replaceAll('YOUR_TOKEN', token)
    .replaceAll('npx pnpm@12 exec ', '');

async function environment(): Promise<NodeJS.ProcessEnv> {
  const { HOME = '', PATH = '' } = process.env;
  return {
    HOME,
    PATH: `${join(root, 'node_modules/.bin')}:${PATH}`,
    DATA_DIR: service.directory,
    SEARCH_URL: service.url,
    TOKEN: await service.accessToken('search configurations:read'),
  };
}

/** The server of the test runs already. */
const STARTS_SERVER = /^(?:npm install|npx pnpm@12 start)/;

/** Writes the files of a page and runs its commands, in the order of the page; returns their folder. */
async function follow(page: string): Promise<string> {
  const cwd = await folderOfTest();
  for (const { language, file, text } of examplesOf(page)) {
    if (file) await writeFile(join(cwd, file), hereAndNow(text));
    else if (language === 'sh' && !STARTS_SERVER.test(text)) {
      const run = promisify(execFile)('sh', ['-e', '-c', hereAndNow(text)], {
        cwd,
        env: await environment(),
      });
      await expect(run, text).resolves.toBeDefined();
    }
  }
  return cwd;
}

async function searchSpace(space: string, input: string): Promise<string[]> {
  const { body } = await service.call('GET', '/api/configurations');
  const all = Object.values(body.configurations ?? body) as unknown as {
    id: number;
    config: { searchSpace: string };
  }[];
  const { id } = all.find(({ config }) => config.searchSpace === space)!;
  const found = await service.call('POST', `/api/configurations/${id}/search`, { body: { input } });
  return (found.body.result as unknown as { title: string }[]).map(({ title }) => title);
}

describe('the tutorials', () => {
  it('first-search puts the demo on a page', async () => {
    await follow('tutorials/first-search.md');
  });

  it('own-content finds the books, also by synonyms and broader concepts', async () => {
    await follow('tutorials/own-content.md');
    expect(await searchSpace('library', 'hedgehog')).toEqual(['Hedgehogs at night']);
    await expect.poll(() => searchSpace('library', 'pollinators')).toEqual(['Bees of the meadow']);
    const mammals = (await searchSpace('library', 'mammals')).toSorted();
    expect(mammals).toEqual(['Hedgehogs at night', 'The fox next door']);
    const { body } = await service.call('GET', '/api/configurations/default?searchSpace=library');
    expect(body.config?.filter?.facetsToShow?.[0]).toMatchObject({
      title: 'Animals',
      facetMode: 'hierarchical',
    });
  });

  it('facet-page is a page with facets that works without scripts', async () => {
    const cwd = await follow('tutorials/facet-page.md');
    const port = await freePort();
    const program = spawn(process.execPath, ['facet-page.mjs'], {
      cwd,
      env: { ...(await environment()), PORT: `${port}` },
    });
    onTestFinished(() => void program.kill());
    await listening(program, `http://localhost:${port}/`);
    const { page, pageErrors, leave } = await visitor({ javaScriptEnabled: false });
    await page.goto(`http://localhost:${port}/?q=owl`);
    const bird = page.getByRole('link', { name: /^Type: bird \(\d+\)$/ });
    const count = /\d+/.exec((await bird.textContent())!)![0];
    await bird.click();
    await page.getByRole('heading', { name: `${count} results` }).waitFor();
    expect(pageErrors.filter((error) => !error.includes('favicon'))).toEqual([]);
    await leave();
  });

  it('facet-page calls the API with the client', async () => {
    const cwd = await follow('tutorials/facet-page.md');
    await symlink(join(root, 'node_modules'), join(cwd, 'node_modules'));
    const { stdout } = await promisify(execFile)(process.execPath, ['client.mjs'], {
      cwd,
      env: await environment(),
    });
    expect(stdout).toMatch(/^25 Puma\nvertebrates 23\npuma \[ '/);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function listening(program: ChildProcess, url: string): Promise<void> {
  let errors = '';
  program.stderr?.on('data', (text: string) => (errors += text));
  const isUp = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isUp, { timeout: 10_000, message: errors }).toBe(true);
}

it('categories-to-skos writes a thesaurus that the server reads', async () => {
  await follow('how-to/categories-to-skos.md');
  const { body } = await service.call('GET', '/api/spaces');
  const news = (body.spaces as unknown as { name: string; concepts: number }[]).find(
    ({ name }) => name === 'news',
  );
  expect(news).toMatchObject({ concepts: 3 });
});

it('move-from-another-search converts the records of an export', async () => {
  await follow('how-to/move-from-another-search.md');
  const read = (id: string) => service.call('GET', `/api/spaces/moved/documents/${id}`);
  expect((await read('17')).body).toEqual({
    id: '17',
    title: 'Bulky waste',
    text: 'We collect furniture.',
    link: 'https://www.example.org/waste',
    date: 1714550400,
    topic: ['Waste'],
    price: 12,
  });
  expect(await searchSpace('moved', 'furniture')).toEqual(['Bulky waste']);
});

const php = program('php', 'The PHP example of synchronize-a-cms is');

it.skipIf(!php)('synchronize-a-cms saves and removes a page with PHP', async () => {
  // Creates the search space.
  const cwd = await follow('how-to/categories-to-skos.md');
  const { text } = examplesOf('how-to/synchronize-a-cms.md').find(({ language }) => language === 'php')!;
  await writeFile(join(cwd, 'search-space.php'), text);
  const [first, second] = ['https://www.example.org/a b?c=ü', 'https://www.example.org/2'];
  const page = '<main><h1>Bins &amp; bags</h1><p>Emptied on Monday.</p></main>';
  const calls = [
    `save_page('${first}', '${page}', ['type' => 'Service'])`,
    `save_page('${second}', '${page}')`,
    `remove_page('${second}')`,
  ];
  await writeFile(join(cwd, 'calls.php'), `<?php require 'search-space.php'; ${calls.join(';')};`);
  const env = {
    ...(await environment()),
    SEARCH_TOKEN: await service.token('--scope', 'spaces:write', '--space', 'news'),
  };
  await promisify(execFile)(php!, ['calls.php'], { cwd, env });
  const read = (url: string) => service.call('GET', `/api/spaces/news/documents/${encodeURIComponent(url)}`);
  expect((await read(first!)).body).toMatchObject({ title: 'Bins & bags', type: 'Service', link: first });
  expect((await read(second!)).status).toBe(404);
  await writeFile(join(cwd, 'wrong.php'), "<?php require 'search-space.php'; save_page('x', '');");
  await expect(
    promisify(execFile)(php!, ['wrong.php'], { cwd, env: { ...env, SEARCH_TOKEN: 'x' } }),
  ).rejects.toThrow();
});

const cmsPrograms = [
  { program: process.execPath, file: 'search-sync.mjs' },
  { program: php, file: 'search-sync.php' },
];

it.each(cmsPrograms.filter(({ program }) => program))(
  'any-cms publishes, removes and synchronizes pages with $file',
  async ({ program, file }) => {
    const cwd = await follow('how-to/any-cms.md');
    const env = {
      ...(await environment()),
      PAGES_FILE: join(cwd, 'pages.json'),
      SEARCH_TOKEN: await service.token('--scope', 'spaces:write', '--space', 'cms'),
    };
    const page = (number: number, title: string, isPublic = true) => ({
      number,
      title,
      public: isPublic,
      address: `https://www.example.org/${title}`,
      html: `<p>All about <b>${title}</b></p>`,
      published: '2026-03-01',
      tags: ['news'],
    });
    const run = async (given: object[], ...words: string[]) => {
      await writeFile(join(cwd, 'pages.json'), JSON.stringify(given));
      return (await promisify(execFile)(program!, [file, ...words], { cwd, env })).stdout;
    };
    const titles = async () => {
      const { body } = await service.call('GET', '/api/spaces/cms/documents');
      const ids = (body.documents as unknown as { id: string }[]).map(({ id }) => encodeURIComponent(id));
      const documents = ids.map((id) => service.call('GET', `/api/spaces/cms/documents/${id}`));
      return (await Promise.all(documents)).map(({ body: { title } }) => title).sort();
    };
    const many = Array.from({ length: 250 }, (_, index) => page(index + 10, `page-${index}`));
    await run([page(1, 'ants'), page(2, 'bees'), page(3, 'cats', false), ...many], 'all');
    expect(await titles()).toHaveLength(252);
    expect(await run([page(1, 'ants'), page(2, 'bees'), ...many.slice(0, 200)], 'all')).toBe(
      'The run is complete. It removed 50 documents.\n',
    );
    await run([page(4, 'dogs')], 'publish', '4');
    await run([page(1, 'ants', false)], 'publish', '1');
    await run([], 'remove', '2');
    expect((await titles()).filter((title) => !`${title}`.startsWith('page'))).toEqual(['dogs']);
    expect(await service.call('DELETE', '/api/spaces/cms')).toMatchObject({ status: 200 });
    await expect(run([], 'remove', '2')).rejects.toThrow();
  },
);

const pages = globSync('how-to/*.md', { cwd: content })
  .map((path) => `how-to/${basename(path)}`)
  .sort();
const pagesWithWidget = pages.flatMap((page) =>
  examplesOf(page)
    .filter(({ language, text }) => language === 'html' && text.includes('<script'))
    .map(({ text }, index) => ({ name: `${page}, ${index + 1}`, text })),
);

it('there are pages with widgets in the guides', () => {
  expect(pagesWithWidget.length).toBeGreaterThan(8);
});

it.each(pagesWithWidget)('the HTML of $name is a search', async ({ text }) => {
  const html = hereAndNow(text.replaceAll(/data-configuration="7"/g, 'data-configuration="1"'));
  site.show(html, service);
  const { page, pageErrors, leave } = await visitor();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(site.origin);
  if (text.includes('mode="dialog"')) {
    const opener = page.getByRole('button').first();
    await opener.waitFor();
    expect(requests.filter((url) => url.includes('/api/'))).toEqual([]);
    await opener.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Show all' }).click();
  }
  await resultsHeading(page, '335 results');
  if (text.includes('slot="result"')) await page.locator('[data-result] a[data-link]').first().waitFor();
  expect(pageErrors).toEqual([]);
  await leave();
});

const policies = examplesOf('how-to/content-security-policy.md').filter(
  ({ language }) => language === 'http',
);

it.each(policies)('the widgets work under $text', async ({ text }) => {
  const policy = hereAndNow(text.replace('Content-Security-Policy: ', ''));
  const script = `<script nonce="r4nd0m" type="module" src="${service.url}/widget.js"></script>`;
  site.show(
    `${script}<semantic-search configuration="1" token="${token}"></semantic-search>`,
    service,
    policy,
  );
  const { page, pageErrors, leave } = await visitor();
  await page.goto(site.origin);
  await resultsHeading(page, '335 results');
  expect(pageErrors).toEqual([]);
  await leave();
});

it('results-page sets the query from a script and logs its events', async () => {
  const [address = '', events = ''] = examplesOf('how-to/results-page.md')
    .filter(({ language }) => language === 'js')
    .map(({ text }) => text);
  site.show(
    `<script type="module" src="${service.url}/widget.js"></script><script>${events}</script>
    <semantic-search configuration="1" token="${token}"></semantic-search>`,
    service,
  );
  const { page, pageErrors, leave } = await visitor();
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.goto(site.origin);
  await resultsHeading(page, '335 results');
  await page.evaluate(address);
  await resultsHeading(page, /“owl”/);
  expect(logged.some((line) => line.startsWith('owl 1 0 relevance'))).toBe(true);
  expect(pageErrors).toEqual([]);
  await leave();
});
