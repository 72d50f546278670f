/** Synchronization runs of a whole service: the example of the documentation, and kills at any point. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { folderOfTest, served, serviceOfTest } from '../support/fixtures.ts';
import { root, type Service } from '../support/service.ts';

const service = served({}, []);

interface Article {
  slug: string;
  title: string;
  html: string;
  published: string;
  tags: string[];
}

interface Cms {
  save(article: Article): Promise<void>;
  remove(...articles: Article[]): Promise<void>;
  synchronize(articles: Article[]): Promise<{ removed: number; documents: number }>;
}

/** The example as a module. */
async function exampleCms(): Promise<Cms> {
  const page = await readFile(join(root, 'docs/src/content/docs/how-to/synchronize-a-cms.md'), 'utf8');
  const [, code = ''] = /^```js\n(.*?)^```$/ms.exec(page) ?? [];
  const file = join(await folderOfTest(), 'cms.mjs');
  await writeFile(file, code);
  return import(pathToFileURL(file).href);
}

const article = (slug: string, title = `About ${slug}`): Article => ({
  slug,
  title,
  html: `<p>All news about <b>${slug}</b></p>`,
  published: '2026-03-01',
  tags: ['news'],
});

async function listed(from: Service): Promise<{ id: string; written: string }[]> {
  const { body } = await from.call('GET', '/api/spaces/news/documents');
  return Object.values(body.documents!) as unknown as { id: string; written: string }[];
}

it('the example of the documentation keeps a search space in step with a CMS', async () => {
  process.env.SEARCH_URL = service.url;
  process.env.SEARCH_TOKEN = await service.token('--scope', 'spaces:write', '--space', 'news');
  const cms = await exampleCms();
  const slugs = async () => (await listed(service)).map(({ id }) => id.split('/').at(-1)).sort();
  const articles = ['ants', 'bees', 'cats', 'dogs'].map((slug) => article(slug));
  expect(await cms.synchronize(articles)).toMatchObject({ removed: 0, documents: 4 });
  await cms.save(article('eels'));
  await cms.remove(articles[0]!);
  expect(await slugs()).toEqual(['bees', 'cats', 'dogs', 'eels']);
  const before = await listed(service);
  const result = await cms.synchronize([article('bees'), article('cats', 'Tigers'), article('dogs')]);
  expect(result).toMatchObject({ removed: 1, documents: 3 });
  expect(await slugs()).toEqual(['bees', 'cats', 'dogs']);
  const after = await listed(service);
  const rewritten = after.filter(
    ({ id, written }) => before.find((each) => each.id === id)?.written !== written,
  );
  expect(rewritten.map(({ id }) => id.split('/').at(-1))).toEqual(['cats']);
  await expect(cms.synchronize([])).rejects.toThrow('3 of 3');
  expect(await slugs()).toEqual(['bees', 'cats', 'dogs']);
});

it('a run that is killed with the server at any point loses nothing, and a repeat converges', async () => {
  const data = await folderOfTest();
  const source = (from: number, to: number, title: string) =>
    Array.from({ length: to - from }, (_, i) => ({ id: `urn:${from + i}`, title: `${title} ${from + i}` }));
  const write = (to: Service, documents: object[], run = '') =>
    to.call('POST', `/api/spaces/news/documents${run && `?run=${run}`}`, {
      body: documents.map((each) => JSON.stringify(each)).join('\n'),
      headers: { 'Content-Type': 'application/x-ndjson' },
    });
  let running = await serviceOfTest(data);
  await write(running, source(0, 900, 'Old'));
  const renewed = [...source(300, 600, 'New'), ...source(600, 1000, 'Old')];
  const kept = new Set(renewed.map(({ id }) => id).filter((id) => Number(id.slice(4)) < 900));

  const path = '/api/spaces/news/runs';

  /** A whole run; kills the server within the request with this number. */
  async function synchronize(on: Service, killedRequest = -1): Promise<boolean> {
    let requests = 0;
    let killed: Promise<unknown> | undefined;
    const send = async (request: () => Promise<{ status: number; body: unknown }>) => {
      const sent = request();
      if (requests++ === killedRequest) {
        await new Promise((resolve) => setTimeout(resolve, 10 * Math.random()));
        killed = on.stop('SIGKILL');
      }
      return sent;
    };
    try {
      const { body } = await send(() => on.call('POST', path));
      const run = String((body as { id: unknown }).id);
      for (let from = 0; from < renewed.length; from += 100)
        await send(() => write(on, renewed.slice(from, from + 100), run));
      return (await send(() => on.call('POST', `${path}/${run}/complete`))).status === 200;
    } catch {
      return false;
    } finally {
      await killed;
    }
  }

  const completion = 1 + renewed.length / 100;
  for (const request of [3, completion, completion]) {
    await synchronize(running, request);
    running = await serviceOfTest(data);
    const ids = new Set((await listed(running)).map(({ id }) => id));
    expect([...kept].filter((id) => !ids.has(id))).toEqual([]);
  }
  expect(await synchronize(running)).toBe(true);
  const ids = (await listed(running)).map(({ id }) => id);
  expect(ids.sort()).toEqual(renewed.map(({ id }) => id).sort());
}, 120_000);
