/** CPU time of HTML extraction per 100 KB; the last line is one JSON object. */
import { extractPage } from '../src/html/index.ts';

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

cpuMilliseconds();
const rounds = Array.from({ length: ROUNDS }, cpuMilliseconds).sort((a, b) => a - b);
const median = rounds[(ROUNDS - 1) / 2]!;
const round = (value: number) => Math.round(value * 100) / 100;
console.log(
  JSON.stringify({ bytes: html.length, msPer100KB: round(median), best: round(rounds[0]!), goal: 2 }),
);
