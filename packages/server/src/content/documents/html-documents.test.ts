import { type IngestProgress, ResultSection, type RetrievedDocument } from '@semantic-search/contract';
import { crawler, isSkipped, uploadedDocument } from '@semantic-search/sources';
import { describe, expect, test } from 'vitest';
import { served } from '../../../test/support/service.ts';
import { openContent } from '../../open-content.ts';
import { validationErrors } from '../../validation.ts';

const server = served({}, openContent);

const path = (space: string, id: string) => `/api/spaces/${space}/documents/${encodeURIComponent(id)}`;
const put = (id: string, html: unknown) => server.call('PUT', path('pages', id), { html });
const read = async (id: string) =>
  (await server.call('GET', path('pages', id))).body as Record<string, unknown>;
const upload = async (lines: object[]) => {
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  const { body } = await server.call('POST', '/api/spaces/pages/documents', text, {
    'Content-Type': 'application/x-ndjson',
  });
  return String(body)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as IngestProgress);
};

const address = 'https://town.example/passport';
const page = `<!doctype html><html lang="en"><title>Passport – Town</title><meta property="og:site_name" content="Town">
  <nav>Home</nav><main><h1>Passport</h1><p data-search-filter="topic:Identity">Apply in person.</p>
  <h2 id="fees">Fees</h2><p>An adult pays 60 &euro;.</p><script>alert(1)</script></main></html>`;
const sections = [{ anchor: 'fees', heading: 'Fees', level: 2, weight: 6, text: 'An adult pays 60 €.' }];

describe('a page', () => {
  test('becomes a document with text, sections and metadata', async () => {
    await upload([{ id: 'urn:first' }]);
    expect((await put(address, page)).status).toBe(200);
    expect(await read(address)).toEqual({
      id: address,
      link: address,
      title: 'Passport',
      text: 'Passport\nApply in person.\nFees\nAn adult pays 60 €.',
      language: 'en',
      topic: ['Identity'],
      sections,
    });
  });

  test('is the document that a crawl reads', async () => {
    const head =
      '<meta property="og:image" content="/a.jpg"><meta name="description" content="How to apply">';
    const items = '<li><a href="/">Home</a><li><a href="/travel">Travel</a><li>Passport';
    const trail = `<ol class="breadcrumb">${items}</ol><p>3 May 2024</p>`;
    const html = page.replace('<nav>', `${head}${trail}<nav>`);
    const fetched = { status: 200, contentType: 'text/html', body: Buffer.from(html) };
    const missing = { status: 404, contentType: '', body: new Uint8Array() };
    const fetch = async (request: { address: string }) => (request.address === address ? fetched : missing);
    const source = crawler({ starts: [address], fetcher: { fetch } });
    const state = { previous: new Map(), current: new Map() };
    const crawled = await Array.fromAsync(source.read(state, new AbortController().signal));
    const documents = crawled.flatMap(({ item }) => (isSkipped(item) ? [] : [uploadedDocument(item)]));
    await put(address, html);
    expect(documents).toEqual([await read(address)]);
    expect(await read(address)).toMatchObject({
      breadcrumbs: ['Home', 'Travel'],
      description: 'How to apply',
    });
  });

  test('is found by a heading, with the section as part of its result', async () => {
    await put(address, page);
    const { body: made } = await server.call('POST', '/api/configurations', {
      config: { title: 'Town', searchSpace: 'pages' },
    });
    const { body } = await server.call('POST', `/api/configurations/${made.id}/search`, {
      input: 'passport fees',
    });
    const [found] = body.result as unknown as RetrievedDocument[];
    expect(found?.sections).toMatchObject([
      { anchor: 'fees', heading: 'Fees', url: `${address}#fees`, text: 'An adult pays 60 €.' },
    ]);
    expect(validationErrors(ResultSection, found?.sections?.[0])).toEqual([]);
  });

  test('without an address has no link', async () => {
    await put('urn:passport', page);
    expect(await read('urn:passport')).not.toHaveProperty('link');
  });

  test.each([
    ['no markup', 'plain words'],
    ['only a tag that does not end', '<p class="'],
    ['100,000 nested elements', `${'<div>'.repeat(100_000)}deep`],
    ['6 MB of open elements', '<li>'.repeat(1_500_000)],
    ['null characters', '<p>\u0000</p>'],
    ['attributes with the names of members', '<main data-search-filter="embedding:x">Text</main>'],
    ['a forbidden attribute', '<main data-search-filter="__proto__:x">Text</main>'],
  ])('with %s is saved', async (_, html) => {
    const [progress] = await upload([{ id: 'urn:odd', html }]);
    expect(progress).toMatchObject({ accepted: 1, errors: [] });
  });
});

describe('a document with html', () => {
  test('keeps its own members and adds those of the page', async () => {
    const own = {
      title: 'My passport',
      image: null,
      language: 'de',
      topic: ['Travel'],
      type: 'Service',
    };
    const { status } = await server.call('PUT', path('pages', address), { ...own, html: page });
    expect(status).toBe(200);
    const stored = await read(address);
    expect(stored).toMatchObject({
      title: 'My passport',
      language: 'de',
      topic: ['Travel'],
      type: 'Service',
      sections,
    });
    expect(stored).not.toHaveProperty('html');
    expect(stored).not.toHaveProperty('image');
  });

  test('can be a line of a stream, and is identified by its link', async () => {
    const link = 'https://town.example/line';
    const [first, last] = await upload([
      { link, html: page },
      { id: 'urn:number', html: 7 },
      { id: 'urn:text', title: 'Text' },
    ]);
    expect(first?.errors).toEqual([{ line: 2, message: 'html must be a string.' }]);
    expect(last).toMatchObject({ done: true, accepted: 2, refused: 1 });
    expect(await read(link)).toMatchObject({ id: link, link, title: 'Passport', sections });
  });

  test('returns 400 if the html is no text', async () => {
    const { status, body } = await put(address, 7);
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: [{ key: 'html' }] });
  });
});

test.each<[string, object, RegExp]>([
  ['1,001 sections', { sections: Array(1001).fill(sections[0]) }, /sections/],
  ['a heading of 1,001 characters', { sections: [{ ...sections[0], heading: 'a'.repeat(1001) }] }, /heading/],
  ['a level of 7', { sections: [{ ...sections[0], level: 7 }] }, /level/],
])('rejects a document with %s', async (_what, members, message) => {
  const [first] = await upload([{ id: 'urn:wrong', ...members }]);
  expect(first?.errors).toEqual([{ line: 1, message: expect.stringMatching(message) }]);
  expect((await server.call('PUT', path('pages', 'urn:wrong'), members)).status).toBe(400);
});
