/** CPU time and memory of a crawl; runs in its own process, with the flags of the command line. */
import { crawler, type Fetcher } from '../src/index.ts';
import { parts, round } from './pages.ts';

/** Pages of 10 KB in a tree, without a network. */
const CRAWLED_PAGES = 20_000;

const site: Fetcher = {
  async fetch({ address }) {
    const number = Number(new URL(address).pathname.slice(1));
    const found = { status: 200, contentType: 'text/html', body: new Uint8Array() };
    if (Number.isNaN(number)) return { ...found, status: 404 };
    const links = Array.from({ length: 40 }, (_, index) => number * 40 + index + 1);
    const anchors = links
      .filter((each) => each < CRAWLED_PAGES)
      .map((each) => `<a href="/${each}">${each}</a>`);
    const text = parts.slice(0, 45).join('');
    const body = `<title>Page ${number}</title><nav>${anchors.join('')}</nav><main><p>${number}</p>${text}</main>`;
    return { ...found, body: new TextEncoder().encode(body) };
  },
};

export type Crawled = Awaited<ReturnType<typeof crawl>>;

async function crawl() {
  const before = process.cpuUsage();
  const begin = performance.now();
  const options = {
    starts: ['https://example.org/0'],
    fetcher: site,
    delayMs: 0,
    include: ['/*'],
    exclude: ['*?*'],
  };
  const state = { previous: new Map(), current: new Map() };
  let documents = 0;
  let rss = 0;
  for await (const { item } of crawler(options).read(state, new AbortController().signal)) {
    if (!('outcome' in item)) documents += 1;
    if (documents % 100 === 0) rss = Math.max(rss, process.memoryUsage.rss());
  }
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - begin) / 1000;
  return {
    documents,
    msPerPage: round((user + system) / 1000 / documents),
    pagesPerSecond: Math.round(documents / seconds),
    rssMB: Math.round(rss / 1e6),
  };
}

process.send?.(await crawl());
