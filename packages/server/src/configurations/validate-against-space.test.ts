import { defaultSettings } from '@semantic-search/contract';
import { expect, test } from 'vitest';
import { planSettings } from './merge-settings.ts';
import {
  dropUnknownRecommender,
  findUnknownReferences,
  type SpaceCapabilities,
} from './validate-against-space.ts';

const input = { filter: { facetsToShow: [{ uri: 'type' }] }, details: { recommender: 'oracle' } };
const { settings } = planSettings(input, defaultSettings);

const capabilities = (check: () => Promise<boolean>): SpaceCapabilities => ({
  knowsSpace: async (space) => space !== 'nowhere',
  facetKind: async () => ((await check()) ? 'literal' : undefined),
  knowsRecommender: check,
  unresolvedRules: async () => [],
  missingDocuments: async () => [],
  profile: async () => undefined,
});
const messages = async (spaces: SpaceCapabilities, sent: Record<string, unknown> = input) =>
  (await findUnknownReferences(spaces, settings, sent)).map(({ key, message }) => `${key} ${message}`);

test('reports only references that the search space does not have', async () => {
  expect(await messages(capabilities(async () => true))).toEqual([]);
  expect(await messages(capabilities(async () => false))).toEqual([
    'filter.facetsToShow[0].uri is not in the search space field-guide',
  ]);
});

test('reports references as unverified if the search space fails', async () => {
  const failing = capabilities(() => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.1')));
  const errors = await messages(failing);
  expect(errors).toHaveLength(1);
  for (const message of errors) expect(message).toMatch(/which is unavailable$/);
});

test('reports references as unverified if the search space does not respond', async () => {
  const unresponsive = capabilities(() => new Promise(() => undefined));
  for (const message of await messages(unresponsive)) expect(message).toMatch(/which is unavailable$/);
});

test('checks only the references in the input, or all with a new search space', async () => {
  const spaces = capabilities(async () => false);
  expect(await messages(spaces, { title: 'x' })).toEqual([]);
  expect(await messages(spaces, { searchSpace: 'other' })).toHaveLength(1);
});

test('reports boosts and orders without effect, by the kind of their attribute and the names of the configuration', async () => {
  const ranking = {
    boosts: ['recency', 'number', 'value'].map((type) => ({ uri: 'type', type })),
    sorts: [{ uri: 'type', direction: 'asc', title: 'Type' }],
    defaultSort: 'price',
  };
  const filter = { facetsToShow: [{ uri: 'type' }], tabs: 'site' };
  const { settings } = planSettings({ ranking, filter }, defaultSettings);
  const errors = await findUnknownReferences(
    capabilities(async () => true),
    settings,
    { ranking, filter },
  );
  expect(errors.map(({ key, message }) => `${key} ${message}`)).toEqual([
    'ranking.defaultSort is saved without effect; offered: relevance, date, title, type',
    'filter.tabs is saved without effect; offered: type',
    'ranking.boosts[2].values is saved without effect: no value has a factor',
    'ranking.boosts[0].uri has no effect: its kind is literal instead of number or date',
    'ranking.boosts[1].uri has no effect: its kind is literal instead of number or date',
  ]);
});

test('reports a default order with the ranking, and tabs with the filter only', async () => {
  const { settings: saved } = planSettings(
    { ranking: { defaultSort: 'price' }, filter: { facetsToShow: [], tabs: 'site' } },
    defaultSettings,
  );
  const reported = async (sent: Record<string, unknown>) => {
    const errors = await findUnknownReferences(
      capabilities(async () => true),
      saved,
      sent,
    );
    return errors.map(({ key, message }) => `${key} ${message}`);
  };
  const filter = { hideEmptyFacets: true };
  expect(await reported({ filter })).toEqual(['filter.tabs is saved without effect; offered: none']);
  expect(await reported({ ranking: saved.ranking })).toEqual([
    'ranking.defaultSort is saved without effect; offered: relevance, date, title',
  ]);
});

test('reports a facet by its index in the input, including rejected facets', async () => {
  const sent = { filter: { facetsToShow: [{ title: 'no uri' }, { uri: 'type' }] } };
  expect(
    await messages(
      capabilities(async () => false),
      sent,
    ),
  ).toEqual(['filter.facetsToShow[1].uri is not in the search space field-guide']);
});

test('reports a missing search space instead of its references', async () => {
  const nowhere = { ...settings, searchSpace: 'nowhere' };
  const errors = await findUnknownReferences(
    capabilities(async () => false),
    nowhere,
    { ...input, searchSpace: 'nowhere' },
  );
  expect(errors.map(({ key }) => key)).toEqual(['searchSpace']);
});

test('rejects an unknown recommender, but not if the search space is unavailable', async () => {
  const rejected = await dropUnknownRecommender(
    capabilities(async () => false),
    input,
    defaultSettings,
  );
  expect(rejected.input).toEqual({ ...input, details: {} });
  expect(rejected.errors.map(({ key }) => key)).toEqual(['details.recommender']);
  const failing = capabilities(() => Promise.reject(new Error('away')));
  expect(await dropUnknownRecommender(failing, input, defaultSettings)).toEqual({ input, errors: [] });
});
