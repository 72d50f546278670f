/** Website of 500 pages with traps for crawlers, and what a crawl of it has to find. */
import { gzipSync } from 'node:zlib';
import { pdfFile } from './pdf.fixture.ts';
import { page, type Resource, respond, type Website } from './website.fixture.ts';

export const PAGES = 500;
const MONTHS = 6;
/** The calendar is linked from the start page, so that its last month within this depth is `MONTHS`. */
export const MAX_DEPTH = MONTHS + 1;

const canonical = (href: string) => `<link rel="canonical" href="${href}">`;

export interface TrapSite {
  /** Paths of the pages to index. */
  expected: string[];
  /** Reasons by path, for all other addresses. */
  leftOut: Record<string, string>;
}

/** Adds the pages to a website. */
export function setTraps({ pages, url }: Website): TrapSite {
  const expected = ['/', ...articles(pages), ...months(pages), '/latin1', '/broken', '/file.pdf'];
  const leftOut = { ...redirects(pages), ...duplicates(pages), ...refused(pages), ...heavy(pages) };
  pages.set('/latin1', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=iso-8859-1' });
    response.end(Buffer.from('<main><h1>Grün</h1>Straße</main>', 'latin1'));
  });
  pages.set(
    '/broken',
    '<main><h1>Broken<p id=x class="<b>Still readable</i></table><a href="http://[">x</a><div '.repeat(3),
  );
  pages.set('/file.pdf', pdfFile('Timetable of the ferry', 'Ferry'));
  const traps = Object.keys(leftOut).filter((path) => !/^\/redirect\/[1-9]/.test(path));
  const links = ['/article/1', '/latin1', '/broken', '/file.pdf', '/calendar?month=0', ...traps];
  pages.set('/', page('Start', 'Welcome to the town', links));
  pages.set('/robots.txt', `User-agent: *\nDisallow: /private\n\nSitemap: ${url}/missing.xml`);
  return {
    expected,
    leftOut: {
      ...leftOut,
      '/missing.xml': 'failed: sitemap: HTTP status 404',
      [`/calendar?month=${MONTHS + 1}`]: `skipped: more than ${MAX_DEPTH} links from a start address`,
    },
  };
}

/** A tree, so that all articles are within a few links. */
function articles(pages: Map<string, Resource>): string[] {
  const numbers = Array.from({ length: PAGES }, (_, index) => index + 1);
  for (const number of numbers) setArticle(pages, number, 'first');
  return numbers.map((number) => `/article/${number}`);
}

/** With the address of a campaign, as links in menus have it. */
export function setArticle(pages: Map<string, Resource>, number: number, version: string): void {
  for (const query of ['', '?utm_source=menu'])
    pages.set(`/article/${number}${query}`, article(number, version));
}

function article(number: number, version: string): string {
  const children = Array.from({ length: 5 }, (_, index) => (number - 1) * 5 + index + 2);
  const links = children
    .filter((child) => child <= PAGES)
    .flatMap((child) => [`/article/${child}?utm_source=menu`, `/article/${child}`]);
  return page(`Article ${number}`, `The ${version} text of article ${number}`, links);
}

function months(pages: Map<string, Resource>): string[] {
  for (let month = 0; month <= 1000; month += 1)
    pages.set(
      `/calendar?month=${month}`,
      page(`Month ${month}`, `Events of month ${month}`, [`/calendar?month=${month + 1}`]),
    );
  return Array.from({ length: MONTHS + 1 }, (_, month) => `/calendar?month=${month}`);
}

function redirects(pages: Map<string, Resource>): Record<string, string> {
  const steps = Array.from({ length: 11 }, (_, step) => `/redirect/${step}`);
  for (let step = 0; step < 100; step += 1)
    pages.set(`/redirect/${step}`, respond(302, { location: `/redirect/${step + 1}` }));
  pages.set('/loop/a', respond(301, { location: '/loop/b' }));
  pages.set('/loop/b', respond(301, { location: '/loop/a' }));
  pages.set('/away', respond(301, { location: 'http://169.254.169.254/latest/meta-data' }));
  pages.set('/moved', page('Moved', 'Moved', [], '<meta http-equiv="refresh" content="0;url=/article/1">'));
  const reasons = steps.map((path, step) => [path, `skipped: redirects to /redirect/${step + 1}`]);
  return {
    ...Object.fromEntries(reasons.slice(0, 10)),
    '/redirect/10': 'skipped: more than 10 redirects, the next to /redirect/11',
    '/loop/a': 'skipped: redirects to /loop/b',
    '/loop/b': 'skipped: redirects to /loop/a',
    '/away':
      'skipped: redirects to http://169.254.169.254/latest/meta-data: host 169.254.169.254 is outside of the crawl',
    '/moved': 'skipped: redirects to /article/1',
  };
}

function duplicates(pages: Map<string, Resource>): Record<string, string> {
  pages.set('/Article/1', article(1, 'first'));
  pages.set('/article/1?print=1', page('Print', 'Print version', [], canonical('/article/1')));
  return {
    '/Article/1': 'skipped: same content as /article/1',
    '/article/1/': 'skipped: same page as /article/1',
    '/article/1?print=1': 'skipped: canonical address is /article/1',
  };
}

function refused(pages: Map<string, Resource>): Record<string, string> {
  pages.set('/private/a', page('Private', 'Secret'));
  pages.set('/hidden', page('Hidden', 'Hidden', [], '<meta name="robots" content="none">'));
  pages.set('/empty', '<main><script>render()</script></main>');
  pages.set('/broken.pdf', 'no PDF');
  pages.set('/error', respond(500));
  pages.set('/login', respond(403));
  return {
    '/private/a': 'skipped: disallowed by robots.txt',
    '/hidden': 'skipped: noindex',
    '/empty': 'skipped: no text in the main content',
    '/broken.pdf': 'skipped: PDF cannot be read',
    '/error': 'failed: HTTP status 500',
    '/login': 'failed: HTTP status 403',
    '/gone': 'skipped: HTTP status 404',
    '/x/y/x/y/x/y/x/y': 'skipped: path repeats itself',
    [`/${'long/'.repeat(3)}${'x'.repeat(2000)}`]: 'skipped: address is longer than 2000 characters',
    'http://10.0.0.1/': 'skipped: host 10.0.0.1 is outside of the crawl',
  };
}

function heavy(pages: Map<string, Resource>): Record<string, string> {
  const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024, '<p>'));
  pages.set('/bomb', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
    response.end(bomb);
  });
  pages.set('/huge', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const chunk = Buffer.alloc(1024 * 1024, 'x ');
    const send = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', send);
    };
    send();
  });
  pages.set('/nested', `<main>${'<div>'.repeat(100_000)}`);
  return {
    '/bomb': 'skipped: larger than 16 MiB',
    '/huge': 'skipped: larger than 16 MiB',
    '/nested': 'skipped: no text in the main content',
  };
}

/** A response that never ends. */
export const drip: Resource = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  const timer = setInterval(() => response.write('x'), 50);
  response.on('close', () => clearInterval(timer));
};
