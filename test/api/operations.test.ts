/**
 * Every operation of the contract over HTTP, with its example and every documented status.
 *
 * Unit tests of the server cover 500, 502, 503 and 504, which need a failing service, backend or disk.
 */
import { type Operation, operations, problems, type SpaceList } from '@semantic-search/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSignInProvider } from '../../packages/server/test/support/sign-in-provider.ts';
import { callOperation, provokeStatus, putExampleDocument } from '../support/error-responses.ts';
import { served } from '../support/fixtures.ts';
import { type Description, readDescription } from '../support/openapi-description.ts';

const provider = await startSignInProvider();
afterAll(() => provider.close());
const service = served({ OIDC_SIGN_IN_ISSUER: provider.issuer });
const limited = served({ REQUESTS_PER_MINUTE_AND_TOKEN: '1' }, []);
let description: Description;

beforeAll(async () => {
  description = await readDescription(service.url);
});

it('covers exactly the operations of the served description', () => {
  expect(description.operations().sort()).toEqual(operations.map(({ id }) => id).sort());
});

it('has examples with the fields and numbers of the Field guide', async () => {
  const { response } = operations.find(({ id }) => id === 'listSpaces')!;
  const [example] = (response.example as SpaceList).spaces;
  const { body } = await service.call('GET', '/api/spaces');
  const { facets, ...actual } = (body as unknown as SpaceList).spaces.find(
    ({ name }) => name === example!.name,
  )!;
  expect(example).toMatchObject(actual);
  expect(facets).toEqual(expect.arrayContaining(example!.facets));
});

describe.each(operations)('$id', (operation) => {
  beforeAll(async () => {
    if (operation.path.startsWith('/api/spaces/')) await putExampleDocument(service);
  });

  it.each(statusesToProvoke(operation))('returns a %i that matches the description', async (status) => {
    const response = await provokeStatus[status]!(operation, service);
    expect(description.violations(operation.id, response)).toEqual([]);
    expect(response.status).toBe(status);
    if (status === 401) expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
    if (status === 403) expect(response.headers.get('www-authenticate')).toContain('insufficient_scope');
  });

  it.runIf(operation.scope)('returns 429 when a token exceeds its rate limit', async () => {
    await limited.call('GET', '/api/configurations');
    const response = await callOperation(operation, limited, { path: { configId: '1' } });
    expect(description.violations(operation.id, response)).toEqual([]);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('lists only statuses that a test provokes', () => {
    const commonStatuses = [400, 429, 431, 500, 502, 503, 504];
    const own = (statuses: number[]) => statuses.filter((status) => !commonStatuses.includes(status)).sort();
    expect(own(description.statuses(operation.id))).toEqual(own(statusesToProvoke(operation)));
  });
});

/** From the table of operations, since the description is served only once the service runs. */
function statusesToProvoke({ headers = [], problems: codes, scope }: Operation): number[] {
  const own = codes.map((code) => problems[code].status).filter((status) => status in provokeStatus);
  const always = scope === null ? [200, 405] : [200, 401, ...(scope === 'any' ? [] : [403]), 405, 406];
  const conditional = headers.includes('If-None-Match') ? [304] : [];
  return [...new Set([...always, ...conditional, ...own])].sort();
}
