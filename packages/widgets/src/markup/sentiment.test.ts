/** Tests of the sentiment line. */
import type { RetrievedDocument } from '@semantic-search/contract';
import { expect, test } from 'vitest';
import { english, loadLocale } from '../locale/locale.ts';
import { sentiment } from './rich-results.ts';

const withDetail = (field: string, label: string): RetrievedDocument => ({
  id: 'urn:1',
  title: 'Title',
  description: '',
  link: '',
  date: 0,
  empty: false,
  image: null,
  searchSpaceId: 's',
  type: '',
  facetList: [],
  documentDetails: [{ field, label: 'Mood', facets: [{ count: 1, label, value: null, children: null }] }],
});

test.each([
  ['0.42', 'Mood: +0.4'],
  ['-0.75', 'Mood: -0.8'],
  ['0', 'Mood: 0'],
])('a sentiment of %s is shown with the configured label as “%s”', (value, words) => {
  expect(sentiment(withDetail('dyn_flt_sentiment', value), english)).toBe(words);
});

test('a sentiment is a localized number', async () => {
  const french = await loadLocale('fr');
  expect(sentiment(withDetail('dyn_flt_sentiment', '0.42'), french)).toBe('Mood\u202f: +0,4');
});

test('a document without a numeric sentiment has no sentiment line', () => {
  expect(sentiment(withDetail('dyn_flt_mass', '0.4'), english)).toBeUndefined();
  expect(sentiment(withDetail('dyn_flt_sentiment', 'glad'), english)).toBeUndefined();
});
