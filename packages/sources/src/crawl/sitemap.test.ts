import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import parseSitemap from './sitemap.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('a sitemap', () => {
  it('lists pages with their dates, also compressed, with prefixes and entities', async () => {
    const xml = `<?xml version="1.0"?><s:urlset xmlns:s="x"><s:url><s:loc> https://a.example/?a=1&amp;b=2 </s:loc>
      <s:lastmod>2024-01-02</s:lastmod><image:image xmlns:image="y"><image:loc>https://a.example/i.png</image:loc></image:image></s:url>
      <s:url><s:loc><![CDATA[https://a.example/c]]></s:loc></s:url><s:url><s:lastmod>2024</s:lastmod></s:url></s:urlset>`;
    const expected = {
      pages: [
        { address: 'https://a.example/?a=1&b=2', lastmod: '2024-01-02' },
        { address: 'https://a.example/c' },
      ],
      sitemaps: [],
    };
    expect(await parseSitemap(bytes(xml))).toEqual(expected);
    expect(await parseSitemap(gzipSync(xml))).toEqual(expected);
  });

  it('can be an index or a text file', async () => {
    const index = '<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>';
    expect((await parseSitemap(bytes(index))).sitemaps).toEqual(['https://a.example/1.xml']);
    const { pages } = await parseSitemap(
      bytes('\ufeffhttps://a.example/1\r\n\nnonsense\nhttps://a.example/2'),
    );
    expect(pages.map(({ address }) => address)).toEqual(['https://a.example/1', 'https://a.example/2']);
  });

  it('may be damaged, hostile or a page', async () => {
    const damaged = '<urlset><url><loc>https://a.example/1</loc></url><url><loc>https://a.example/2';
    expect((await parseSitemap(bytes(damaged))).pages).toHaveLength(1);
    const entities = `<!DOCTYPE x [<!ENTITY a "${'b'.repeat(1000)}"><!ENTITY c "&a;&a;&a;">]><urlset><url><loc>&c;</loc></url></urlset>`;
    expect(JSON.stringify(await parseSitemap(bytes(entities))).length).toBeLessThan(100);
    await expect(parseSitemap(bytes('<!doctype html><html><p>Not found<br>'))).rejects.toThrow(
      '<html> is not a sitemap',
    );
    await expect(parseSitemap(bytes('Not found'))).rejects.toThrow('the file is not a sitemap');
    expect((await parseSitemap(bytes('<urlset><url>'.repeat(50_000)))).pages).toEqual([]);
    await expect(parseSitemap(gzipSync('x').subarray(0, 8))).rejects.toThrow();
  });

  it('that is too large has its first pages', async () => {
    const first = '<urlset><url><loc>https://a.example/1</loc></url>';
    const rest = '<url><loc>https://a.example/2</loc></url></urlset>';
    const large = gzipSync(`${first}${' '.repeat(60 * 1024 * 1024)}${rest}`);
    expect(await parseSitemap(large)).toEqual({
      pages: [{ address: 'https://a.example/1' }],
      sitemaps: [],
    });
  });

  it('with a bare & has all its pages', async () => {
    const loc = (address: string) => `<url><loc>https://a.example/${address}</loc></url>`;
    const xml = ['<urlset>', loc('1'), loc('?a=1&b=2'), loc('3'), loc('4'), '</urlset>'].join('\n');
    const { pages } = await parseSitemap(bytes(xml));
    expect(pages.map(({ address }) => address.slice('https://a.example/'.length))).toEqual([
      '1',
      '?a=1&b=2',
      '3',
      '4',
    ]);
  });

  it('that is cut off has the pages before the end', async () => {
    const { pages } = await parseSitemap(
      bytes('<urlset>\n<url><loc>https://a.example/1</loc></url>\n<url><loc>https://a.ex'),
    );
    expect(pages).toEqual([{ address: 'https://a.example/1' }]);
  });

  it('that is compressed and cut off has the pages before the end', async () => {
    const urls = Array.from({ length: 2000 }, (_, i) => `<url><loc>https://a.example/${i}</loc></url>`);
    const compressed = gzipSync(`<urlset>${urls.join('')}</urlset>`);
    const { pages } = await parseSitemap(compressed.subarray(0, compressed.length - 100));
    expect(pages.length).toBeGreaterThan(1000);
  });

  it.each([
    ['followed by text', (file: Buffer) => [file, Buffer.from('<!-- served by cache -->')]],
    ['in two parts followed by text', (file: Buffer) => [file, gzipSync('<!-- -->'), Buffer.from('ok')]],
    ['damaged in its checksum', (file: Buffer) => [file.subarray(0, -8), Buffer.alloc(8, 1)]],
  ])('that is compressed and %s has its readable pages', async (_what, partsOf) => {
    const urls = Array.from({ length: 2000 }, (_, i) => `<url><loc>https://a.example/${i}</loc></url>`);
    const file = gzipSync(`<urlset>${urls.join('')}</urlset>`);
    const { pages } = await parseSitemap(Buffer.concat(partsOf(file)));
    expect(pages.length).toBeGreaterThan(1500);
  });

  it('can be in UTF-16, and have blank lines or a warning before its declaration', async () => {
    const xml =
      '<?xml version="1.0" encoding="utf-16"?><urlset><url><loc>https://a.example/é</loc></url></urlset>';
    const expected = [{ address: 'https://a.example/é' }];
    expect((await parseSitemap(Buffer.from(xml, 'utf16le'))).pages).toEqual(expected);
    expect((await parseSitemap(bytes(`\n \n${xml}`))).pages).toEqual(expected);
    expect((await parseSitemap(bytes(`Notice: x in y.php\n${xml}`))).pages).toEqual(expected);
  });

  it('can be a feed in RSS or Atom', async () => {
    const rss = `<rss><channel><link>https://a.example/</link><item><link>https://a.example/1</link>
      <pubDate>Fri, 03 May 2024 10:00:00 +0200</pubDate></item></channel></rss>`;
    expect((await parseSitemap(bytes(rss))).pages).toEqual([
      { address: 'https://a.example/1', lastmod: '2024-05-03T08:00:00.000Z' },
    ]);
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><link rel="edit" href="https://a.example/e"/>
      <link href="https://a.example/1"/><updated>2024-05-03</updated></entry></feed>`;
    expect((await parseSitemap(bytes(atom))).pages).toEqual([
      { address: 'https://a.example/1', lastmod: '2024-05-03' },
    ]);
  });

  it('has no date of a page that cannot be read', async () => {
    const dates = ['2024-02-30', '2024-05-03T10:00:00+05:30', '0000-00-00', 'yesterday', '20240503'];
    const urls = dates.map(
      (date, i) => `<url><loc>https://a.example/${i}</loc><lastmod>${date}</lastmod></url>`,
    );
    const { pages } = await parseSitemap(bytes(`<urlset>${urls.join('')}</urlset>`));
    expect(pages.map(({ lastmod }) => lastmod)).toEqual([
      undefined,
      '2024-05-03T04:30:00.000Z',
      undefined,
      undefined,
      '2024-05-03',
    ]);
  });
});
