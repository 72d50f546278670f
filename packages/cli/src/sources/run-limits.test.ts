import { crawler, httpFetcher, oaiSource, type Source } from '@semantic-search/sources';
import { isolatedProcess } from '@semantic-search/sources/isolation';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { folderOfTest } from '../../../server/test/support/service.ts';
import { page, respond, type Website, website } from '../../../sources/test/website.fixture.ts';
import { DEFAULT_RUN_LIMITS, RunLimitError, type RunLimitOptions, runLimits } from './run-limits.ts';

let site: Website;
afterEach(() => site.close());

const isolated = isolatedProcess();
afterAll(isolated.close);

/** Number of items before the run ends at a limit. */
async function readUntilLimit(
  options: Partial<RunLimitOptions>,
  open: (fetcher: ReturnType<typeof httpFetcher>) => Source,
): Promise<{ items: number; limit: string }> {
  const limits = runLimits({ ...DEFAULT_RUN_LIMITS, ...options });
  const fetcher = httpFetcher({ userAgent: 'test/1', allowPrivateNetworks: true });
  let items = 0;
  try {
    const source = open(limits.limited(fetcher));
    const state = { previous: new Map(), current: new Map() };
    for await (const _ of source.read(state, limits.signal)) items += 1;
    throw new Error('The run ended by itself');
  } catch (error) {
    expect(limits.signal.reason, String(error)).toBeInstanceOf(RunLimitError);
    return { items, limit: limits.signal.reason.message };
  }
}

let count = 0;
const numbered = (links: (number: number) => string[]) => {
  count += 1;
  return page(`Page ${count}`, `Text of page ${count}`, links(count));
};

/** What a site responds to every path; hostile sites in the wild do these. */
const endless: Record<string, (path: string) => ReturnType<typeof respond> | string | undefined> = {
  'a calendar': () => numbered((number) => [`/day/${number * 2}`, `/day/${number * 2 + 1}`]),
  'pages of a list': () => numbered((number) => [`/list?page=${number + 1}`]),
  'sessions in the path': () => numbered((number) => [`/${number}-${Math.random()}/shop`]),
  'sessions in parameters': () => numbered((number) => [`/?sid=${number}`, `/shop?sid=${number}`]),
  'redirects to new addresses': (path) =>
    path === '/'
      ? numbered(() => Array.from({ length: 50 }, (_, index) => `/r/${index}`))
      : respond(302, { location: `/r/${Math.random()}` }),
  'deeper folders': (path) => numbered((number) => [`${path.slice(0, 100)}${number}/`]),
  'many links': () => numbered((number) => Array.from({ length: 1000 }, (_, i) => `/${number}/${i}`)),
};

describe('a run', () => {
  it.each(Object.keys(endless))('of endless %s ends at the limit of requests', async (kind) => {
    site = await website();
    site.pages.get = (path) => (/^\/(?:robots\.txt|sitemap\.xml)$/.test(path) ? undefined : html(kind, path));
    const starts = [`${site.url}/`];
    const options = { starts, delayMs: 0, maxDepth: 1_000_000 };
    const { limit } = await readUntilLimit({ maxRequests: 60 }, (fetcher) =>
      crawler({ ...options, fetcher }),
    );
    expect(limit).toBe('ended at the limit of 60 requests');
    expect(site.requests.length).toBeLessThanOrEqual(60);
  });

  it('of a site with a long delay ends at the limit of time', async () => {
    site = await website({ '/robots.txt': 'User-agent: *\nCrawl-delay: 60' });
    site.pages.set('/', page('Start', 'Text', ['/a', '/b']));
    const start = performance.now();
    const { items, limit } = await readUntilLimit({ maxMinutes: 0.05 }, (fetcher) =>
      crawler({ starts: [`${site.url}/`], fetcher }),
    );
    expect(limit).toBe('ended at the limit of 0.05 minutes');
    // A busy machine reads no page in three seconds.
    expect(items).toBeLessThan(2);
    // One delay is longer.
    expect(performance.now() - start).toBeLessThan(60_000);
  });

  it('of a repository that always has another token ends at the limits of requests and size', async () => {
    site = await website();
    let number = 0;
    site.pages.get = (path) => {
      number += 1;
      const record = `<record><header><identifier>oai:${number}</identifier><datestamp>2024-01-01</datestamp></header><metadata><dc><title>Record ${number}</title></dc></metadata></record>`;
      const list = `<ListRecords>${record}<resumptionToken>${number}</resumptionToken></ListRecords>`;
      const body = path.includes('Identify') ? '<Identify><baseURL>x</baseURL></Identify>' : list;
      const text = `<OAI-PMH><responseDate>2024-01-01T00:00:00Z</responseDate>${body}</OAI-PMH>`;
      return respond(200, { 'content-type': 'text/xml' }, `${text}<!--${'x'.repeat(50_000)}-->`);
    };
    const open = (fetcher: ReturnType<typeof httpFetcher>) =>
      oaiSource({ address: `${site.url}/oai`, fetcher, isolated });
    const byRequests = await readUntilLimit({ maxRequests: 10 }, open);
    expect(byRequests.limit).toBe('ended at the limit of 10 requests');
    expect(byRequests.items).toBeGreaterThan(5);
    const bySize = await readUntilLimit({ maxMegabytes: 1 }, open);
    expect(bySize.limit).toBe('ended at the limit of 1 MB received');
  });

  it('ends if it has too many addresses', async () => {
    site = await website();
    const limits = runLimits(DEFAULT_RUN_LIMITS);
    const folder = await folderOfTest();
    await limits.checkAddresses(750_000, folder);
    expect(limits.signal.aborted).toBe(false);
    await limits.checkAddresses(750_001, folder);
    expect(limits.signal.reason.message).toBe('ended at the limit of 750000 addresses');
  });
});

function html(kind: string, path: string) {
  const resource = endless[kind]!(path);
  return typeof resource === 'string' ? respond(200, { 'content-type': 'text/html' }, resource) : resource;
}
