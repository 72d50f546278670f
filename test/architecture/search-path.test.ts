/** Search path of ARCHITECTURE.md, walked through the code: each stop hands the search over to the next. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const MAX_STOPS = 15;

interface Stop {
  file: string;
  /** How the code receives the search from the previous stop. */
  receives: RegExp;
  /** How it hands the search over to the next stop. */
  handsOver: RegExp;
}

const stops: Stop[] = [
  {
    file: 'widgets/search-box/search-box',
    receives: /@input=\$\{this\.#handleInput\}/,
    handsOver: /store\?\.change\(\{ input \}\)/,
  },
  {
    file: 'widgets/store/search-store',
    receives: /^ {2}change\(part: Partial<QueryState>/m,
    handsOver: /await search\(connection, configuration, request, \{ signal \}\)/,
  },
  {
    file: 'client/search',
    receives: /^export const search = /m,
    handsOver: /`\/\$\{configId\}\/search`, \{ \.\.\.options, method: 'POST'/,
  },
  {
    file: 'server/app',
    receives: /new Koa\(/,
    handsOver: /\.\.\.options\.routes\.map\(routesOf\)/,
  },
  {
    file: 'server/search/routes',
    receives: /router\.post\('\/search', \(ctx\) => search\(ctx, contextOf\(ctx\)\)\)/,
    handsOver: /await runSearch\(/,
  },
  {
    file: 'server/search/operations',
    receives: /^export async function runSearch\(/m,
    handsOver: /await space\.search\(planSearch\(request, settings\)\)/,
  },
  {
    file: 'server/backends/call',
    receives: /search: \(query\) => run\('search', query\)/,
    handsOver: /await backend\.space\(name\)[\s\S]*return run\(\.\.\.parameters, signal\)/,
  },
  {
    file: 'server/backends/embedded',
    receives: /space: async \(name\) => find\(name\)/,
    handsOver: /openSearchSpace\(join\(directory, name\)/,
  },
  {
    file: 'engine/workers/search-space-client',
    receives: /^export async function openSearchSpace\(/m,
    handsOver: /search: \(query, signal\) => call\('search', \[query\], signal\)/,
  },
  {
    file: 'engine/workers/space-host',
    receives: /port\.on\('message', async \(\{ number, method, args, cancelFlag \}/,
    handsOver: /await operation\(\.\.\.args, signal\)/,
  },
  {
    file: 'engine/search-space-queries',
    receives: /async search\(query, signal\) \{/,
    handsOver: /return search\(query, context, signal\)/,
  },
  {
    file: 'engine/search/searcher',
    receives: /^export function search\(query: SearchQuery, /m,
    handsOver: /planQuery\(query\.input, /,
  },
  { file: 'query/planner', receives: /^export function planQuery\(/m, handsOver: /return plan;/ },
  { file: 'engine/search/evaluate', receives: /^export function evaluate\(/m, handsOver: /^ {4}matches,$/m },
  {
    file: 'engine/search/boolean-scorer',
    receives: /^export function scoreSegment</m,
    handsOver: /addBm25Scores\(/,
  },
];

/** The stops in the first code block of the section: a package name, or spaces for the same package, and a file. */
function documentedStops(): string[] {
  const [, section = ''] = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').split(
    '## A search, from keystroke to index and back',
  );
  const [, block = ''] = section.split(/```(?:text)?\n/);
  let name = '';
  return block
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, inPackage, file] = /^(\w*) +(\S+)/.exec(line)!;
      name = inPackage || name;
      return `${name}/${file}`;
    });
}

it('the search path of ARCHITECTURE.md has the stops of the code', () => {
  expect(documentedStops()).toEqual(stops.map(({ file }) => file));
  expect(stops.length).toBeLessThanOrEqual(MAX_STOPS);
});

it.each(stops)('$file receives the search and hands it over', ({ file, receives, handsOver }) => {
  const [name, ...path] = file.split('/');
  const text = readFileSync(join(root, 'packages', name!, 'src', `${path.join('/')}.ts`), 'utf8');
  expect(text).toMatch(receives);
  expect(text).toMatch(handsOver);
});
