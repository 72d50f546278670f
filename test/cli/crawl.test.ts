import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, respond, type Website, website } from '../../packages/sources/test/website.fixture.ts';
import { failureOf, folderOfTest, served } from '../support/fixtures.ts';
import { run, semanticSearch } from '../support/service.ts';

let site: Website | undefined;
afterEach(async () => {
  await site?.close();
  site = undefined;
});

async function openSite(count: number): Promise<Website> {
  site = await website();
  const links = Array.from({ length: count }, (_, index) => `/page/${index}`);
  site.pages.set('/', page('Start', 'Welcome', links));
  for (const [index, path] of links.entries())
    site.pages.set(path, page(`Page ${index}`, `The heron number ${index}`));
  return site;
}

const service = served({}, []);

/** Each test has a space of its own. */
let space = '';
let tests = 0;
beforeEach(() => {
  space = `town-${++tests}`;
});

/** A command that uses the data directory of the server. */
const command = (...words: string[]) => semanticSearch(words, { DATA_DIR: service.directory });

const crawl = (...words: string[]) =>
  command('crawl', '--delay', '0', '--allow-private-networks', '--space', space, ...words);

async function stored(address: string) {
  const { body } = await service.call('GET', `/api/spaces/${space}/documents/${encodeURIComponent(address)}`);
  return body;
}

async function report(file: string): Promise<Record<string, string>> {
  const lines = (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .filter((line) => line !== '');
  const rows = lines.map((line) => JSON.parse(line) as { address: string; outcome: string; reason: string });
  return Object.fromEntries(
    rows.map(({ address, outcome, reason }) => [new URL(address).pathname, `${outcome}: ${reason}`]),
  );
}

describe('crawling', () => {
  it('indexes a site, and writes only changes later', async () => {
    const data = await folderOfTest();
    const { url, pages } = await openSite(10);
    const file = join(data, 'report.jsonl');
    const first = await crawl(`${url}/`, '--report', file);
    expect(first.errors).toBe(`Data directory: ${service.directory}\n`);
    expect(first.output).toContain(`${space}: 11 indexed, 0 unchanged, 0 removed, 0 skipped, 0 failed`);
    expect(await report(file)).toMatchObject({ '/': 'indexed: new', '/page/9': 'indexed: new' });

    pages.set('/page/1', page('Page 1', 'The changed kingfisher'));
    pages.delete('/page/2');
    pages.set('/page/3', respond(500));
    const second = await crawl(`${url}/`, '--report', file);
    expect(second.code).toBe(2);
    expect(second.output).toContain(`${space}: 1 indexed, 8 unchanged, 1 removed, 0 skipped, 1 failed`);
    expect(await report(file)).toMatchObject({
      '/page/1': 'indexed: changed',
      '/page/2': 'removed: HTTP status 404',
      '/page/3': 'failed: HTTP status 500',
      '/page/4': 'unchanged: same content',
    });
    expect(await stored(`${url}/page/1`)).toMatchObject({
      title: 'Page 1',
      link: `${url}/page/1`,
    });
    expect(await stored(`${url}/page/2`)).toMatchObject({ status: 404 });
    expect(await stored(`${url}/page/3`)).toMatchObject({ title: 'Page 3' });
    const { body } = await service.call('POST', '/api/configurations', {
      body: { config: { searchSpace: space } },
    });
    const found = await service.call('POST', `/api/configurations/${body.id}/search`, {
      body: { input: 'kingfisher' },
    });
    expect(found.body.result![0]).toMatchObject({ title: 'Page 1', link: `${url}/page/1` });
  });

  it('a folder makes documents with sections, breadcrumbs and filters', async () => {
    const data = await folderOfTest();
    const folder = join(data, 'dist');
    await mkdir(join(folder, 'about'), { recursive: true });
    const html = `<title>About</title><main data-search-filter="topic:history"><h2 id="a">Old</h2><p>Bridge</p></main>
      <a href="https://a.example/">a</a> <a href="https://b.example/">b</a>
      <ol itemscope itemtype="https://schema.org/BreadcrumbList"><li itemprop="name">Town</li></ol>`;
    await writeFile(join(folder, 'about/index.html'), html);
    const { code, output } = await crawl(folder, '--base', 'https://town.example');
    expect(output).toContain('1 indexed');
    expect(output).toContain('2 skipped: host … is outside of the crawl\n');
    expect(output).toContain(`${space}: 1 categories`);
    expect(code).toBe(0);
    const { body } = await service.call('GET', `/api/spaces/${space}/thesauri`);
    expect(body).toMatchObject({ thesauri: [{ name: 'categories', concepts: 1, title: 'Categories' }] });
    const document = await stored('https://town.example/about/');
    expect(document).toMatchObject({
      title: 'About',
      text: 'Old\nBridge',
      topic: ['history'],
      breadcrumbs: ['Town'],
    });
    const section = { anchor: 'a', heading: 'Old', level: 2, weight: 6, text: 'Bridge' };
    expect(document).toHaveProperty('sections', [section]);
  });

  it('leaves out what the pages of a site share, also in a later run that reads one page', async () => {
    const data = await folderOfTest();
    const folder = join(data, 'dist');
    await mkdir(folder);
    const write = (name: string, text: string) =>
      writeFile(
        join(folder, `${name}.html`),
        `<html lang="en"><title>${name}- Field guide</title><div>Menu</div><p>${text}</p></html>`,
      );
    for (const name of ['herons', 'newts', 'otters']) await write(name, `About ${name}`);
    await crawl(folder, '--base', 'https://town.example');
    await write('newts', 'About newts and toads');
    const later = await crawl(folder, '--base', 'https://town.example');
    expect(later.output).toContain('1 indexed, 2 unchanged');
    const documents = ['herons', 'newts'].map((name) => stored(`https://town.example/${name}.html`));
    expect(await Promise.all(documents)).toMatchObject([
      { title: 'herons', text: 'About herons' },
      { title: 'newts', text: 'About newts and toads' },
    ]);
    await rm(join(folder, 'otters.html'));
    const last = await crawl(folder, '--base', 'https://town.example');
    expect(last.output).toContain('0 indexed, 2 unchanged, 1 removed');
    expect(await stored('https://town.example/otters.html')).toMatchObject({ status: 404 });
    expect(await stored('https://town.example/newts.html')).toMatchObject({ text: 'About newts and toads' });
    const full = await crawl(folder, '--base', 'https://town.example', '--full');
    expect(full.output).toContain('2 unchanged');
    await write('newts', 'About newts');
    await crawl(folder, '--base', 'https://town.example');
    expect(await stored('https://town.example/newts.html')).toMatchObject({
      title: 'newts',
      text: 'About newts',
    });
  });

  it('that would remove more than half of the pages changes nothing without --force', async () => {
    const { url, pages } = await openSite(6);
    await crawl(`${url}/`);
    for (const index of [0, 1, 2, 3]) pages.delete(`/page/${index}`);
    const stopped = await crawl(`${url}/`);
    expect(stopped.code).toBe(1);
    expect(stopped.errors).toContain('would remove 4 of 7 pages');
    expect(await stored(`${url}/page/0`)).toMatchObject({ title: 'Page 0' });
    const forced = await crawl(`${url}/`, '--force');
    expect(forced.output).toContain('0 indexed, 3 unchanged, 4 removed');
    expect(await stored(`${url}/page/0`)).toMatchObject({ status: 404 });
  });

  it('that fails leaves the space as it was', async () => {
    const data = await folderOfTest();
    const { url, pages } = await openSite(30);
    await crawl(`${url}/`);
    pages.set(
      '/',
      page(
        'Start',
        'Changed',
        Array.from({ length: 30 }, (_, index) => `/page/${index}`),
      ),
    );
    for (let index = 0; index < 30; index += 1)
      pages.set(`/page/${index}`, (request) => request.socket.destroy());
    const file = join(data, 'report.jsonl');
    const failed = await crawl(`${url}/`, '--report', file);
    expect(failed.code).toBe(1);
    expect(failed.errors).toContain('does not respond any more');
    expect((await report(file))['/page/0']).toMatch(/^failed: /);
    expect((await stored(`${url}/`)).text).toContain('Welcome');
  });

  it('interrupted by SIGKILL resumes without another request for what it has read', async () => {
    const { url, requests } = await openSite(60);
    const words = ['crawl', '--delay', '30', '--allow-private-networks', '--space', space, `${url}/`];
    const child = run(words, { DATA_DIR: service.directory });
    const ended = once(child, 'exit');
    while (requests.length < 25) await new Promise((next) => setTimeout(next, 10));
    child.kill('SIGKILL');
    await ended;
    requests.length = 0;
    const { code, output } = await crawl(`${url}/`);
    expect(code).toBe(0);
    expect(output).toMatch(/Resuming after \d\d addresses/);
    expect(output).toContain('61 indexed');
    expect(requests.length).toBeLessThan(55);
  });

  it('with other options reads all pages again, also those of an interrupted run', async () => {
    const data = await folderOfTest();
    const { url, pages } = await openSite(3);
    const text = '<p>The heron</p><p class="share">Share</p>';
    pages.set('/page/1', ({ headers }, response) => {
      response.writeHead(headers['if-none-match'] ? 304 : 200, { 'content-type': 'text/html', etag: '"1"' });
      response.end(headers['if-none-match'] ? undefined : `<title>Page</title><main>${text}</main>`);
    });
    await crawl(`${url}/`);
    const file = join(data, 'report.jsonl');
    await crawl(`${url}/`, '--ignore', '.share', '--report', file);
    expect(await report(file)).toMatchObject({
      '/page/1': 'indexed: changed',
      '/page/2': 'indexed: changed',
    });

    // Reads all pages, but stops before it removes three of four.
    for (const index of [0, 1, 2]) pages.delete(`/page/${index}`);
    pages.set('/private', page('Private', 'The secret'));
    pages.set('/', page('Start', 'Welcome', ['/private']));
    expect((await crawl(`${url}/`, '--ignore', '.share')).code).toBe(1);
    await crawl(`${url}/`, '--force', '--exclude', '/private', '--report', file);
    expect(await report(file)).toMatchObject({ '/private': 'skipped: excluded by /private' });
  });

  it('reads and writes all pages again that an earlier version has stored', async () => {
    const data = await folderOfTest();
    const { url, pages } = await openSite(1);
    pages.set('/page/0', ({ headers }, response) => {
      response.writeHead(headers['if-none-match'] ? 304 : 200, { 'content-type': 'text/html', etag: '"1"' });
      response.end(headers['if-none-match'] ? undefined : '<title>Page</title><main>The heron</main>');
    });
    const file = join(data, 'report.jsonl');
    await crawl(`${url}/`);
    await crawl(`${url}/`, '--report', file);
    expect((await report(file))['/page/0']).toBe('unchanged: not modified');
    const folder = join(service.directory, 'crawl', space);
    const [name = ''] = await readdir(folder);
    const database = new DatabaseSync(join(folder, name));
    database.exec(`UPDATE runs SET value = replace(value, ',\\"pageVersion\\":', ',\\"version\\":')`);
    database.close();
    await crawl(`${url}/`, '--report', file);
    expect((await report(file))['/page/0']).toBe('indexed: changed');
  });

  it('reads and writes a page again that the last full run could not read', async () => {
    const { url, pages } = await openSite(1);
    let status = 200;
    pages.set('/page/0', ({ headers }, response) => {
      const isKnown = status === 200 && headers['if-none-match'] !== undefined;
      response.writeHead(isKnown ? 304 : status, { 'content-type': 'text/html', etag: '"1"' });
      response.end(isKnown ? undefined : '<title>Page</title><main>The heron</main>');
    });
    await crawl(`${url}/`);
    status = 500;
    await crawl(`${url}/`, '--site', 'birds');
    status = 200;
    expect((await crawl(`${url}/`, '--site', 'birds')).output).toContain('1 indexed, 1 unchanged');
    expect((await crawl(`${url}/`, '--site', 'birds')).output).toContain('0 indexed, 2 unchanged');
  });

  it('writes unchanged pages again if a full run learns what they share with new pages', async () => {
    const folder = await folderOfTest();
    const write = (name: string) =>
      writeFile(
        join(folder, `${name}.html`),
        `<title>${name} | Field guide</title><div>Menu</div><p>About ${name}</p>`,
      );
    const crawlFolder = (...options: string[]) =>
      crawl(folder, '--base', 'https://guide.example', ...options);
    for (const name of ['herons', 'newts']) await write(name);
    await crawlFolder();
    expect(await stored('https://guide.example/newts.html')).toMatchObject({ text: 'Menu\nAbout newts' });
    for (const name of ['otters', 'owls']) await write(name);
    expect((await crawlFolder('--full')).output).toContain('4 indexed, 0 unchanged');
    expect(await stored('https://guide.example/newts.html')).toMatchObject({
      title: 'newts',
      text: 'About newts',
    });
    expect((await crawlFolder('--full')).output).toContain('0 indexed, 4 unchanged');
  });

  it('writes pages again that the space has lost', async () => {
    const { url } = await openSite(3);
    await crawl(`${url}/`);
    await service.call('DELETE', `/api/spaces/${space}/documents/${encodeURIComponent(`${url}/page/1`)}`);
    expect((await crawl(`${url}/`)).output).toContain('1 indexed, 3 unchanged');
    await service.call('DELETE', `/api/spaces/${space}`);
    expect(await readdir(join(service.directory, 'crawl'))).not.toContain(space);
    expect((await crawl(`${url}/`)).output).toContain('4 indexed, 0 unchanged');
  });

  it('rejects private networks unless they are allowed', async () => {
    const { url, requests } = await openSite(1);
    const named = url.replace('127.0.0.1', 'localhost');
    for (const address of [url, named]) {
      const { code, errors } = await command('crawl', `${address}/`, '--space', space);
      expect(code).toBe(1);
      expect(errors).toContain('is in a private network');
    }
    expect(requests).toEqual([]);
    expect(await readdir(join(service.directory, 'spaces'))).not.toContain(space);
  });

  it('without a running server says how to start one, and requests nothing', async () => {
    const data = await folderOfTest();
    const { url, requests } = await openSite(1);
    const words = ['crawl', `${url}/`, '--allow-private-networks', '--space', space];
    const { code, errors } = await failureOf(words, { DATA_DIR: data });
    expect(code).toBe(1);
    expect(errors).toMatch(/Start one with (?:.* )?semantic-search start/);
    expect(requests).toEqual([]);
  });

  it('of one page of a folder with --try reads the folder', async () => {
    const folder = await folderOfTest();
    await writeFile(join(folder, 'a.html'), page('A', 'Herons'));
    const attempt = (...words: string[]) =>
      semanticSearch(['crawl', folder, ...words, '--try', 'https://town.example/a.html'], {});
    const { output, code } = await attempt('--base', 'https://town.example');
    expect(code).toBe(0);
    expect(JSON.parse(output).document).toMatchObject({ title: 'A' });
    const without = await attempt();
    expect(without.code).toBe(1);
    expect(without.errors).toContain('A folder requires --base');
  });

  it('of one page with --try shows its document and changes nothing', async () => {
    const data = await folderOfTest();
    const { url, pages } = await openSite(1);
    pages.set('/hidden', page('Hidden', 'Text', ['/x'], '<meta name="robots" content="noindex">'));
    pages.set('/old', respond(301, { location: '/page/0' }));
    pages.set('/page/0', page('Page 0', 'Herons</p><h2 id="food">Food</h2><p>Fish'));
    const attempt = (path: string) =>
      semanticSearch(['crawl', '--allow-private-networks', '--try', url + path], { DATA_DIR: data });
    const { output, code } = await attempt('/old');
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      addresses: [`${url}/old`, `${url}/page/0`],
      document: { title: 'Page 0', sections: [{ anchor: 'food', heading: 'Food', level: 2, text: 'Fish' }] },
    });
    const hidden = await attempt('/hidden');
    expect(hidden.code).toBe(2);
    expect(JSON.parse(hidden.output)).toMatchObject({ reason: 'noindex', links: [`${url}/x`] });
    expect(await readdir(data)).not.toContain('crawl');
  });

  it('with --max-megabytes writes what it has read, removes nothing, and goes on the next time', async () => {
    const { url, pages } = await openSite(6);
    expect((await crawl(`${url}/`)).output).toContain('7 indexed');
    for (const [path, body] of pages)
      pages.set(path, `${String(body).replaceAll('heron', 'crane')}<!--${'x'.repeat(180_000)}-->`);
    pages.delete('/page/5');
    const { output, code } = await crawl(`${url}/`, '--full', '--max-megabytes', '1');
    const why = 'ended at the limit of 1 MB received';
    expect(output).toContain(`${space}: ${why}; nothing was removed, and the next run goes on from here`);
    expect(code).toBe(2);
    const indexed = Number(/(\d+) indexed/.exec(output)?.[1]);
    expect(indexed).toBeGreaterThan(0);
    expect(indexed).toBeLessThan(5);
    expect(output).toContain('0 removed');
    const rest = await crawl(`${url}/`);
    expect(rest.output).toContain('Resuming after');
    expect(rest.output).toContain(`${space}: 5 indexed, 1 unchanged, 1 removed`);
  });

  it('ends with the server that has started it, even if the server is killed', async () => {
    const { url, pages } = await openSite(0);
    const requested = new Promise<void>((resolve) => {
      // Never responds.
      pages.set('/robots.txt', () => resolve());
    });
    const parent = spawn(process.execPath, [
      '--eval',
      `const { spawn } = require('node:child_process');
       const child = spawn(process.execPath, ${JSON.stringify([
         'packages/cli/src/semantic-search.ts',
         ...['crawl', `${url}/`, '--allow-private-networks', '--space', space],
       ])}, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env: { ...process.env, DATA_DIR: ${JSON.stringify(service.directory)} } });
       console.log(child.pid);`,
    ]);
    const [line] = await once(parent.stdout, 'data');
    const pid = Number(line);
    await requested;
    parent.kill('SIGKILL');
    const isAlive = () => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    while (isAlive()) await new Promise((resolve) => setTimeout(resolve, 20));
  });

  it('sends headers with values of environment variables', async () => {
    const { url, pages } = await openSite(0);
    pages.set('/', (request, response) => {
      response.writeHead(request.headers.authorization === 'Bearer x' ? 200 : 401, {
        'content-type': 'text/html',
      });
      response.end(page('Members', 'Text'));
    });
    const words = ['crawl', '--allow-private-networks', '--space', space, `${url}/`];
    const header = ['--header', 'Authorization=SITE_TOKEN'];
    expect((await command(...words)).errors).toContain('HTTP status 401');
    const { output } = await semanticSearch([...words, ...header], {
      DATA_DIR: service.directory,
      SITE_TOKEN: 'Bearer x',
    });
    expect(output).toContain('1 indexed');
  });

  it.each([
    [['https://a.example/'], '--space'],
    [['--space', 'a'], 'Specify an address or a folder'],
    [['--space', '../a', 'https://a.example/'], 'name of a search space'],
    [['--space', 'a', 'https:user:secret@a.example'], 'may not contain a name or password'],
    [['--space', 'a', 'ftp://a.example/'], 'ftp://a.example/: neither one folder, nor addresses'],
    [['--space', 'a', 'test'], '--base'],
    [['--space', 'a', 'https://a.example/', '--base', 'https://a.example/'], '--base is for folders'],
    [['--space', 'a', 'https://a.example/', '--ignore', 'p['], '--ignore: '],
    [['--space', 'a', 'https://a.example/', '--header', 'A=UNSET'], '--header A'],
    [['--space', 'a', 'https://a.example/', '--max-pages', '0'], 'positive integer'],
    [['--space', 'a', 'https://me:secret@a.example/'], 'use --header'],
  ])('with %j fails with an error message', async (words, why) => {
    const { code, errors } = await failureOf(['crawl', ...words], { DATA_DIR: service.directory });
    expect(code).toBe(1);
    expect(errors).toContain(why);
    expect(errors).not.toMatch(/\n {4}at /);
  });

  it('with a schedule indexes the site now, and stores the command for the server', async () => {
    const data = await folderOfTest();
    const { url } = await openSite(1);
    const sources = async (...words: string[]) => (await command('sources', ...words)).output;
    expect((await crawl(`${url}/`, '--schedule', 'often')).errors).toContain('--schedule');
    const { output } = await crawl(`${url}/`, '--schedule', '0 3 * * *');
    expect(output).toContain(`${space}: 2 indexed`);
    const [, id = ''] = /Source (\w+): the server repeats it, next at \d{4}-/.exec(output) ?? [];
    const listed = await sources();
    expect(listed).toMatch(
      new RegExp(`^${id}\t${space}\t0 3 \\* \\* \\*\tnext .+\tnot run yet\tcrawl ${url}/ --`),
    );
    expect(listed).not.toContain('--schedule');
    const folder = join(data, 'site');
    await mkdir(folder);
    await writeFile(join(folder, 'index.html'), page('Start', 'Welcome'));
    const words = ['--base', 'https://www.example.org', '--space', 'site', '--schedule=@daily'];
    // The folder after an option without a value, and a path that another option has.
    const report = relative('.', join(data, 'report.ndjson'));
    await command('crawl', '--report', report, '--full', relative('.', folder), ...words);
    expect(await sources()).toContain(
      `crawl ${folder} --space site --base https://www.example.org --full --report ${join(data, 'report.ndjson')}\n`,
    );
    const { body } = await service.call('GET', '/api/spaces');
    const spaces = Object.values(body.spaces!).filter(({ name }) => [space, 'site'].includes(String(name)));
    expect(spaces).toMatchObject([
      { name: 'site', sources: [{ schedule: '@daily' }] },
      { name: space, sources: [{ id, schedule: '0 3 * * *', command: expect.stringContaining(url) }] },
    ]);
    expect(await sources('remove', id)).toBe(`Removed ${id}\n`);
    expect(await sources('list')).not.toContain(id);
  });

  it('synchronizes a space of a remote server without a data directory', async () => {
    const SEARCH_TOKEN = await service.token('--scope', 'spaces:write', '--space', space);
    const { url, pages } = await openSite(4);
    const DATA_DIR = join(await folderOfTest(), 'none');
    const words = ['--allow-private-networks', '--delay', '0', '--server', `${service.url}/`];
    const synchronize = (name: string, token = SEARCH_TOKEN) =>
      semanticSearch(['crawl', `${url}/`, ...words, '--space', name], {
        DATA_DIR,
        SEARCH_TOKEN: token,
      });
    const first = await synchronize(space);
    expect(first.output, first.errors).toContain(`${space}: 5 indexed`);

    pages.delete('/page/1');
    const second = await synchronize(space);
    expect(second.output).toContain(`${space}: 1 documents removed that are not in the source`);
    expect(await stored(`${url}/page/1`)).toMatchObject({ status: 404 });

    pages.set('/page/2', respond(500));
    const third = await synchronize(space);
    expect([third.code, third.errors]).toEqual([2, `${space}: removed nothing: 1 addresses failed\n`]);
    expect(await stored(`${url}/page/2`)).toMatchObject({ title: 'Page 2' });
    expect((await synchronize('village')).errors).toContain('semantic-search: ');
    expect((await synchronize(space, '')).errors).toContain('SEARCH_TOKEN');
    await expect(access(DATA_DIR)).rejects.toThrow();
  });
});
