/** Addresses of the problem types. */
import { problems } from '@semantic-search/contract';
import { expect, test } from 'vitest';
import { serveRoutes } from '../../test/support/serve-routes.ts';
import { documentation } from './documentation.ts';

async function read(path: string, accept: string, method = 'GET'): Promise<Response> {
  const port = await serveRoutes(documentation(null, '1.0.0', new Map()));
  return fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { accept }, redirect: 'manual' });
}

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

test.each(Object.keys(problems))('explains %s to browsers and programs', async (code) => {
  const { meaning } = problems[code as keyof typeof problems];
  const page = await read(`/problems/${code}`, BROWSER);
  expect(page.headers.get('location')).toBe(`/manual/reference/problems/#${code}`);
  expect(page.headers.get('vary')).toContain('Accept');
  const description = await read(`/problems/${code}`, '*/*');
  expect(description.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await description.json()).toMatchObject({ type: `/problems/${code}`, meaning });
});

test('returns 404 with the known codes for an unknown problem type', async () => {
  const response = await read('/problems/unknown', BROWSER);
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('gateway-timeout');
});

test('returns 405 for methods that do not read', async () => {
  expect((await read('/problems/conflict', BROWSER, 'POST')).status).toBe(405);
  expect((await read('/problems/conflict', '*/*', 'HEAD')).status).toBe(200);
});
