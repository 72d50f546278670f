import { type ConfigurationSettings, defaultSettings, type SearchResponse } from '@semantic-search/contract';
import { describe, expect, it } from 'vitest';
import { withValue } from '../settings/draft.ts';
import { changesShownAfterSaving, draftResponse } from './preview-response.ts';

const facet = (uri: string, title: string) =>
  ({ uri, title, show: true, refId: uri }) as ConfigurationSettings['filter']['facetsToShow'][number];
const listed = (...facets: ConfigurationSettings['filter']['facetsToShow']) =>
  withValue(defaultSettings, ['filter', 'facetsToShow'], facets);
const saved = listed(facet('a', 'Animals'), facet('b', 'Books'));

const response = {
  facets: ['Animals', 'Books'].map((label) => ({ field: label, label, facets: [] })),
  result: ['One', 'Two', 'Three'].map((title) => ({
    title,
    description: 'A heron stands in the reeds',
    highlights: {
      title: [],
      description: [
        { begin: 2, end: 7 },
        { begin: 22, end: 27 },
      ],
    },
  })),
} as unknown as SearchResponse;

describe('a preview response', () => {
  it('the preview has the facets in the order and with the titles of the draft', () => {
    const { facets } = draftResponse(response, saved, listed(facet('b', 'Volumes'), facet('a', 'Animals')));
    expect(facets.map(({ field, label }) => [field, label])).toEqual([
      ['Books', 'Volumes'],
      ['Animals', 'Animals'],
    ]);
  });

  it('omits hidden and removed facets', () => {
    const { facets } = draftResponse(response, saved, listed({ ...facet('a', 'Animals'), show: false }));
    expect(facets).toEqual([]);
  });

  it('limits results and summaries as in the draft', () => {
    const draft = withValue(withValue(saved, ['result', 'itemsPerPage'], 2), ['result', 'summaryLength'], 10);
    const { result } = draftResponse(response, saved, draft);
    expect(result.map(({ title, description }) => [title, description])).toEqual([
      ['One', 'A heron s…'],
      ['Two', 'A heron s…'],
    ]);
    expect(result[0]!.highlights!.description).toEqual([{ begin: 2, end: 7 }]);
  });

  it('the response is unchanged if the draft is', () => {
    expect(draftResponse(response, saved, saved)).toEqual(response);
  });
});

describe('changes that need the server', () => {
  it('include more results, longer summaries, another space and additional facets', () => {
    const draft = withValue(withValue(saved, ['result', 'itemsPerPage'], 50), ['searchSpace'], 'other');
    expect(changesShownAfterSaving({ saved, draft })).toEqual([['searchSpace'], ['result', 'itemsPerPage']]);
    expect(changesShownAfterSaving({ saved, draft: listed(facet('c', 'New')) })).toEqual([
      ['filter', 'facetsToShow'],
    ]);
  });

  it('exclude titles, order and removals', () => {
    expect(changesShownAfterSaving({ saved, draft: listed(facet('b', 'Volumes')) })).toEqual([]);
  });
});
