/** Explanations of searches: states of a document, ranks with and without rules, and what tokens may see. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExplanationRequest, ExplanationResponse, Scope } from '@semantic-search/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { served } from '../../test/support/service.ts';
import { openContent } from '../open-content.ts';

const server = served({}, openContent);
const address = 'https://town.example';
const documents = [
  { id: `${address}/waste`, title: 'Waste collection', description: 'Dates of the bins.', type: 'page' },
  { id: `${address}/bins`, title: 'Bins', description: 'Waste and paper, and waste again.', type: 'page' },
  { id: `${address}/paper`, title: 'Paper', description: 'Where to bring paper.', type: 'page' },
  { id: `${address}/old`, title: 'Old waste page', description: 'Waste.', type: 'archive' },
];
const curation = [
  {
    name: 'Paper first',
    when: { match: 'equals', query: 'waste' },
    pin: [{ id: `${address}/paper`, position: 1 }],
  },
  { name: 'No bins', when: { match: 'equals', query: 'waste' }, hide: [`${address}/bins`] },
];
const scope = { exclude: [{ uri: 'type', values: ['archive'] }] };

beforeAll(async () => {
  const lines = documents.map((document) => `${JSON.stringify(document)}\n`).join('');
  await server.call('POST', '/api/spaces/town/documents', lines, { 'Content-Type': 'application/x-ndjson' });
  await server.call('POST', '/api/configurations', { config: { searchSpace: 'town', curation, scope } });
  const folder = join(server.directory, 'crawl/town');
  await mkdir(folder, { recursive: true });
  const source = { id: 'ab12cd34', command: ['crawl', 'x'], schedule: '0 3 * * *', created: '2026-01-01' };
  await writeFile(join(folder, 'sources.json'), JSON.stringify([source]));
  const lines2 = ['login/help', 'login'].map((path) =>
    JSON.stringify({ address: `${address}/${path}`, outcome: 'skipped', reason: 'noindex' }),
  );
  await writeFile(join(folder, 'ab12cd34.report.ndjson'), `${lines2.join('\n')}\n`);
});

async function explain(body: ExplanationRequest, headers = {}): Promise<ExplanationResponse> {
  const response = await server.call('POST', '/api/configurations/1/explanation', body, headers);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body as unknown as ExplanationResponse;
}

const about = async (input: string, path: string, more: Partial<ExplanationRequest> = {}) =>
  (await explain({ input, document: `${address}/${path}`, ...more })).document;

test('names the parts of each score, and what rules put where it is', async () => {
  const { result, rules, total, matching } = await explain({ input: 'waste' });
  expect(rules).toEqual(['Paper first', 'No bins']);
  expect(total).toBe(2);
  expect(matching).toMatchObject({ requirements: 1, requiredShare: 1 });
  expect(result).toMatchObject([
    { id: `${address}/paper`, pinned: true },
    {
      id: `${address}/waste`,
      pinned: false,
      parts: [{}, { kind: 'word', text: 'waste' }, { kind: 'title' }],
    },
  ]);
  expect(result[0]).not.toHaveProperty('parts');
});

describe('a document', () => {
  test('is found, with its rank with and without rules', async () => {
    expect(await about('waste', 'waste')).toMatchObject({ state: 'found', rank: 2, rules: [] });
    expect(await about('waste', 'paper')).toMatchObject({
      state: 'found',
      rank: 1,
      rankWithoutRules: null,
      rules: ['Paper first'],
      parts: [{ kind: 'missing', text: 'waste', factor: 0 }],
    });
  });

  test('is hidden by a rule', async () => {
    const hidden = { state: 'hidden', rank: null, rankWithoutRules: expect.any(Number), rules: ['No bins'] };
    expect(await about('waste', 'bins')).toMatchObject(hidden);
    expect(await about('bins', 'bins')).toMatchObject({ state: 'found', rules: [] });
  });

  test('lacks a word, or has one that is excluded', async () => {
    const parts = (kind: string) => expect.arrayContaining([expect.objectContaining({ kind })]);
    expect(await about('collection', 'paper')).toMatchObject({
      title: 'Paper',
      state: 'not-matching',
      parts: [{ kind: 'missing', text: 'collection' }],
    });
    expect(await about('paper -waste', 'bins')).toMatchObject({
      state: 'not-matching',
      parts: parts('excluded'),
    });
  });

  test('does not pass the filters', async () => {
    const selectedFacets = [{ field: 'dyn_lit_type', label: 'leaflet' }];
    expect(await about('paper', 'paper', { selectedFacets })).toMatchObject({
      state: 'filtered',
      rank: null,
    });
  });

  test('is outside the scope', async () => {
    expect(await about('waste', 'old')).toMatchObject({ title: 'Old waste page', state: 'out-of-scope' });
  });

  test('was not indexed, and why', async () => {
    const unknown = await about('waste', 'login');
    expect(unknown).toEqual({
      id: `${address}/login`,
      state: 'not-in-space',
      rank: null,
      rankWithoutRules: null,
      rules: [],
      addresses: ['login', 'login/help'].map((path) => ({
        source: 'ab12cd34',
        address: `${address}/${path}`,
        outcome: 'skipped',
        reason: 'noindex',
      })),
    });
    expect(await about('waste', 'nowhere')).toMatchObject({ state: 'not-in-space', addresses: [] });
  });
});

describe('a token', () => {
  const withScopes = async (...scopes: Scope[]) => {
    const { token } = await server.issuer.access({ subject: 'Jane', scopes, lifetime: 600 });
    return { Authorization: `Bearer ${token}` };
  };

  test('without the right to read reports sees none', async () => {
    const body = { input: 'waste', document: `${address}/login` };
    const { document } = await explain(body, await withScopes('configurations:read'));
    expect(document).toMatchObject({ state: 'not-in-space' });
    expect(document).not.toHaveProperty('addresses');
  });

  test('of a page gets no explanation', async () => {
    const page = await server.issuer.publishable({ name: 'page', configurations: [1], lifetime: 600 });
    for (const headers of [{ Authorization: `Bearer ${page.token}` }, await withScopes('search')])
      expect((await server.call('POST', '/api/configurations/1/explanation', {}, headers)).status).toBe(403);
  });
});
