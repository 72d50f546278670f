/** CPU time of extraction and of a crawl, its memory, and time of suggestions; the last line is one JSON object. */
import { crawler, type Fetcher } from '../src/crawl/index.ts';
import { extractPage } from '../src/html/index.ts';
import { suggestions } from './suggestions.ts';

const words = 'river stone heron willow mist otter bank reed council bridge harbor meadow'.split(' ');
const sentence = (seed: number) =>
  Array.from({ length: 24 }, (_, index) => words[(seed * 7 + index * index) % words.length]).join(' ');
const menu = Array.from(
  { length: 60 },
  (_, index) => `<li class="menu-item menu-item-type-post"><a href="/${index}">Entry ${index}</a></li>`,
);
const parts = Array.from(
  { length: 330 },
  (_, index) =>
    `<h2 id="part-${index}">Part ${index}</h2>\n<p class="text">The ${sentence(index)} &amp; ` +
    `<a href="/page/${index}">more</a> on <b>${index}</b>.</p>`,
);
const html = `<!doctype html><html lang="en"><head><title>Bench | Site</title><style>.a{}</style></head>
<body><nav><ul>${menu.join('')}</ul></nav><main><h1>Bench</h1>${parts.join('\n')}</main></body></html>`;

const ROUNDS = 9;
const PAGES = 100;

function cpuMilliseconds(): number {
  const before = process.cpuUsage();
  for (let page = 0; page < PAGES; page += 1) extractPage(html, 'https://example.org/');
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / PAGES / (html.length / 100_000);
}

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
  close: () => undefined,
};

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

const round = (value: number) => Math.round(value * 100) / 100;

cpuMilliseconds();
const rounds = Array.from({ length: ROUNDS }, cpuMilliseconds).sort((a, b) => a - b);
const extraction = { msPer100KB: round(rounds[(ROUNDS - 1) / 2]!), best: round(rounds[0]!), goal: 2 };
const crawled = { ...(await crawl()), goals: { msPerPage: 15, rssMB: 300 } };
const suggested = { ...(await suggestions()), goals: { p95Ms: 5 } };
console.log(JSON.stringify({ extraction, crawl: crawled, suggestions: suggested }));
