import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { crawl, paths, reasons } from '../../test/crawl.fixture.ts';
import { page, type Website, website } from '../../test/website.fixture.ts';
import type { CrawlOptions } from './crawl-options.ts';
import { folderFetcher, folderPages } from './folder-fetcher.ts';

let folder: string;
let site: Website | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  await site?.close();
  site = undefined;
});

async function write(files: Record<string, string>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

const crawlFolder = async (base: string, options: Partial<CrawlOptions> = {}) =>
  crawl({
    starts: [],
    listed: await folderPages(folder, base),
    base,
    fetcher: folderFetcher(folder, base),
    ...options,
  });

describe('a built folder', () => {
  it.each(['https://müller.example/', 'https://example.org:443/a b/'])(
    'has its pages at %s',
    async (base) => {
      await write({ 'index.html': page('Home', 'Welcome') });
      const request = { address: base, accepts: () => true, maxBytes: 1000 };
      const { signal } = new AbortController();
      expect(await folderFetcher(folder, base).fetch({ ...request, signal })).toMatchObject({ status: 200 });
    },
  );

  it('gives the same documents as the served site', async () => {
    site = await website();
    const base = `${site.url}/`;
    const files: Record<string, string> = {
      'index.html': page('Home', 'Welcome', [
        'about/',
        'news/one.html',
        'hidden.html',
        'file.zip',
        'a%20b.html',
      ]),
      'about/index.html': page('About', '<h2 id="x">History</h2>Old', ['../index.html']),
      'news/one.html': page('One', 'First', ['two.html'], '<meta name="description" content="Item">'),
      'news/two.html': page('Two', 'Second', ['/about/index.html']),
      'a b.html': page('Space', 'Name with a space'),
      'hidden.html': page('Hidden', 'Text', [], '<meta name="robots" content="noindex">'),
      'private/x.html': page('Private', 'Text'),
      'robots.txt': 'User-agent: *\nDisallow: /private/',
      'file.zip': 'zip',
    };
    await write({ ...files, '404.html': page('Not found', 'Error') });
    for (const [path, content] of Object.entries(files))
      site.pages.set(`/${path.replaceAll(' ', '%20').replace(/index\.html$/, '')}`, content);
    const served = await crawl({ starts: [base] });
    const built = await crawlFolder(base);
    expect(built.documents.size).toBe(5);
    const sorted = (documents: typeof built.documents) =>
      [...documents.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(sorted(built.documents)).toEqual(sorted(served.documents));
    expect(reasons(built, site.url)).toMatchObject({
      '/hidden.html': 'skipped: noindex',
      '/private/x.html': 'skipped: disallowed by robots.txt',
    });
  });

  it('can be published below a path', async () => {
    await write({
      'index.html': page('Home', 'Welcome', ['docs', '/other']),
      'docs/index.html': page('Docs', 'Text'),
    });
    const result = await crawlFolder('https://example.org/project/');
    expect(paths(result, 'https://example.org')).toEqual(['/project/', '/project/docs/']);
    expect(reasons(result, 'https://example.org')).toEqual({
      '/other': 'skipped: HTTP status 404',
      '/project/docs': 'skipped: same page as /project/docs/',
    });
  });

  it('is included and excluded by paths from its root or from the root of the site', async () => {
    await write({
      'index.html': page('Home', 'Welcome', ['news/1.html']),
      'news/1.html': page('One', 'First'),
      'news/2.html': page('Two', 'Second'),
      'drafts/3.html': page('Three', 'Third'),
    });
    const base = 'https://example.org/project/';
    const pages = async (options: Partial<CrawlOptions>) =>
      paths(await crawlFolder(base, options), base).sort();
    expect(await pages({ include: ['/news/*'] })).toEqual(['news/1.html', 'news/2.html']);
    expect(await pages({ include: ['/project/news/*'] })).toEqual(['news/1.html', 'news/2.html']);
    expect(await pages({ exclude: ['/drafts/', '*/2.html'] })).toEqual(['', 'news/1.html']);
  });

  it('is not left by paths or links', async () => {
    await write({
      'site/index.html': page('Home', 'Welcome', ['/..%2fsecret.html', '/link.html']),
      'secret.html': page('Secret', 'Text'),
    });
    folder = join(folder, 'site');
    await symlink('../secret.html', join(folder, 'link.html'));
    const result = await crawlFolder('https://example.org/');
    expect(paths(result, 'https://example.org')).toEqual(['/']);
    expect(reasons(result, 'https://example.org')).toEqual({
      '/..%2fsecret.html': 'skipped: HTTP status 404',
      '/link.html': 'skipped: HTTP status 404',
    });
    folder = dirname(folder);
  });

  it('has pages that are links to files of the folder', async () => {
    await write({ 'index.html': page('Home', 'Welcome', ['new.html']), 'store/1a2b': page('New', 'Text') });
    await symlink('store/1a2b', join(folder, 'new.html'));
    const result = await crawlFolder('https://example.org/');
    expect(paths(result, 'https://example.org')).toEqual(['/', '/new.html']);
  });

  it('gives the address of a page that names its canonical address', async () => {
    const canonical = (path: string) => `<link rel="canonical" href="https://example.org${path}">`;
    await write({
      'a.html': page('A', 'Text', [], canonical('/a.html')),
      'b.html': page('B', 'Text', [], canonical('/a.html')),
    });
    const result = await crawlFolder('https://example.org/');
    expect(paths(result, 'https://example.org')).toEqual(['/a.html']);
  });

  it('has the page to which others link, and not its copies', async () => {
    await write({
      'index.html': page('Home', 'Welcome', ['news/']),
      'a-frame/index.html': page('News', 'Today'),
      'news/index.html': page('News', 'Today'),
      'print.html': page('News', 'Today'),
      'other/index.html': page('Other', 'Without links'),
    });
    const result = await crawlFolder('https://example.org/');
    expect(paths(result, 'https://example.org')).toEqual(['/', '/news/', '/other/']);
    expect(reasons(result, 'https://example.org')).toEqual({
      '/a-frame/': 'skipped: same content as /news/',
      '/print.html': 'skipped: same content as /news/',
    });
  });

  it('has no files that are no pages', async () => {
    await write({
      'index.html': page('Manual', 'Welcome', [
        ...['data/', 'feed/', 'api/class-use/Otter.html', 'genindex.html', '_modules/otter.html'],
        'py-modindex/',
      ]),
      'data/index.html': '{ "a": [1, 2] }',
      'feed/index.html': '<?xml version="1.0"?><rss version="2.0"><channel></channel></rss>',
      'en/404.html': page('Missing', 'Not found'),
      'googlef8bc250f58eaea27.html': 'google-site-verification: googlef8bc250f58eaea27.html',
      '200.html': page('Manual', 'Loading'),
      'genindex.html': page('Index', 'Words'),
      'py-modindex/index.html': page('Python Module Index', 'otter'),
      '_modules/otter.html': page('otter', 'Source code of otter'),
      'api/class-use/Otter.html': page('Uses of Class Otter', 'None'),
      'api/allclasses-index.html': page('All Classes', 'Otter'),
      'allclasses.html': page('Yoga and dance', 'All classes of our school'),
      '.github/template.html': page('Template', 'Write here'),
      'js/pdfjs/web/viewer.html': page('PDF.js viewer', 'Zoom in'),
      'wp-content/themes/school/fonts/Lora.html': page('Lora', 'Object not found'),
      'wp-content/uploads/plan.html': page('Plan', 'Rooms of our school'),
    });
    const result = await crawlFolder('https://example.org/');
    expect(paths(result, 'https://example.org')).toEqual([
      '/',
      '/allclasses.html',
      '/wp-content/uploads/plan.html',
    ]);
    expect(reasons(result, 'https://example.org')).toEqual({
      '/_modules/otter.html': 'skipped: list or source code, not a page',
      '/api/class-use/Otter.html': 'skipped: list or source code, not a page',
      '/data/': 'skipped: JSON, not a page',
      '/feed/': 'skipped: a sitemap, not a page',
      '/genindex.html': 'skipped: list or source code, not a page',
      '/py-modindex/': 'skipped: list or source code, not a page',
    });
  });

  it('is not read again unless a file changes', async () => {
    const base = 'https://example.org/';
    await write({ 'index.html': page('Home', 'Welcome'), 'a.html': page('A', 'First') });
    const { state } = await crawlFolder(base);
    await write({ 'index.html': page('Home', 'Changed'), 'a.html': page('A', 'First') });
    const second = await crawl(
      { starts: [], listed: [base, `${base}a.html`], base, fetcher: folderFetcher(folder, base) },
      state,
    );
    expect(paths(second, base)).toEqual(['']);
    expect(reasons(second, base)).toEqual({ 'a.html': 'unchanged: not modified' });
  });

  it('redirects to a folder with the parameters of the address', async () => {
    await write({
      'index.html': page('Home', 'Welcome', ['guide?area=north']),
      'guide/index.html': page('Guide', 'Shops'),
    });
    const result = await crawlFolder('https://example.org/');
    expect(reasons(result, 'https://example.org')).toMatchObject({
      '/guide?area=north': 'skipped: redirects to /guide/?area=north',
    });
  });
});
