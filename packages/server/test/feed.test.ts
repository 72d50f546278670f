/** A search as a feed: Atom by the rules of RFC 4287, JSON Feed, tokens in the address, caching. */
import { beforeAll, expect, test } from 'vitest';
import { openContent } from '../src/open-content.ts';
import { secrets } from './support/forged-tokens.ts';
import { served } from './support/service.ts';

const server = served(secrets, openContent);
let path = '';
let token = '';

beforeAll(async () => {
  const documents = [
    {
      id: 'urn:a',
      title: 'Tom & <Jerry>',
      description: 'A "cat"\u0007 and a mouse 🐭',
      link: 'https://example.org/a b',
      date: '2020-01-02',
      type: 'film',
    },
    { id: 'plain id', title: 'Tom again', link: '/relative', date: '2024-05-06', type: 'book' },
    { id: 'urn:c', title: '', description: 'tom', type: 'film' },
  ];
  const lines = documents.map((document) => JSON.stringify(document)).join('\n');
  await server.call('POST', '/api/spaces/films/documents', lines, { 'Content-Type': 'application/x-ndjson' });
  const config = { title: 'Films & more', searchSpace: 'films', filter: { facetsToShow: [{ uri: 'type' }] } };
  path = await server.created(config);
  const id = Number(path.split('/').at(-1));
  const origins = ['https://www.example.org'];
  token = (await server.issuer.publishable({ name: 'page', configurations: [id], origins, lifetime: 600 }))
    .token;
});

/** As a feed reader: no token in a header, and no Origin. */
async function read(query: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}${path}/feed?access_token=${token}&${query}`, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

/** A strict parser of the XML that the server writes: throws for anything that is not well-formed. */
function parseXml(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const declaration = '<?xml version="1.0" encoding="utf-8"?>\n';
  expect(xml.startsWith(declaration)).toBe(true);
  let rest = xml.slice(declaration.length);
  const decoded = (text: string) => {
    expect(text).not.toMatch(/&(?!(?:amp|lt|gt|quot);)|[<>]/);
    return text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
  };
  while (rest !== '') {
    const [all, end, name, attributes, selfClosing, text] =
      /^(?:<(\/?)([a-z]+)((?: [a-z]+="[^"<]*")*)(\/?)>|([^<]+))/.exec(rest) ?? [];
    if (all === undefined) throw new Error(`Not well-formed: ${rest.slice(0, 50)}`);
    rest = rest.slice(all.length);
    const parent = open.at(-1)!;
    if (text !== undefined) parent.text += decoded(text);
    else if (end) expect(open.pop()!.name).toBe(name);
    else {
      const pairs = [...attributes!.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, key, value]) => [
        key,
        decoded(value!),
      ]);
      const element = { name: name!, attributes: Object.fromEntries(pairs), children: [], text: '' };
      parent.children.push(element);
      if (!selfClosing) open.push(element);
    }
  }
  expect(open).toEqual([root]);
  return root.children[0]!;
}

const childrenOf = ({ children }: Element, name: string) => children.filter((child) => child.name === name);
const isIri = (text: string) => /^[a-z][a-z\d+.-]*:\S+$/i.test(text);
const isTime = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text);

/** The rules of RFC 4287, sections 4.1.1 and 4.1.2, that apply to the elements in use. */
function expectAtom(feed: Element): Element[] {
  expect([feed.name, feed.attributes.xmlns]).toEqual(['feed', 'http://www.w3.org/2005/Atom']);
  const allowed = ['id', 'title', 'updated', 'author', 'link', 'entry', 'summary', 'content'];
  for (const element of [feed, ...childrenOf(feed, 'entry')]) {
    for (const name of ['id', 'title', 'updated']) expect(childrenOf(element, name)).toHaveLength(1);
    expect(isIri(childrenOf(element, 'id')[0]!.text)).toBe(true);
    expect(isTime(childrenOf(element, 'updated')[0]!.text)).toBe(true);
    expect(allowed).toEqual(expect.arrayContaining(element.children.map(({ name }) => name)));
    for (const { attributes } of childrenOf(element, 'link')) expect(isIri(attributes.href!)).toBe(true);
  }
  expect(childrenOf(childrenOf(feed, 'author')[0]!, 'name')[0]!.text).not.toBe('');
  const entries = childrenOf(feed, 'entry');
  for (const entry of entries) {
    const alternates = childrenOf(entry, 'link').filter(({ attributes }) => attributes.rel === 'alternate');
    const contents = childrenOf(entry, 'content');
    expect(alternates.length + contents.length).toBe(1);
  }
  expect(new Set(entries.map((entry) => childrenOf(entry, 'id')[0]!.text)).size).toBe(entries.length);
  return entries;
}

test('is valid Atom, newest first by date or else by the time of writing, with a token in the address that is bound to another origin', async () => {
  const { status, headers, text } = await read('input=tom');
  expect([status, headers.get('content-type')]).toEqual([200, 'application/atom+xml']);
  const feed = parseXml(text);
  const entries = expectAtom(feed);
  expect(entries.map((entry) => childrenOf(entry, 'id')[0]!.text)).toEqual([
    'urn:c',
    'urn:document:plain%20id',
    'urn:a',
  ]);
  const written = Date.parse(childrenOf(entries[0]!, 'updated')[0]!.text);
  expect(Math.abs(Date.now() - written)).toBeLessThan(3_600_000);
  expect(childrenOf(feed, 'title')[0]!.text).toBe('Films & more: tom');
  expect(childrenOf(entries[2]!, 'title')[0]!.text).toBe('Tom & <Jerry>');
  expect(childrenOf(entries[2]!, 'link')[0]!.attributes.href).toBe('https://example.org/a%20b');
  expect(childrenOf(feed, 'id')[0]!.text).not.toContain('access_token');
  expect(childrenOf(feed, 'updated')[0]!.text).not.toBe('');
});

test('applies facets, and is JSON Feed on demand', async () => {
  const { headers, text } = await read('format=json&facet=dyn_lit_type%7Cbook%7C');
  expect(headers.get('content-type')).toContain('application/feed+json');
  expect(JSON.parse(text)).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Films & more',
    items: [
      { id: 'urn:document:plain%20id', title: 'Tom again', date_published: '2024-05-06T00:00:00.000Z' },
    ],
  });
});

test('an empty feed is valid, too', async () => {
  expect(expectAtom(parseXml((await read('input=unicorn')).text))).toEqual([]);
});

test('is not sent again if it has not changed, and computed at most once a minute', async () => {
  const first = await read('input=again');
  const tag = first.headers.get('etag')!;
  expect(first.headers.get('cache-control')).toContain('max-age=900');
  expect(Date.parse(first.headers.get('last-modified')!)).toBeGreaterThan(0);
  expect((await read('input=again', { 'If-None-Match': tag })).status).toBe(304);
});

test('only this route takes a token from the address, and a browser page of another origin may not use it', async () => {
  const search = await fetch(`${server.url}${path}/search?access_token=${token}`, { method: 'POST' });
  const suggest = await fetch(`${server.url}${path}/suggestConcepts?searchString=a&access_token=${token}`);
  expect([search.status, suggest.status]).toEqual([401, 401]);
  expect((await read('', { Origin: 'https://evil.example' })).status).toBe(403);
  expect((await fetch(`${server.url}${path}/feed`)).status).toBe(401);
  expect((await fetch(`${server.url}/api/configurations/999/feed`)).status).toBe(401);
  expect((await read('format=rss')).status).toBe(400);
  expect((await read('facet=gone%7Cx%7C')).status).toBe(400);
});

test('needs no token if the main page offers the configuration, and shows only what its token permits', async () => {
  const config = { title: 'Public', searchSpace: 'films', visible: true };
  const scope = { include: [{ uri: 'type', values: ['film'] }] };
  const [all, some] = [await server.created(config), await server.created({ ...config, scope })];
  const ids = async (address: string, headers = {}) => {
    const response = await fetch(`${server.url}${address}/feed?format=json`, { headers });
    if (!response.ok) return response.status;
    return ((await response.json()) as { items: { id: string }[] }).items.map(({ id }) => id);
  };
  expect(await ids(all)).toEqual(['urn:c', 'urn:document:plain%20id', 'urn:a']);
  expect(await ids(some)).toEqual(['urn:c', 'urn:a']);
  expect(await ids(all, { Origin: 'https://evil.example' })).toBe(403);
  expect(await ids(all, { Authorization: 'Bearer x.y.z' })).toBe(401);
  const withWrongToken = await fetch(`${server.url}${all}/feed?access_token=`);
  const others = ['/document?uri=urn:a', '/suggestConcepts?searchString=a', ''];
  const refused = await Promise.all(others.map((other) => fetch(`${server.url}${all}${other}`)));
  expect([withWrongToken, ...refused].map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  await server.call('PUT', all, { config: { ...config, visible: false } });
  expect(await ids(all)).toBe(401);
});
