import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parseSitemap } from './sitemap.ts';

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
      problems: [],
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
    await expect(parseSitemap(gzipSync(Buffer.alloc(60 * 1024 * 1024)))).rejects.toThrow(
      'larger than 50 MiB',
    );
    await expect(parseSitemap(gzipSync('x').subarray(0, 8))).rejects.toThrow();
  });
});
