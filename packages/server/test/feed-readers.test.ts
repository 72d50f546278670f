/** Atom feeds of searches by the grammar of RFC 4287, and as three public readers read them. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import FeedParser from 'feedparser';
import RssParser from 'rss-parser';
import { beforeAll, expect, test } from 'vitest';
import { openContent } from '../src/open-content.ts';
import { served } from './support/service.ts';
import { skipReason } from './support/skip-reason.ts';

interface Entry {
  id: string;
  title: string;
  link: string;
  time: string;
  text: string;
}

/** What `support/read_feeds.py` reports about one feed. */
interface Reading {
  errors: string[];
  malformed: boolean;
  version: string;
  title: string;
  entries: Entry[];
}

const support = join(import.meta.dirname, 'support');
const installed = join(import.meta.dirname, '../../../.ci/python/bin/python');
const python = existsSync(installed) ? installed : 'python3';
const hasReader = spawnSync(python, ['-c', 'import feedparser, lxml']).status === 0;

const documents = [
  {
    id: 'urn:plain',
    title: 'Plain owl',
    description: 'An owl.',
    link: 'https://example.org/1',
    date: '2024-01-02',
  },
  {
    id: 'urn:markup',
    title: 'Owl & <b>"bold"</b> ]]> &amp; <script>',
    description: "<p>An owl's \u0007night</p> \u2028 🦉 \ufffe & more",
    link: 'https://example.org/a b?c=ü&d=<e>',
    date: '2023-05-06T07:08:09+02:00',
  },
  { id: 'an id with spaces & ümlauts', title: 'Owl without a date', link: 'https://example.org/3' },
  {
    id: 'urn:scripts',
    title: 'بومة owl ふくろう',
    description: '\u202eowl',
    link: '/relative',
    date: '1066',
  },
  {
    id: "urn:o'neill",
    title: '<![CDATA[owl]]> &nbsp; &#0; <!-- owl -->',
    description: 'owl \u0000\u0001\u0085\u200f\u2066 👩‍🚒 e\u0301 \ud83e ]]]]><![CDATA[>',
    link: 'https://[::1]:8080/?q="owl"&lt;#\u202e',
    date: '9999-12-31',
  },
  { id: 'urn:controls', title: '\u0001\u0002', description: '\u0003 owl', link: 'ftp://example.org/owl' },
  {
    id: 'https://example.org/owl?a=1&b=<2>',
    title: 'owl '.repeat(400),
    link: 'HTTPS://EXAMPLE.ORG/%zz?{owl}|^`%',
    date: 'soon',
  },
  { id: 'urn:mail', title: 'owl', link: 'mailto:owl@example.org', date: '2022-02-02' },
];

/** The only one about meadows. */
const single = { id: 'urn:single', title: 'Meadow', description: '🌾' };

const server = served({}, openContent);
let address = '';
let atom = '';

beforeAll(async () => {
  const lines = [...documents, single].map((document) => JSON.stringify(document)).join('\n');
  const path = '/api/spaces/birds/documents';
  const { body } = await server.call('POST', path, lines, { 'Content-Type': 'application/x-ndjson' });
  expect(body).toContain(`"accepted":${documents.length + 1}`);
  const config = { title: 'Birds & "owls" <now>', searchSpace: 'birds', visible: true };
  address = `${server.url}${await server.created(config)}/feed`;
  atom = await textOf('?input=owl');
});

const textOf = async (query: string) => (await fetch(address + query)).text();

/** The entries as the feed in JSON has them, which has no markup to escape. */
async function expectedEntries(): Promise<Entry[]> {
  const { items } = JSON.parse(await textOf('?input=owl&format=json')) as {
    items: { id: string; url?: string; title: string; date_published: string; content_text: string }[];
  };
  return items.map(({ id, url = '', title, date_published: time, content_text: text }) => ({
    ...{ id, title, link: url, time, text },
  }));
}

/** Without the white space and the invisible characters that readers treat differently. */
const plain = (text: string | null | undefined) => (text ?? '').replace(/[\s\p{C}]+/gu, ' ').trim();

const comparable = (entries: Entry[]) =>
  entries.map(({ id, title, link, time, text }) => ({
    ...{ id, title: plain(title), link, time: new Date(time).toISOString(), text: plain(text) },
  }));

function readByPython(feeds: string[]): Reading[] {
  const words = [join(support, 'read_feeds.py'), join(support, 'atom.rng')];
  const { stdout, stderr, status } = spawnSync(python, words, { input: JSON.stringify(feeds) });
  expect(status, String(stderr)).toBe(0);
  return JSON.parse(String(stdout)) as Reading[];
}

test('rss-parser reads the entries', async () => {
  const { title, items } = await new RssParser<object, { id: string }>().parseString(atom);
  expect(title).toBe('Birds & "owls" <now>: owl');
  const entries = items.map(({ id, title = '', link = '', isoDate = '', summary, content }) => ({
    ...{ id, title, link, time: isoDate, text: summary ?? content ?? '' },
  }));
  expect(comparable(entries)).toEqual(comparable(await expectedEntries()));
});

test('feedparser for Node reads the entries, but removes tags from titles', async () => {
  const parser = new FeedParser({ strict: true });
  parser.end(atom);
  const entries: Entry[] = [];
  for await (const { guid, title, link, date, description } of parser)
    entries.push({ id: guid, title, link: link ?? '', time: date!.toISOString(), text: description ?? '' });
  const expected = (await expectedEntries()).map((entry) => ({
    ...entry,
    title: entry.title.replace(/<[^>]*>/g, ''),
  }));
  expect(comparable(entries)).toEqual(comparable(expected));
});

test('has the times of the documents, also of the Middle Ages', async () => {
  const days = (await expectedEntries()).map(({ id, time }) => `${id} ${time.slice(0, 10)}`);
  // Those without a date have the time of writing.
  const dated = days.filter((day) => !/^urn:(?:document:|controls)/.test(day));
  expect(dated).toEqual([
    "urn:o'neill 9999-12-31",
    'urn:plain 2024-01-02',
    'urn:markup 2023-05-06',
    'urn:mail 2022-02-02',
    'urn:scripts 1066-01-01',
  ]);
});

/** Changes that RFC 4287 does not allow. */
const faults: [name: string, from: RegExp | string, to: string][] = [
  ['an entry without an ID', /<entry><id>[^<]*<\/id>/, '<entry>'],
  ['a time without a zone', /Z<\/updated>/, '</updated>'],
  ['two titles', /(<title>[^<]*<\/title>)/, '$1$1'],
  ['an ID that is no IRI', /<id>[^<]*<\/id>/, '<id>7</id>'],
  ['a link without an address', / href="[^"]*"/, ''],
  ['an unknown attribute', '<entry>', '<entry owl="1">'],
  ['an unknown element', '<entry>', '<entry><pubDate/>'],
  ['an author without a name', /<name>[^<]*<\/name>/, ''],
  ['a text of unknown type', '<summary>', '<summary type="plain">'],
];

const title = hasReader
  ? 'is valid by RFC 4287, and feedparser for Python reads the entries'
  : skipReason('No grammar is applied to feeds: lxml and feedparser for Python are missing (.ci/install).');

if (!hasReader) console.warn(title);
test.runIf(hasReader)(title, async () => {
  const mutated = faults.map(([, from, to]) => atom.replace(from, to));
  const [few, none] = [await textOf('?input=meadow'), await textOf('?input=unicorn')];
  const [full, single, empty, ...faulty] = readByPython([atom, few, none, ...mutated]);
  expect(full).toMatchObject({ errors: [], malformed: false, version: 'atom10' });
  expect(full!.title).toBe('Birds & "owls" <now>: owl');
  expect(comparable(full!.entries)).toEqual(comparable(await expectedEntries()));
  expect(single).toMatchObject({ errors: [], malformed: false, entries: [{ id: 'urn:single' }] });
  expect(empty).toMatchObject({ errors: [], malformed: false, entries: [] });
  const accepted = faults.filter((_fault, index) => faulty[index]!.errors.length === 0);
  expect(accepted.map(([name]) => name)).toEqual([]);
});
test.skipIf(hasReader)(title, (context) => context.skip(title));
