import { afterEach, describe, expect, it } from 'vitest';
import { changedPaths, crawl, paths, reasons } from '../../test/crawl.fixture.ts';
import { pdfFile } from '../../test/pdf.fixture.ts';
import { page, type Resource, respond, type Website, website } from '../../test/website.fixture.ts';

let site: Website;
afterEach(() => site.close());

async function open(pages: Record<string, Resource>): Promise<string> {
  site = await website(pages);
  return site.url;
}

describe('the crawler', () => {
  it('follows links breadth first and reports every address that it leaves out', async () => {
    const url = await open({
      '/': page('Home', 'Welcome', [
        '/a',
        '/b/',
        '/b',
        '/a#top',
        '/a?utm_source=x',
        '/c',
        '/%61',
        'mailto:x@example.org',
        '/t.txt',
        'https://elsewhere.example/',
      ]),
      '/a': page('A', 'First', ['/d?y=2&x=1', '/d?x=1&y=2', '/none']),
      '/a?utm_source=x': page('A', 'First'),
      '/b/': page('B', 'Second', ['/b/index.html', '/n', '/only-nofollow']),
      '/c': respond(302, { location: '/b/' }),
      '/b/index.html': page('B', 'Second'),
      '/d?y=2&x=1': page('D', 'Third'),
      '/n': page('N', 'Hidden', ['/from-noindex'], '<meta name="robots" content="noindex">'),
      '/from-noindex': page('F', 'Fourth', ['/x'], '<meta name="robots" content="nofollow">'),
      '/t.txt': 'text',
    });
    const result = await crawl({ starts: [`${url}/`] });
    expect(paths(result, url)).toEqual(['/', '/a', '/b/', '/d?y=2&x=1', '/from-noindex']);
    expect(reasons(result, url)).toEqual({
      '/%61': 'skipped: same page as /a',
      '/a?utm_source=x': 'skipped: same page as /a',
      '/b': 'skipped: same page as /b/',
      '/b/index.html': 'skipped: same page as /b/',
      '/d?x=1&y=2': 'skipped: same page as /d?y=2&x=1',
      '/c': 'skipped: redirects to /b/',
      '/t.txt': 'skipped: media type text/plain',
      'https://elsewhere.example/': 'skipped: host elsewhere.example is outside of the crawl',
      '/n': 'skipped: noindex',
      '/none': 'skipped: HTTP status 404',
      '/only-nofollow': 'skipped: HTTP status 404',
      '/x': 'skipped: nofollow',
    });
  });

  it('obeys robots.txt and reads the sitemaps that it names', async () => {
    const url = await open({
      '/': page('Home', 'Welcome', ['/private/a', '/open']),
      '/open': page('Open', 'Text'),
      '/orphan': page('Orphan', 'Only in the sitemap'),
      '/relative': page('Relative', 'Only in another sitemap'),
      '/private/a': page('Private', 'Text'),
    });
    site.pages.set('/robots.txt', `User-agent: *\nDisallow: /private\nSitemap: ${url}/index.xml`);
    site.pages.set(
      '/index.xml',
      `<sitemapindex><sitemap><loc>${url}/pages.xml</loc></sitemap><sitemap><loc>/relative.xml</loc></sitemap><sitemap><loc>${url}/gone.xml</loc></sitemap></sitemapindex>`,
    );
    site.pages.set(
      '/pages.xml',
      `<urlset xmlns="x"><url><loc>${url}/orphan</loc><lastmod>2024-01-01</lastmod></url></urlset>`,
    );
    // Addresses have to be absolute, but some are not.
    site.pages.set('/relative.xml', '<urlset><url><loc>relative</loc></url></urlset>');
    const result = await crawl({ starts: [`${url}/`] });
    expect(paths(result, url)).toEqual(['/', '/orphan', '/relative', '/open']);
    expect(reasons(result, url)).toEqual({
      '/gone.xml': 'failed: sitemap: HTTP status 404',
      '/private/a': 'skipped: disallowed by robots.txt',
    });
    expect(site.requests).not.toContain('/private/a');
  });

  it.each([
    ['by its path', () => '/map.xml'],
    ['without the protocol', (host?: string) => `//${host}/map.xml`],
  ])('reads a sitemap that robots.txt names %s', async (_, nameOn) => {
    const url = await open({
      '/robots.txt': ({ headers }, response) => void response.end(`Sitemap: ${nameOn(headers.host)}`),
      '/map.xml': '<urlset><url><loc>/orphan</loc></url></urlset>',
      '/': page('Home', 'Welcome'),
      '/orphan': page('Orphan', 'Only in the sitemap'),
    });
    expect(paths(await crawl({ starts: [`${url}/`] }), url)).toEqual(['/', '/orphan']);
  });

  it('reads no further sitemap once it has more addresses than a run remembers', async () => {
    const long = 'x'.repeat(1900);
    const urls = Array.from({ length: 11_000 }, (_, i) => `<url><loc>/${i}/${long}</loc></url>`).join('');
    const url = await open({
      '/robots.txt': (request, response) => {
        const names = ['a', 'b', 'c'].map((name) => `Sitemap: http://${request.headers.host}/${name}.xml`);
        response.end(names.join('\n'));
      },
      '/': page('Home', 'Welcome'),
      '/a.xml': `<urlset>${urls}</urlset>`,
    });
    await crawl({ starts: [`${url}/`], maxPages: 1 });
    expect(site.requests).toEqual(['/robots.txt', '/', '/a.xml']);
  });

  it('reads the pages of a sitemap alone, and fails if it lists none', async () => {
    const url = await open({ '/a': page('A', 'Text'), '/feed.xml': '<rss><channel><item/></channel></rss>' });
    const listed = ['/a.xml', '/gone.xml'].map((path) => `<sitemap><loc>${url}${path}</loc></sitemap>`);
    site.pages.set('/index.xml', `<sitemapindex>${listed.join('')}</sitemapindex>`);
    site.pages.set('/a.xml', `<urlset><url><loc>${url}/a</loc></url></urlset>`);
    const result = await crawl({ starts: [`${url}/index.xml`] });
    expect(paths(result, url)).toEqual(['/a']);
    expect(reasons(result, url)).toEqual({
      '/gone.xml': 'failed: sitemap: HTTP status 404',
      '/index.xml': 'skipped: sitemap of 1 pages',
    });
    await expect(crawl({ starts: [`${url}/gone.xml`] })).rejects.toThrow('gone.xml: HTTP status 404');
    await expect(crawl({ starts: [`${url}/feed.xml`] })).rejects.toThrow('not a sitemap with pages');
    site.pages.set('/broken.xml', '<urlset><url><loc>');
    await expect(crawl({ starts: [`${url}/broken.xml`] })).rejects.toThrow('not a sitemap with pages');
  });

  it.each([
    ['text/html', '<!doctype html>'],
    ['application/xml', '<?xml version="1.0"?>\n'],
    ['application/xhtml+xml; charset=utf-8', ''],
  ])('reads a start address that ends with .xml as a page if it is one, as %s', async (type, head) => {
    const url = await open({ '/next': page('Next', 'Linked') });
    const html = `${head}${page('Map', 'Überblick', ['/next']).replace('<!doctype html>', '')}`;
    site.pages.set('/map.xml', respond(200, { 'content-type': type }, html));
    const result = await crawl({ starts: [`${url}/map.xml`] });
    expect(paths(result, url)).toEqual(['/map.xml', '/next']);
    expect(result.documents.get(`${url}/map.xml`)!.text).toContain('Überblick');
  });

  it('reads the pages that a feed lists', async () => {
    const url = await open({ '/a': page('A', 'Text') });
    const feed = `<rss><channel><item><link>${url}/a</link></item></channel></rss>`;
    for (const path of ['/feed', '/feed.xml'])
      site.pages.set(path, respond(200, { 'content-type': 'application/rss+xml' }, feed));
    for (const path of ['/feed', '/feed.xml']) {
      const result = await crawl({ starts: [url + path] });
      expect(paths(result, url)).toEqual(['/a']);
      expect(reasons(result, url)).toEqual({ [path]: 'skipped: sitemap of 1 pages' });
    }
  });

  it.each([
    ['application/xml', ''],
    ['text/html', '<?xml version="1.0"?>\n<!-- made by a plugin -->\n'],
    ['application/octet-stream', '<?xml-stylesheet href="x.xsl"?>'],
  ])('reads a start address as a sitemap by its content, whatever its name, as %s', async (type, head) => {
    const url = await open({ '/a': page('A', 'Text', ['/b']), '/b': page('B', 'Linked') });
    const sitemap = `${head}<urlset xmlns="x"><url><loc>${url}/a</loc></url></urlset>`;
    site.pages.set('/?type=sitemap', respond(200, { 'content-type': type }, sitemap));
    site.pages.set(
      '/?type=index',
      respond(
        200,
        { 'content-type': type },
        `<sitemapindex><sitemap><loc>${url}/?type=sitemap</loc></sitemap></sitemapindex>`,
      ),
    );
    for (const start of ['sitemap', 'index']) {
      const result = await crawl({ starts: [`${url}/?type=${start}`] });
      expect(paths(result, url)).toEqual(['/a', '/b']);
      expect(reasons(result, url)).toEqual({ [`/?type=${start}`]: 'skipped: sitemap of 1 pages' });
    }
  });

  it('reads PDF files that a server sends as downloads, and no other downloads', async () => {
    const download = { 'content-type': 'application/octet-stream' };
    const url = await open({
      '/': page('Home', 'Welcome', ['/fees.pdf', '/fees.zip']),
      '/fees.pdf': respond(200, download, Buffer.from(pdfFile('Ten euros', 'Fees')).toString('latin1')),
      '/fees.zip': respond(200, download, 'zip'),
    });
    expect(paths(await crawl({ starts: [`${url}/`] }), url)).toEqual(['/', '/fees.pdf']);
  });

  it('fails if no start address leads to a page', async () => {
    const url = await open({ '/feed': respond(200, { 'content-type': 'application/rss+xml' }, '<rss/>') });
    await expect(crawl({ starts: [`${url}/feed`, `${url}/none`] })).rejects.toThrow(
      `${url}/feed: not a sitemap with pages; ${url}/none: HTTP status 404`,
    );
    site.pages.set('/a.zip', 'zip');
    await expect(crawl({ starts: [`${url}/a.zip`] })).rejects.toThrow('media type application/zip');
  });

  it('requests nothing if robots.txt fails', async () => {
    const url = await open({ '/': page('Home', 'Welcome'), '/robots.txt': respond(503) });
    await expect(crawl({ starts: [`${url}/`] })).rejects.toThrow('robots.txt: HTTP status 503');
    expect(site.requests).not.toContain('/');
  });

  it('waits as long as robots.txt requires', async () => {
    const url = await open({
      '/': page('Home', 'Welcome', ['/a', '/b']),
      '/a': page('A', 'First'),
      '/b': page('B', 'Second'),
      '/robots.txt': 'User-agent: *\nCrawl-delay: 0.3',
    });
    const start = performance.now();
    await crawl({ starts: [`${url}/`] });
    expect(performance.now() - start).toBeGreaterThan(590);
  });

  it('indexes the canonical address, and the page itself if there is no page at that address', async () => {
    const canonical = (href: string) => `<link rel="canonical" href="${href}">`;
    const url = await open({
      '/': page('Home', 'Welcome', ['/a?sort=1', '/broken', '/loop1', '/other-site']),
      '/a?sort=1': page('A', 'Sorted', [], canonical('/a')),
      '/a': page('A', 'Plain', [], canonical('/a')),
      '/broken': page('Broken', 'Text', [], canonical('/nothing')),
      '/loop1': page('Loop 1', 'One', [], canonical('/loop2')),
      '/loop2': page('Loop 2', 'Two', [], canonical('/loop1')),
      '/other-site': page('Other', 'Site', [], canonical('https://elsewhere.example/')),
    });
    const result = await crawl({ starts: [`${url}/`] });
    expect(paths(result, url).sort()).toEqual(['/', '/a', '/broken', '/loop1', '/loop2', '/other-site']);
    expect(reasons(result, url)).toEqual({
      '/a?sort=1': 'skipped: canonical address is /a',
      '/nothing': 'skipped: HTTP status 404',
    });
  });

  it.each([
    '</a,1.html>; rel="canonical"',
    '</style.css>; rel=preload; as=style, </a,1.html>; title="A"; rel = canonical',
  ])('indexes the canonical address of the header %s, which contains a comma', async (link) => {
    const headers = { 'content-type': 'text/html', link };
    const url = await open({
      '/': page('Home', 'Welcome', ['/a?sort=1']),
      '/a?sort=1': respond(200, headers, page('A', 'Sorted')),
      '/a,1.html': page('A', 'Plain'),
    });
    const result = await crawl({ starts: [`${url}/`] });
    expect(paths(result, url)).toEqual(['/', '/a,1.html']);
    expect(reasons(result, url)).toEqual({ '/a?sort=1': 'skipped: canonical address is /a,1.html' });
  });

  it('merges pages with the same content, also in later runs', async () => {
    const url = await open({
      '/': page('Home', 'Welcome', ['/Copy', '/copy']),
      '/Copy': page('Copy', 'Same text'),
      '/copy': page('Copy', 'Same text'),
    });
    const first = await crawl({ starts: [`${url}/`] });
    expect(paths(first, url)).toEqual(['/', '/Copy']);
    expect(reasons(first, url)).toEqual({ '/copy': 'skipped: same content as /Copy' });
    const second = await crawl({ starts: [`${url}/`] }, first.state);
    expect(changedPaths(second, first, url)).toEqual([]);
    expect(reasons(second, url)['/copy']).toBe('skipped: same content as /Copy');
    site.pages.delete('/Copy');
    const third = await crawl({ starts: [`${url}/`] }, second.state);
    expect(changedPaths(third, second, url)).toEqual(['/copy']);
    expect(reasons(third, url)['/Copy']).toBe('removed: HTTP status 404');
  });

  it('leaves out messages of a server with the status 200, but no page about them', async () => {
    const url = await open({
      '/': page('Home', 'Welcome', ['/a', '/b', '/c', '/d', '/e', '/f', '/g']),
      '/a': page('Pagina niet gevonden – Begijnhof', 'Probeer het eens met een zoekopdracht?'),
      '/b': page('Object not found!', 'The requested URL was not found on this server.'),
      '/c': page('Page not found: what to do', 'Check the address.'),
      '/d': page('404 Page not found', 'This guide explains the status 404 of web servers. '.repeat(20)),
      '/e': page('404 Not Found', 'nginx/1.10.3'),
      '/f': page('Access forbidden!', 'It is not readable by the server.'),
      '/g': '<title>Shop</title><h1>404 Error - Page not found</h1><p>It was moved.</p>',
    });
    const result = await crawl({ starts: [`${url}/`] });
    expect(paths(result, url)).toEqual(['/', '/c', '/d']);
    const reason = 'skipped: an error message, not a page';
    const messages = ['/a', '/b', '/e', '/f', '/g'].map((path) => [path, reason]);
    expect(reasons(result, url)).toEqual(Object.fromEntries(messages));
  });

  it('indexes a page with a title and a picture, but not with a title alone', async () => {
    const main = (html: string) => `<title>Chart</title><main>${html}</main>`;
    const picture = main('<img src="/chart.png" alt="">');
    const url = await open({ '/': page('Home', 'Welcome', ['/a', '/b']), '/a': picture, '/b': main('') });
    const result = await crawl({ starts: [`${url}/`] });
    expect(paths(result, url)).toEqual(['/', '/a']);
    expect(reasons(result, url)).toEqual({ '/b': 'skipped: no text in the main content' });
  });

  it('has one document at most for the error page of a site that answers with status 200', async () => {
    const missing = page('Not found', 'This page does not exist');
    const url = await open({
      '/': page('Home', 'Welcome', ['/a', '/b', '/c', '/d']),
      '/a': missing,
      '/b': page('B', 'Second'),
      '/c': missing,
      '/d': page('D', 'Third'),
    });
    const first = await crawl({ starts: [`${url}/`] });
    expect(paths(first, url)).toEqual(['/', '/a', '/b', '/d']);
    expect(reasons(first, url)).toEqual({ '/c': 'skipped: same content as /a' });
    for (const path of ['/b', '/d']) site.pages.set(path, missing);
    const second = await crawl({ starts: [`${url}/`], full: true }, first.state);
    expect(reasons(second, url)).toMatchObject({
      '/b': 'removed: same content as /a',
      '/d': 'removed: same content as /a',
    });
  });

  it('ends at loops of redirects and endless ones', async () => {
    const url = await open({
      '/': page('Home', 'Welcome', ['/loop', '/self', '/step/0', '/refresh']),
      '/loop': respond(301, { location: '/loop/' }),
      '/loop/': respond(301, { location: '/loop' }),
      '/self': respond(301, { location: '/self' }),
      '/refresh': page('Refresh', 'Moved', [], '<meta http-equiv="refresh" content="0; url=/new">'),
      '/new': page('New', 'Text'),
    });
    for (let step = 0; step < 50; step += 1)
      site.pages.set(`/step/${step}`, respond(302, { location: `/step/${step + 1}` }));
    const result = await crawl({ starts: [`${url}/`] });
    expect(paths(result, url)).toEqual(['/', '/new']);
    expect(reasons(result, url)).toMatchObject({
      '/loop': 'skipped: redirects to /loop/',
      '/loop/': 'skipped: redirects to /loop',
      '/self': 'skipped: redirects to itself',
      '/refresh': 'skipped: redirects to /new',
      '/step/10': 'skipped: more than 10 redirects, the next to /step/11',
    });
  });

  it('ends at its limits of pages and depth', async () => {
    const url = await open({});
    for (let day = 0; day < 100; day += 1)
      site.pages.set(`/day/${day}`, page(`Day ${day}`, `Day ${day}`, [`/day/${day + 1}`]));
    const shallow = await crawl({ starts: [`${url}/day/0`], maxDepth: 3 });
    expect(paths(shallow, url)).toHaveLength(4);
    expect(reasons(shallow, url)).toEqual({ '/day/4': 'skipped: more than 3 links from a start address' });
    const few = await crawl({ starts: [`${url}/day/0`], maxPages: 5 });
    expect(paths(few, url)).toHaveLength(5);
    expect(reasons(few, url)).toEqual({ '/day/5': 'skipped: not requested: limit of 5 pages' });
  });

  it('includes and excludes addresses by pattern', async () => {
    const url = await open({
      '/': page('Home', 'Welcome', ['/news/1', '/news/1/print', '/shop/1']),
      '/news/1': page('News', 'Text'),
      '/news/1/print': page('News print', 'Text'),
    });
    const result = await crawl({ starts: [`${url}/`], include: ['/', '/news/*'], exclude: ['*/print'] });
    expect(paths(result, url)).toEqual(['/', '/news/1']);
    expect(reasons(result, url)).toEqual({
      '/news/1/print': 'skipped: excluded by */print',
      '/shop/1': 'skipped: not included by a pattern',
    });
  });

  it('keeps pages apart that a parameter distinguishes, even if it may be that of a session', async () => {
    const links = [1, 2, 3, 4, 5].map((id) => `/view?sid=${id}`);
    const url = await open({
      '/': page('Home', 'Welcome', links),
      ...Object.fromEntries(links.map((path) => [path, page('View', `Text of ${path}`)])),
    });
    expect(paths(await crawl({ starts: [`${url}/`] }), url)).toEqual(['/', ...links]);
  });

  it.each([
    ['?PHPSESSID=', 'parameters of sessions'],
    [';jsessionid=', 'sessions in the path'],
    ['?utm_source=', 'parameters of campaigns'],
  ])('requests a page once although every link has another %s: %s', async (mark) => {
    let number = 0;
    const handler: Resource = (request, response) => {
      const name = request.url!.replace(/[?;].*/, '');
      number += 1;
      const links = ['/', '/a', '/b', '/c'].map((path) => `${path}${mark}${number}`);
      response.setHeader('content-type', 'text/html');
      response.end(page(name, `Text of ${name}`, [...links, '/a', '/b', '/c']));
    };
    site = await website();
    site.pages.get = (path) => (path.endsWith('.txt') || path.endsWith('.xml') ? undefined : handler);
    const { url } = site;
    const result = await crawl({ starts: [`${url}/`] });
    expect(paths(result, url)).toEqual(['/', '/a', '/b', '/c']);
    expect(site.requests.length).toBeLessThan(10);
  });

  it('requests the other spelling of an address if the first leads to no page', async () => {
    const url = await open({
      '/': page('Home', 'Welcome', [
        '/a/',
        '/a',
        '/b',
        '/b/',
        '/c?x=1&y=2',
        '/c?y=2&x=1',
        '/d/index.html',
        '/d/',
      ]),
      '/a': page('A', 'First'),
      '/b/': page('B', 'Second'),
      '/c?y=2&x=1': page('C', 'Third'),
      '/d/': page('D', 'Fourth'),
    });
    const result = await crawl({ starts: [`${url}/`] });
    expect(paths(result, url).sort()).toEqual(['/', '/a', '/b/', '/c?y=2&x=1', '/d/']);
  });

  it('follows chains of canonical addresses and redirects, and no canonical address that is the start page', async () => {
    const canonical = (href: string) => `<link rel="canonical" href="${href}">`;
    const url = await open({
      '/': page('Home', 'Welcome', ['/chain1', '/old', '/a', '/b'], canonical('/')),
      '/chain1': page('Chain', 'One', [], canonical('/chain2')),
      '/chain2': page('Chain', 'Two', [], canonical('chain3')),
      '/chain3': page('Chain', 'Three', [], canonical('/chain3')),
      '/old': page('Old', 'Sorted', [], canonical('/moved')),
      '/moved': respond(301, { location: '/new' }),
      '/new': page('Old', 'Plain'),
      '/a': page('A', 'First', [], canonical('/')),
      '/b': page('B', 'Second', [], canonical('/')),
    });
    const result = await crawl({ starts: [`${url}/`] });
    expect(paths(result, url).sort()).toEqual(['/', '/a', '/b', '/chain3', '/new']);
    expect(reasons(result, url)).toMatchObject({
      '/chain1': 'skipped: canonical address is /chain2',
      '/old': 'skipped: canonical address is /moved',
    });
  });

  it('reads links of a start page that no pattern includes, and says which patterns match nothing', async () => {
    const url = await open({
      '/': page('Home', 'Welcome', ['/news/1', '/shop/1']),
      '/news/1': page('News', 'Text'),
    });
    let unused: string[] = [];
    const onUnusedPatterns = (patterns: string[]) => {
      unused = patterns;
    };
    const result = await crawl({
      starts: [`${url}/`],
      include: ['news/*'],
      exclude: ['/none/*'],
      onUnusedPatterns,
    });
    expect(paths(result, url)).toEqual(['/news/1']);
    expect(reasons(result, url)['/']).toBe('skipped: not included by a pattern');
    expect(unused).toEqual(['/none/*']);
  });

  it('finds pages on servers that know index files only by their name', async () => {
    const url = await open({
      '/': page('Home', 'Welcome', ['/docs/index.html']),
      '/docs/index.html': page('Docs', 'Text'),
    });
    const result = await crawl({ starts: [`${url}/`] });
    expect(paths(result, url)).toEqual(['/', '/docs/index.html']);
    expect(reasons(result, url)).toEqual({});
  });
});

describe('a later run', () => {
  it('gives unchanged pages their hash again, and requests missing pages again before it removes them', async () => {
    const tagged =
      (tag: string, body: string): Resource =>
      (request, response) => {
        const isKnown = request.headers['if-none-match'] === tag;
        response.writeHead(isKnown ? 304 : 200, { etag: tag, 'content-type': 'text/html' });
        response.end(isKnown ? undefined : body);
      };
    const url = await open({
      '/': tagged('"1"', page('Home', 'Welcome', ['/a', '/b', '/c', '/d'])),
      '/a': page('A', 'First'),
      '/b': tagged('"b"', page('B', 'Second')),
      '/c': page('C', 'Third'),
      '/d': page('D', 'Fourth'),
    });
    const first = await crawl({ starts: [`${url}/`] });
    site.pages.set('/', tagged('"2"', page('Home', 'Welcome', ['/a', '/new'])));
    site.pages.set('/a', page('A', 'Changed'));
    site.pages.set('/new', page('New', 'Fifth'));
    site.pages.delete('/c');
    site.pages.set('/d', respond(500));
    const second = await crawl({ starts: [`${url}/`] }, first.state);
    expect(paths(second, url)).toEqual(['/', '/a', '/new']);
    expect(changedPaths(second, first, url)).toEqual(['/a', '/new']);
    expect(reasons(second, url)).toEqual({
      '/b': 'unchanged: not modified',
      '/c': 'removed: HTTP status 404',
      '/d': 'failed: HTTP status 500',
    });
    // A failed page keeps its state, so it is neither new nor removed when it is back.
    site.pages.set('/d', page('D', 'Fourth'));
    const third = await crawl({ starts: [`${url}/`] }, second.state);
    expect(paths(third, url)).toContain('/d');
    expect(changedPaths(third, second, url)).toEqual([]);
  });

  it('reports the status 304 of a page that it has never read', async () => {
    const url = await open({ '/': page('Home', 'Text', ['/cached']), '/cached': respond(304) });
    expect(reasons(await crawl({ starts: [`${url}/`] }), url)).toEqual({
      '/cached': 'failed: HTTP status 304',
    });
  });

  it('does not request pages whose date in the sitemap is the same, unless all pages are to be read', async () => {
    const url = await open({ '/a': page('A', 'First') });
    const sitemap = (date: string) =>
      `<urlset><url><loc>${url}/a</loc><lastmod>${date}</lastmod></url></urlset>`;
    site.pages.set('/map.xml', sitemap('2024-01-01'));
    const first = await crawl({ starts: [`${url}/map.xml`] });
    expect(paths(first, url)).toEqual(['/a']);
    site.pages.set('/a', page('A', 'Changed'));
    site.requests.length = 0;
    const second = await crawl({ starts: [`${url}/map.xml`] }, first.state);
    expect(site.requests).not.toContain('/a');
    expect(reasons(second, url)['/a']).toBe('unchanged: not modified');
    expect(paths(await crawl({ starts: [`${url}/map.xml`], full: true }, second.state), url)).toEqual(['/a']);
    site.pages.set('/map.xml', sitemap('2024-01-02'));
    expect(paths(await crawl({ starts: [`${url}/map.xml`] }, second.state), url)).toEqual(['/a']);
  });

  it.each([
    ['it changes', '/a', page('A', 'Changed')],
    ['the page that it repeats is gone', '/b', respond(404)],
    ['that page has moved elsewhere', '/b', respond(301, { location: 'https://other.example/' })],
    ['that page redirects to it', '/b', respond(301, { location: '/a' })],
    ['that page names it as canonical', '/b', page('B', 'New', [], '<link rel="canonical" href="/a">')],
  ])('skips a page that repeated another in the last run until %s', async (_, path, answer) => {
    const links = ['/a', '/b'];
    const url = await open({
      '/': page('Home', 'Welcome', links),
      '/a': page('A', 'First', [], '<link rel="canonical" href="/nothing">'),
      '/b': page('B', 'Second', [], '<link rel="canonical" href="/nothing/b">'),
    });
    const { state } = await crawl({ starts: [`${url}/`] });
    const repeating = { ...state.get(`${url}/a`), indexed: false, repeats: `${url}/b` };
    let last = await crawl({ starts: [`${url}/`] }, new Map(state).set(`${url}/a`, repeating));
    for (const _run of [2, 3]) {
      expect(reasons(last, url)['/a']).toBe('skipped: repeats other pages');
      last = await crawl({ starts: [`${url}/`] }, last.state);
    }
    const full = await crawl({ starts: [`${url}/`], full: true }, last.state);
    expect(paths(full, url)).toContain('/a');
    site.pages.set(path, answer);
    expect(paths(await crawl({ starts: [`${url}/`] }, last.state), url)).toContain('/a');
  });

  it('skips a changed page of a list that repeated its first page in the last run, until a full run', async () => {
    const url = await open({ '/': page('News', 'Owls', ['/page/2']), '/page/2': page('News', 'Herons') });
    const { state } = await crawl({ starts: [`${url}/`] });
    state.set(`${url}/page/2`, { ...state.get(`${url}/page/2`), indexed: false, repeats: `${url}/` });
    site.pages.set('/page/2', page('News', 'Newts'));
    const second = await crawl({ starts: [`${url}/`] }, state);
    expect(reasons(second, url)).toEqual({ '/page/2': 'skipped: repeats other pages' });
    expect(paths(await crawl({ starts: [`${url}/`], full: true }, second.state), url)).toContain('/page/2');
  });

  it('skips a page with the content of a page that repeated another in the last run', async () => {
    const url = await open({
      '/': page('Home', 'Welcome', ['/a', '/b', '/c']),
      '/a': page('A', 'First'),
      '/b': page('B', 'Second'),
      '/c': page('A', 'First'),
    });
    const { state } = await crawl({ starts: [`${url}/`] });
    const repeating = { ...state.get(`${url}/a`), indexed: false, repeats: `${url}/b` };
    const second = await crawl({ starts: [`${url}/`] }, new Map(state).set(`${url}/a`, repeating));
    expect(reasons(second, url)['/c']).toBe('skipped: same content as /a');
  });

  it('removes nothing during an outage', async () => {
    const url = await open({
      '/': page('Home', 'Welcome', ['/a', '/b']),
      '/a': page('A', 'First'),
      '/b': page('B', 'Second'),
    });
    const first = await crawl({ starts: [`${url}/`] });
    for (const path of ['/', '/a', '/b']) site.pages.set(path, respond(502));
    await expect(crawl({ starts: [`${url}/`] }, first.state)).rejects.toThrow('HTTP status 502');
    site.pages.set('/', page('Home', 'Welcome'));
    const second = await crawl({ starts: [`${url}/`] }, first.state);
    expect(paths(second, url)).toEqual(['/']);
    expect([...second.skipped.values()].map(({ outcome }) => outcome)).toEqual(['failed', 'failed']);
  });

  it('is given up if the site stops responding', async () => {
    const links = Array.from({ length: 40 }, (_, index) => `/${index}`);
    const url = await open({ '/': page('Home', 'Welcome', links) });
    for (const path of links) site.pages.set(path, (request) => request.socket.destroy());
    await expect(crawl({ starts: [`${url}/`] })).rejects.toThrow('does not respond any more');
  });

  it('removes pages with noindex and pages out of scope', async () => {
    const url = await open({
      '/': page('Home', 'Welcome', ['/a', '/b']),
      '/a': page('A', 'First'),
      '/b': page('B', 'Second'),
    });
    const first = await crawl({ starts: [`${url}/`] });
    site.pages.set(
      '/a',
      respond(
        200,
        { 'x-robots-tag': 'otherbot: nofollow, semantic-search: noindex', 'content-type': 'text/html' },
        page('A', 'First'),
      ),
    );
    const second = await crawl({ starts: [`${url}/`], exclude: ['/b'] }, first.state);
    expect(reasons(second, url)).toMatchObject({ '/a': 'removed: noindex', '/b': 'removed: excluded by /b' });
  });

  it('resumes after an interruption without another request for the pages that it has read', async () => {
    const url = await open({});
    for (let each = 0; each < 60; each += 1)
      site.pages.set(
        `/${each}`,
        page(`Page ${each}`, `Text ${each}`, [`/${each * 2 + 1}`, `/${each * 2 + 2}`, '/missing']),
      );
    const all = await crawl({ starts: [`${url}/0`] });
    expect(all.documents.size).toBe(60);
    const half = new Map(
      all.items.slice(0, 25).map(({ item, state }) => ['id' in item ? item.id : item.address, state]),
    );
    site.requests.length = 0;
    const rest = await crawl({ starts: [`${url}/0`] }, new Map(), half);
    expect(site.requests.filter((path) => path !== '/robots.txt' && path !== '/sitemap.xml')).toHaveLength(
      all.items.length - 25,
    );
    expect(rest.items.map(({ item }) => item)).toEqual(all.items.slice(25).map(({ item }) => item));
  });
});
