/**
 * The benchmark of the widgets: bytes of each bundle, requests, main-thread CPU, a facet of 500 values, loading and typing
 * beside the default interface of Pagefind.
 *
 *   pnpm bench widgets [--runs NUMBER]   median of NUMBER runs (default 5)
 */
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { browserArguments, findBrowser } from '../../../test/support/browser.ts';
import { builtFiles, bundles, languageBudget, languageFiles, type Size, sizeOf } from './bundle-sizes.ts';
import { compareWithPagefind } from './pagefind.ts';
import { facetToggle, firstResults } from './visit.ts';

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: { runs: { type: 'string', default: '5' } },
  allowPositionals: true,
});
const files = await builtFiles();
const sizes: Record<string, Size> = Object.fromEntries(
  bundles.map(({ name, files: parts }) => [name, sizeOf(files, ...parts)]),
);
sizes['largest language'] = languageFiles(files)
  .map((name) => sizeOf(files, name))
  .reduce((most, one) => (one.gzip > most.gzip ? one : most));
const budgetOf = (name: string) =>
  bundles.find((bundle) => bundle.name === name)?.budget ??
  (name === 'largest language' ? languageBudget : undefined);

const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArguments });
const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
const repeat = async <Value>(run: () => Promise<Value>): Promise<Value[]> => {
  const found: Value[] = [];
  for (let left = Number(values.runs); left > 0; left--) found.push(await run());
  return found;
};
const first = await repeat(() => firstResults(browser, files));
const toggles = await repeat(() => facetToggle(browser, files));
const { ours, pagefind, lowerBound } = await compareWithPagefind(browser, Number(values.runs));
await browser.close();

const figures = {
  requests: Math.max(...first.map(({ requests }) => requests)),
  cpuMs: median(first.map(({ cpu }) => cpu)),
  toggleMs: median(toggles),
  shift: Math.max(...[...first, ...ours].map(({ shift }) => shift)),
  loadMs: median(ours.map(({ load }) => load)),
  keyMs: median(ours.map(({ longestKey }) => longestKey)),
  documentToggleMs: median(ours.map(({ toggle }) => toggle)),
  lowerBoundLoadMs: median(lowerBound),
  pagefindLoadMs: median(pagefind.map(({ load }) => load)),
  pagefindKeyMs: median(pagefind.map(({ longestKey }) => longestKey)),
};

const line = (name: string, figure: number, budget?: number, more = '') =>
  console.log(
    `${name.padEnd(48)}${figure.toFixed(1).padStart(8)}${budget === undefined ? ' '.repeat(12) : `  ≤ ${budget}`.padEnd(8)}${budget === undefined ? '' : figure <= budget ? '  met' : '  missed'}${more}`,
  );
for (const [name, { gzip, brotli }] of Object.entries(sizes))
  line(`${name}, KiB gzip`, gzip, budgetOf(name), `   ${brotli.toFixed(1)} brotli`);
line('requests to first results', figures.requests, 5);
line('main-thread CPU to first results, ms', figures.cpuMs, 95);
line('facet toggle, 500 values, 4× slower, ms', figures.toggleMs, 100);
line('layout shift', figures.shift, 0);
line('largest contentful paint, 4× slower, ms', figures.loadMs, 2.5 * figures.pagefindLoadMs);
line('  of Pagefind, ms', figures.pagefindLoadMs);
line('  of the same results without a library, ms', figures.lowerBoundLoadMs);
line('longest key event, 4× slower, ms', figures.keyMs, 50);
line('  of Pagefind, ms', figures.pagefindKeyMs);
line('facet toggle, Field guide, 4× slower, ms', figures.documentToggleMs, 100);
console.log(JSON.stringify({ benchmark: 'widgets', sizes, ...figures }));
