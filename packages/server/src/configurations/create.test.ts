/** Creating configurations: what is taken of a body, and what is refused. */
import { ConfigurationOutcome, defaultSettings } from '@semantic-search/contract';
import { describe, expect, test } from 'vitest';
import { expectProblem } from '../../test/support/problem.ts';
import { keysOf } from '../../test/support/server.ts';
import { served } from '../../test/support/service.ts';
import { validationErrors } from '../validation.ts';

const server = served();
const { call } = server;

describe('POST /api/configurations', () => {
  test('without a body creates a configuration with the default settings', async () => {
    const response = await call('POST', '/api/configurations');
    expect(response.status).toBe(200);
    expect(validationErrors(ConfigurationOutcome, response.body)).toEqual([]);
    expect(response.body).toMatchObject({ user: 'tester', config: defaultSettings, errors: [] });
    expect(Date.parse(String(response.body.created))).not.toBeNaN();
  });

  test('accepts the response of GET default unchanged', async () => {
    const { body } = await call('GET', '/api/configurations/default');
    const response = await call('POST', '/api/configurations', body);
    expect(response.body).toMatchObject({ config: defaultSettings, errors: [] });
  });

  test('applies valid settings, reports invalid ones by dotted key, and completes the rest with defaults', async () => {
    const response = await call('POST', '/api/configurations', {
      id: 99,
      config: {
        title: 'Cats',
        visible: 'yes',
        colour: 'red',
        layout: { navbar: { fontColor: 'blue', backgroundColor: '#123' } },
        result: { itemsPerPage: 0, numberOfTags: null },
        filter: {
          facetsToShow: [
            { uri: 'type', title: 'Kind' },
            { title: 'Nameless' },
            { uri: 'type', facetMode: 'round' },
          ],
          componentOrder: ['search', 'search', 'cellar'],
        },
      },
    });
    expect(response.status).toBe(200);
    expect(keysOf(response).sort()).toEqual([
      'colour',
      'filter.componentOrder[1]',
      'filter.componentOrder[2]',
      'filter.facetsToShow[1].uri',
      'filter.facetsToShow[2].facetMode',
      'id',
      'layout.navbar.fontColor',
      'result.itemsPerPage',
      'visible',
    ]);
    expect(response.body.config).toMatchObject({
      title: 'Cats',
      visible: false,
      layout: { navbar: { fontColor: defaultSettings.layout.navbar.fontColor, backgroundColor: '#123' } },
      result: { itemsPerPage: 10, numberOfTags: null },
      filter: {
        facetsToShow: [
          { uri: 'type', title: 'Kind', refId: 'type', facetMode: 'flat', maximumTerms: 10 },
          { uri: 'type', title: 'type', facetMode: 'flat' },
        ],
        componentOrder: ['search'],
      },
    });
    const messages = response.body.errors as unknown as { key: string; message: string }[];
    const said = Object.fromEntries(messages.map(({ key, message }) => [key, message]));
    expect(said['result.itemsPerPage']).toBe('must be an integer from 1 to 100');
    expect(said['filter.facetsToShow[2].facetMode']).toBe('must be one of "hierarchical", "flat", "top"');
    expect(said['layout.navbar.fontColor']).toContain('#rrggbb');
  });

  test('accepts members that are named like methods', async () => {
    const strange = Array(9).fill({ valueOf: 1, toString: 2, toJSON: 3, hasOwnProperty: 4 });
    const response = await call('POST', '/api/configurations', {
      config: { title: strange[0], filter: { componentOrder: strange, facetsToShow: strange } },
    });
    expect(response.status).toBe(200);
    expect(response.body.config).toEqual(defaultSettings);
  });

  test('saves an unknown facet with a warning and rejects an unknown recommender', async () => {
    const response = await call('POST', '/api/configurations', {
      config: {
        filter: { facetsToShow: [{ uri: 'nowhere' }, { uri: 'type' }] },
        details: { recommender: 'oracle' },
      },
    });
    expect(keysOf(response).toSorted()).toEqual(['details.recommender', 'filter.facetsToShow[0].uri']);
    expect(response.body.config?.filter?.facetsToShow).toHaveLength(2);
    expect(response.body.config?.details).toMatchObject({ recommender: '' });
  });

  test('saves nothing if a setting is invalid and strict handling is preferred', async () => {
    const before = (await call('GET', '/api/configurations')).body.configurations;
    const strict = { Prefer: 'handling=strict' };
    const response = await call('POST', '/api/configurations', { config: { visible: 3 } }, strict);
    expectProblem(response, 422);
    expect(keysOf(response)).toEqual(['visible']);
    expect((await call('GET', '/api/configurations')).body.configurations).toEqual(before);
    const fine = await call('POST', '/api/configurations', { config: { visible: false } }, strict);
    expect(fine.status).toBe(200);
    expect(fine.headers.get('preference-applied')).toBe('handling=strict');
  });

  test.each([
    ['broken JSON', '{"config":'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a config that is not an object', '{"config":7}'],
    ['a config that is a list', '{"config":[]}'],
    ['a member named __proto__', '{"config":{"__proto__":{"visible":false}}}'],
    ['33 levels', `{"config":${'['.repeat(32)}${']'.repeat(32)}}`],
    ['bytes that are not UTF-8', Uint8Array.from([0x22, 0xff, 0x22])],
  ])('returns 400 for %s', async (_name, body) => {
    expectProblem(await call('POST', '/api/configurations', body), 400);
  });

  test('returns 413 for a body over 256 KiB, with and without Content-Length', async () => {
    const big = JSON.stringify({ config: { title: 'x'.repeat(256 * 1024) } });
    expectProblem(await call('POST', '/api/configurations', big), 413);
    const response = await fetch(`${server.url}/api/configurations`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${server.token}`, 'Content-Type': 'application/json' },
      body: new Blob([big]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1', ''])(
    'returns 415 for the media type "%s"',
    async (type) => {
      const body = new TextEncoder().encode('{}');
      expectProblem(await call('POST', '/api/configurations', body, { 'Content-Type': type }), 415);
    },
  );
});
