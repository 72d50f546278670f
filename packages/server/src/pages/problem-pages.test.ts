/** Pages of the problem types. */
import { problemHelp, problems } from '@semantic-search/contract';
import Koa from 'koa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemPages } from './problem-pages.ts';

let server: ReturnType<Koa['listen']>;
let url: string;

beforeAll(async () => {
  const app = new Koa();
  app.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      ctx.status = (error as { status: number }).status;
      ctx.body = (error as Error).message;
    }
  });
  app.use(problemPages());
  server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterAll(() => server.close());

const read = (path: string, accept: string, method = 'GET') =>
  fetch(`${url}${path}`, { method, headers: { accept } });

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

test.each(Object.keys(problems))('explains %s to browsers and programs', async (code) => {
  const { meaning } = problemHelp[code as keyof typeof problems];
  const page = await read(`/problems/${code}`, BROWSER);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('vary')).toContain('Accept');
  expect(await page.text()).toContain(meaning.replaceAll(/`([^`]*)`/g, '<code>$1</code>'));
  const description = await read(`/problems/${code}`, '*/*');
  expect(description.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await description.json()).toMatchObject({ type: `/problems/${code}`, meaning });
});

test('returns 404 with the known codes for an unknown problem type', async () => {
  const response = await read('/problems/unknown', BROWSER);
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('gateway-timeout');
});

test('returns 405 for methods other than GET, HEAD and OPTIONS', async () => {
  expect((await read('/problems/conflict', BROWSER, 'POST')).status).toBe(405);
  expect((await read('/problems/conflict', BROWSER, 'HEAD')).status).toBe(200);
});
