/** Kills of the command `crawl` at random times: no document is lost, and a complete run leaves the pages of the site. */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  run,
  type Service,
  semanticSearch,
  startService,
  temporaryDirectory,
} from '../../../../test/support/service.ts';
import { page, type Website, website } from '../../../sources/test/website.fixture.ts';

const kills = Number(process.env.KILLS ?? 30);
const PAGES = 80;
/** Changed, removed and added pages before each run. */
const CHANGES = 4;

let site: Website;
let service: Service;
let dataDirectory: { path: string; remove(): Promise<void> };
let changes = 0;
/** Text of the pages by path. */
const texts = new Map<string, string>();

beforeAll(async () => {
  site = await website();
  dataDirectory = await temporaryDirectory();
  service = await startService(dataDirectory.path, {}, []);
  for (let number = 0; number < PAGES; number += 1) writePage(`/page/${number}`);
  linkPages();
});
afterAll(async () => {
  await service.stop();
  await site.close();
  await dataDirectory.remove();
});

function writePage(path: string): void {
  changes += 1;
  const text = `Herons, version ${changes}`;
  texts.set(path, text);
  site.pages.set(path, page(path, text));
}

function linkPages(): void {
  site.pages.set('/', page('Start', `Welcome ${changes}`, [...texts.keys()]));
}

function changeSite(): void {
  const paths = [...texts.keys()];
  for (const path of paths.slice(0, CHANGES)) {
    texts.delete(path);
    site.pages.delete(path);
    writePage(`/page/${changes}-new`);
  }
  for (let count = 0; count < CHANGES; count += 1)
    writePage(paths[CHANGES + Math.floor(Math.random() * (paths.length - CHANGES))]!);
  linkPages();
}

/** Text of each stored page by path. */
async function storedPages(): Promise<Map<string, string>> {
  const path = '/api/spaces/town/documents';
  const { documents } = (await service.call('GET', path)).body as unknown as { documents: { id: string }[] };
  const texts = documents.map(async ({ id }) => {
    const { body } = await service.call('GET', `${path}/${encodeURIComponent(id)}`);
    return [new URL(id).pathname, String(body.text ?? '')] as const;
  });
  return new Map(await Promise.all(texts));
}

const crawlArguments = () => [
  'crawl',
  '--delay',
  '0',
  '--allow-private-networks',
  '--space',
  'town',
  `${site.url}/`,
];

test(`${kills} kills lose no document`, { timeout: kills * 6_000 }, async () => {
  const firstStarted = performance.now();
  expect((await semanticSearch(crawlArguments(), { DATA_DIR: dataDirectory.path })).code).toBe(0);
  let runMs = performance.now() - firstStarted;
  let completed = 0;
  for (let killed = 0; killed < kills; ) {
    const before = await storedPages();
    changeSite();
    const started = performance.now();
    const child = run(crawlArguments(), { DATA_DIR: dataDirectory.path });
    const exited = once(child, 'exit');
    await Promise.race([delay(runMs * (0.3 + 0.8 * Math.random())), exited]);
    child.kill('SIGKILL');
    const [code] = await exited;
    const elapsedMs = performance.now() - started;
    const after = await storedPages();
    if (code === 0) {
      completed += 1;
      // Later runs are faster than the first one, because most pages are unchanged.
      runMs = elapsedMs;
    } else {
      killed += 1;
    }
    for (const path of texts.keys()) if (before.has(path)) expect(after.get(path), path).toBeDefined();
  }
  // The first run may resume a killed one and then skips the pages that the killed run has already read.
  for (let round = 1; round <= 2; round += 1) {
    const { code, errors } = await semanticSearch([...crawlArguments(), '--force'], {
      DATA_DIR: dataDirectory.path,
    });
    expect(code, errors).toBe(0);
  }
  const final = await storedPages();
  expect([...final.keys()].toSorted()).toEqual(['/', ...texts.keys()].toSorted());
  for (const [path, text] of texts) expect(final.get(path), path).toContain(text);
  console.log(`${kills} kills, ${completed} complete runs in between`);
});
