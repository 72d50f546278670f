/** Benchmark of extraction, a crawl and suggestions; the last line of the output is a JSON object. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { nodeFlags } from '../../server/bench/measured-server.ts';
import { extractPage } from '../src/html/index.ts';
import type { Crawled } from './crawl.ts';
import { parts, round } from './pages.ts';
import { suggestions } from './suggestions.ts';

const menu = Array.from(
  { length: 60 },
  (_, index) => `<li class="menu-item menu-item-type-post"><a href="/${index}">Entry ${index}</a></li>`,
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

async function crawl(): Promise<Crawled> {
  const child = fork(join(import.meta.dirname, 'crawl.ts'), { execArgv: nodeFlags });
  const [crawled] = await once(child, 'message');
  return crawled as Crawled;
}

cpuMilliseconds();
const rounds = Array.from({ length: ROUNDS }, cpuMilliseconds).sort((a, b) => a - b);
const extraction = { msPer100KB: round(rounds[(ROUNDS - 1) / 2]!), best: round(rounds[0]!), goal: 2 };
const crawled = { ...(await crawl()), goals: { msPerPage: 15, rssMB: 300 } };
const suggested = { ...(await suggestions()), goals: { p95Ms: 5 } };
console.log(JSON.stringify({ extraction, crawl: crawled, suggestions: suggested }));
