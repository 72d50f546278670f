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

const knowing = (answer: () => Promise<boolean>): SpaceCapabilities => ({
  knowsSpace: async (space) => space !== 'nowhere',
  knowsFacet: answer,
  knowsRecommender: answer,
});
const messages = async (spaces: SpaceCapabilities, sent: Record<string, unknown> = input) =>
  (await findUnknownReferences(spaces, settings, sent)).map(({ key, message }) => `${key} ${message}`);

test('what the search space has is not mentioned, what it has not is', async () => {
  expect(await messages(knowing(async () => true))).toEqual([]);
  expect(await messages(knowing(async () => false))).toEqual([
    'filter.facetsToShow[0].uri is not in the search space field-guide',
  ]);
});

test('a search space that fails keeps nobody from saving', async () => {
  const failing = knowing(() => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.1')));
  const said = await messages(failing);
  expect(said).toHaveLength(1);
  for (const message of said) expect(message).toMatch(/cannot be asked now$/);
});

test('a search space that never answers keeps nobody waiting', async () => {
  const silent = knowing(() => new Promise(() => undefined));
  for (const message of await messages(silent)) expect(message).toMatch(/cannot be asked now$/);
});

test('only what was sent is asked for, or all when the search space is another', async () => {
  const ignorant = knowing(async () => false);
  expect(await messages(ignorant, { title: 'x' })).toEqual([]);
  expect(await messages(ignorant, { searchSpace: 'other' })).toHaveLength(1);
});

test('a facet is told by its place in what was sent, where rejected ones stand before it', async () => {
  const sent = { filter: { facetsToShow: [{ title: 'no uri' }, { uri: 'type' }] } };
  expect(
    await messages(
      knowing(async () => false),
      sent,
    ),
  ).toEqual(['filter.facetsToShow[1].uri is not in the search space field-guide']);
});

test('a search space that there is not is told itself, not all that it would have', async () => {
  const nowhere = { ...settings, searchSpace: 'nowhere' };
  const told = await findUnknownReferences(
    knowing(async () => false),
    nowhere,
    { ...input, searchSpace: 'nowhere' },
  );
  expect(told.map(({ key }) => key)).toEqual(['searchSpace']);
});

test('a recommender that the space does not offer is refused; one that cannot be asked about is not', async () => {
  const refused = await dropUnknownRecommender(
    knowing(async () => false),
    input,
    defaultSettings,
  );
  expect(refused.input).toEqual({ ...input, details: {} });
  expect(refused.errors.map(({ key }) => key)).toEqual(['details.recommender']);
  const failing = knowing(() => Promise.reject(new Error('away')));
  expect(await dropUnknownRecommender(failing, input, defaultSettings)).toEqual({ input, errors: [] });
});
