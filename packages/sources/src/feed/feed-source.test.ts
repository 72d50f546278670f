import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localFetcher } from '../../test/crawl.fixture.ts';
import { respond, type Website, website } from '../../test/website.fixture.ts';
import { isolatedProcess } from '../isolation/isolated-process.ts';
import { type AddressState, type Document, isSkipped } from '../source.ts';
import { type FeedOptions, feedSource, requireFeed } from './feed-source.ts';

let site: Website;
beforeEach(async () => {
  site = await website();
});
afterEach(() => site.close());

const isolated = isolatedProcess();
afterAll(isolated.close);

async function harvest(
  previous: ReadonlyMap<string, AddressState> = new Map(),
  options: Partial<FeedOptions> = {},
) {
  const source = feedSource({
    address: `${site.url}/feed.xml`,
    fetcher: localFetcher(),
    isolated,
    ...options,
  });
  const outcomes: Record<string, string> = {};
  const documents: Document[] = [];
  const state = new Map<string, AddressState>();
  for await (const each of source.read({ previous, current: new Map() }, new AbortController().signal)) {
    const id = isSkipped(each.item) ? each.item.address : each.item.id;
    outcomes[id.replace(site.url, '')] = isSkipped(each.item) ? each.item.outcome : 'document';
    if (!isSkipped(each.item)) documents.push(each.item);
    if (each.state.indexed || each.state.requested) state.set(id, each.state);
  }
  return { outcomes, documents, state };
}

const rss = (...items: string[]) =>
  `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
   <channel><title>News</title><language>en-gb</language>${items.join('')}</channel></rss>`;
const item = (name: string, text = name) =>
  `<item><title>${name}</title><link>/${name}</link><description>${text}</description></item>`;

describe('a feed', () => {
  it.each([
    [
      '<rss><channel><item><guid>1</guid><title>T</title>A</item></channel></rss>',
      '<author>ada@example.org (Ada Moss)</author>',
      ['Ada Moss'],
    ],
    [
      '<rss><channel><item><guid>1</guid><title>T</title>A</item></channel></rss>',
      '<author>ada@example.org</author>',
      undefined,
    ],
    [
      '<rss><channel><item><guid>1</guid><title>T</title>A</item></channel></rss>',
      '<author>Ada Moss</author>',
      ['Ada Moss'],
    ],
    [
      '<feed xmlns="http://www.w3.org/2005/Atom">A<entry><id>1</id><title>T</title></entry></feed>',
      '<author><name>Ada Moss</name></author>',
      ['Ada Moss'],
    ],
    [
      '{"version":"https://jsonfeed.org/version/1.1",A,"items":[{"id":"1","title":"T"}]}',
      '"authors":[{"name":"Ada Moss"}]',
      ['Ada Moss'],
    ],
  ])('has the authors of %s', async (feed, author, expected) => {
    site.pages.set('/feed.xml', feed.replace(/(?<![a-z])A(?![a-z])/, author));
    expect((await harvest()).documents[0]!.attributes.author).toEqual(expected);
  });

  it('is read although its links and enclosures are not closed', async () => {
    site.pages.set(
      '/feed.xml',
      rss(`<atom:link href="/feed.xml" rel="self"><item><title>Cats</title><link>${site.url}/1
        <enclosure url="/a.mp3"><description>Short</description></item>`),
    );
    expect((await harvest()).documents).toMatchObject([{ link: `${site.url}/1`, text: 'Short' }]);
  });

  it('in RSS has text, date, author, categories and picture', async () => {
    site.pages.set(
      '/feed.xml',
      rss(`<item><title>Cats &amp;amp; dogs</title><link>${site.url}/1</link><description>&lt;p&gt;Short&lt;/p&gt;</description>
        <content:encoded><![CDATA[<p>Long <b>text</b></p><script>no</script>]]></content:encoded>
        <pubDate>Tue, 03 Jun 2003 09:39:21 GMT</pubDate><category>Pets</category><dc:creator>Z</dc:creator>
        <enclosure url="/p.jpg" type="image/jpeg" length="3"/></item>`),
    );
    expect((await harvest()).documents).toEqual([
      {
        id: `${site.url}/1`,
        link: `${site.url}/1`,
        title: 'Cats & dogs',
        description: 'Short',
        text: 'Long text',
        date: '2003-06-03T09:39:21.000Z',
        language: 'en-GB',
        image: `${site.url}/p.jpg`,
        subjects: ['Pets'],
        sections: [],
        attributes: { author: ['Z'], category: ['Pets'] },
      },
    ]);
  });

  it('has a link for each item that has an address', async () => {
    const guid = (value: string) =>
      `<item><title>Item</title><guid isPermaLink="false">${value}</guid></item>`;
    site.pages.set('/feed.xml', rss(item('a'), guid('tag:example.org,1'), guid('https://example.org/2')));
    const { documents } = await harvest();
    expect(documents.map(({ id, link }) => [id, link])).toEqual([
      [`${site.url}/a`, `${site.url}/a`],
      ['tag:example.org,1', undefined],
      ['https://example.org/2', 'https://example.org/2'],
    ]);
  });

  it('in Atom is read with its following pages', async () => {
    const atom = (next: string, name: string) =>
      `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de">${next}<entry><id>urn:${name}</id><title>${name} &lt; 3</title>
       <link href="${name}"/><updated>2020-01-02T00:00:00Z</updated><category term="t" label="Topic"/>
       <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Hello <b>world</b></p></div></content></entry></feed>`;
    site.pages.set('/feed.xml', atom('<link rel="next" href="/second.xml"/>', 'a'));
    site.pages.set('/second.xml', atom('<link rel="next" href="/feed.xml"/>', 'b'));
    const { documents } = await harvest();
    expect(
      documents.map(({ link, title, text, date, language, subjects }) => [
        link,
        title,
        text,
        date,
        language,
        subjects,
      ]),
    ).toEqual(
      ['a', 'b'].map((name) => [
        `${site.url}/${name}`,
        `${name} < 3`,
        'Hello world',
        '2020-01-02T00:00:00.000Z',
        'de',
        ['Topic'],
      ]),
    );
  });

  it.each([
    ['the address of the feed', '', '', '/a'],
    ['the base of the feed', 'xml:base="/blog/"', '', '/blog/a'],
    ['the base of the entry', '', 'xml:base="/2020/"', '/2020/a'],
    ['the base of the entry in that of the feed', 'xml:base="/blog/"', 'xml:base="2020/"', '/blog/2020/a'],
    ['the outer address if the base is none', 'xml:base="http://["', 'xml:base="2020/"', '/2020/a'],
  ])('in Atom has links relative to %s', async (_name, feedBase, entryBase, expected) => {
    const entry = `<entry ${entryBase}><id>urn:a</id><title>a</title><link href="a"/></entry>`;
    site.pages.set('/feed.xml', `<feed xmlns="http://www.w3.org/2005/Atom" ${feedBase}>${entry}</feed>`);
    expect((await harvest()).documents.map(({ link }) => link)).toEqual([`${site.url}${expected}`]);
  });

  it('in JSON and in RDF is read too', async () => {
    const json = {
      version: 'https://jsonfeed.org/version/1.1',
      title: 'T',
      items: [{ id: '1', url: '/1', title: 'a < b', content_html: '<p>x</p>', tags: ['t'] }],
    };
    site.pages.set('/feed.xml', JSON.stringify(json));
    expect((await harvest()).documents).toMatchObject([{ title: 'a < b', text: 'x', subjects: ['t'] }]);
    site.pages.set(
      '/feed.xml',
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
       <channel rdf:about="x"><title>T</title><link>x</link></channel>
       <item rdf:about="y"><title>t</title><link>/2</link><description>d</description><dc:date>2020-01-01</dc:date></item></rdf:RDF>`,
    );
    expect((await harvest()).documents).toMatchObject([
      { id: `${site.url}/2`, title: 't', text: 'd', date: '2020-01-01' },
    ]);
  });

  it('keeps items that are no longer in it until a full run finds their page missing', async () => {
    site.pages.set('/feed.xml', rss(item('a'), item('b'), item('c')));
    const { state } = await harvest();
    site.pages.set('/feed.xml', rss(item('c', 'changed')));
    site.pages.set('/a', 'still here');
    expect((await harvest(state)).outcomes).toEqual({
      '/feed.xml': 'skipped',
      '/a': 'unchanged',
      '/b': 'unchanged',
      '/c': 'document',
    });
    expect((await harvest(state, { full: true })).outcomes).toMatchObject({
      '/a': 'unchanged',
      '/b': 'removed',
    });
  });

  it('is not read if it has not changed since the last run', async () => {
    const headers = { etag: '"1"', 'content-type': 'application/rss+xml' };
    site.pages.set('/feed.xml', (request, response) =>
      request.headers['if-none-match'] === '"1"'
        ? respond(304, headers)(request, response)
        : respond(200, headers, rss(item('a')))(request, response),
    );
    const { state } = await harvest();
    expect((await harvest(state)).outcomes).toEqual({ '/feed.xml': 'skipped', '/a': 'unchanged' });
    expect((await harvest((await harvest(state)).state)).outcomes).toEqual({
      '/feed.xml': 'skipped',
      '/a': 'unchanged',
    });
  });

  it('that fails or has another format is rejected', async () => {
    const options = { address: `${site.url}/feed.xml`, fetcher: localFetcher(), isolated };
    await expect(requireFeed(options, new AbortController().signal)).rejects.toThrow('HTTP status 404');
    site.pages.set('/feed.xml', '<html><body>no</body></html>');
    await expect(requireFeed(options, new AbortController().signal)).rejects.toThrow();
    await expect(harvest()).rejects.toThrow();
  });

  it('that takes too much memory or time is rejected, and the next one is read', async () => {
    const largeItem = `<item>${'<a/>'.repeat(1000)}</item>`;
    site.pages.set('/feed.xml', `<rss><channel>${largeItem.repeat(3900)}</channel></rss>`);
    await expect(harvest()).rejects.toThrow(/feed\.xml (?:needs more|takes longer) than/);
    site.pages.set('/feed.xml', rss(item('a')));
    expect((await harvest()).documents).toMatchObject([{ title: 'a' }]);
  });

  it('with faults loses no item', async () => {
    site.pages.set(
      '/feed.xml',
      `\n<?xml version="1.0"?>\n${rss(
        '\n<item><title>Q&A &nbsp; caf&eacute;</title><link>/1?a=1&b=2</link></item>',
        '\n<item><title>\u0001 One<link>/2</link></title></item>',
        '\n<item><title>Two</title><link>/3</link>',
        '\n<item><title>Three</title><link>/4</link><description><p>Not <b>escaped</b></p></description></item>',
      )}`,
    );
    const { documents, outcomes } = await harvest();
    expect(documents.map(({ id, title, text }) => [id.replace(site.url, ''), title, text])).toEqual([
      ['/1?a=1&b=2', 'Q&A café', ''],
      ['/3', 'Two', ''],
      ['/4', 'Three', 'Not escaped'],
    ]);
    expect(outcomes['/feed.xml#item=2']).toBe('skipped');
  });

  it('reports an item without link and guid, and one without title and text', async () => {
    site.pages.set(
      '/feed.xml',
      rss(item('a'), '\n<item><title>No link</title></item>', '\n<item><link>/b</link></item>'),
    );
    expect((await harvest()).outcomes).toEqual({
      '/feed.xml': 'skipped',
      '/a': 'document',
      '/feed.xml#item=2': 'skipped',
      '/feed.xml#item=3': 'skipped',
    });
    const json = {
      version: 'https://jsonfeed.org/version/1',
      items: [{ title: 'No link' }, { id: 2, title: 'A' }],
    };
    site.pages.set('/feed.xml', JSON.stringify(json));
    expect((await harvest()).outcomes).toEqual({
      '/feed.xml': 'skipped',
      '/feed.xml#item=1': 'skipped',
      '2': 'document',
    });
  });

  it.each([
    ['Tue, 18 Sept 2018 15:53:56 +0300', '2018-09-18T12:53:56.000Z'],
    ['Tue, 03 Jun 2003 09:39 EST', '2003-06-03T14:39:00.000Z'],
    ['3 May 2024', '2024-05-03'],
    ['05/03/2024', '2024-03-05'],
    ['2024-05-03 10:00:00', '2024-05-03T10:00:00.000Z'],
  ])('has the date %j in the language of the feed', async (date, expected) => {
    site.pages.set(
      '/feed.xml',
      rss(`<item><title>a</title><link>/a</link><pubDate>${date}</pubDate></item>`),
    );
    expect((await harvest()).documents).toMatchObject([{ date: expected }]);
  });

  it.each([
    ['Using the &lt;details&gt; element', 'Using the <details> element'],
    ['&lt;/kubernetes&gt;', '</kubernetes>'],
    ['Vec&lt;T&gt;', 'Vec<T>'],
    ['One&lt;br/&gt;&lt;b&gt;two&lt;/b&gt;', 'One\ntwo'],
    ['&lt;![CDATA[Escaped &amp; marked]]&gt;', 'Escaped & marked'],
    ['&lt;![CDATA[ Escaped in spaces ]]&gt;', 'Escaped in spaces'],
    ['<a href="/c">A link</a>', 'A link'],
  ])('has the title %s as readers see it', async (title, expected) => {
    site.pages.set('/feed.xml', rss(`<item><title>${title}</title><link>/a</link></item>`));
    expect((await harvest()).documents).toMatchObject([{ title: expected }]);
  });

  it('reads titles with markup, and not the titles of pictures', async () => {
    const titles = [
      '<title>Line&lt;br&gt;two</title>',
      '<title>Use &lt;T&gt;</title>',
      '<media:title>Photo</media:title><title>Article</title>',
    ];
    const items = titles.map((title, i) => `<item><guid>${i}</guid>${title}</item>`);
    site.pages.set('/feed.xml', rss(...items));
    const { documents } = await harvest();
    expect(documents.map(({ title }) => title)).toEqual(['Line\ntwo', 'Use <T>', 'Article']);
  });

  it('of videos has the description and the picture of the group', async () => {
    const group = `<media:group><media:title>V</media:title><media:content url="/v" type="application/x-shockwave-flash"/>
      <media:thumbnail url="/1.jpg"/><media:description>About\nboats</media:description></media:group>`;
    const entry = `<entry><id>yt:video:1</id><title>Boats</title>${group}</entry>`;
    site.pages.set(
      '/feed.xml',
      `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="urn:m">${entry}</feed>`,
    );
    const video = { title: 'Boats', text: 'About boats', image: `${site.url}/1.jpg` };
    expect((await harvest()).documents).toMatchObject([video]);
  });

  it('in Atom has titles of plain text without the marks of an escaped CDATA section', async () => {
    const titles = ['&lt;![CDATA[Lettre ouverte]]&gt;', '<![CDATA[a <b> c]]>'];
    const entries = titles.map((title, i) => `<entry><id>${i}</id><title>${title}</title></entry>`);
    site.pages.set('/feed.xml', `<feed xmlns="http://www.w3.org/2005/Atom">${entries.join('')}</feed>`);
    expect((await harvest()).documents).toMatchObject([{ title: 'Lettre ouverte' }, { title: 'a <b> c' }]);
  });

  it('keeps an item whose date cannot be read', async () => {
    const dated =
      '<item><title>a</title><link>/a</link><pubDate>Fri, 30 Feb 2024 10:00:00 GMT</pubDate></item>';
    site.pages.set('/feed.xml', rss(dated));
    const { documents } = await harvest();
    expect(documents).toMatchObject([
      { title: 'a', warnings: ['date not read: Fri, 30 Feb 2024 10:00:00 GMT'] },
    ]);
    expect(documents[0]).not.toHaveProperty('date');
  });

  it('may have other prefixes, and the encoding of its declaration', async () => {
    const atom = `<?xml version="1.0" encoding="windows-1252"?>
      <a:feed xmlns:a="http://www.w3.org/2005/Atom" xml:lang="fr"><a:entry><a:id>urn:1</a:id><a:title>\xc9t\xe9</a:title>
      <a:link href="/1"/><a:published>3 mai 2024</a:published></a:entry></a:feed>`;
    site.pages.set(
      '/feed.xml',
      Uint8Array.from(atom, (character) => character.charCodeAt(0)),
    );
    expect((await harvest()).documents).toMatchObject([
      { title: 'Été', link: `${site.url}/1`, date: '2024-05-03' },
    ]);
  });
});
