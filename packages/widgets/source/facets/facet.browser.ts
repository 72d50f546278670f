/** One facet: search, show more, the words of its buttons. */
import type { SearchResponse, Settings } from '@semantic-search/contract';
import { sendKeys } from '@web/test-runner-commands';
import { expect } from 'chai';
import { deep, requests, serve, until } from '../testing/page.testing.ts';
import { asked, click, eachVisit, start } from '../testing/search.testing.ts';
import { answer, testSettings } from '../testing/service.testing.ts';

eachVisit();

describe('a facet', () => {
  /** A service whose facet of topics delivers ten made-up ones, and knows more. */
  const serveTen = (part: (settings: Settings) => void = () => {}) => {
    const settings = testSettings((all) => {
      all.filter.facetsToShow[0]!.searchable = true;
      part(all);
    });
    serve(settings, (url, body) => {
      const given = answer(url, body, settings);
      if (!url.pathname.endsWith('/search')) return given;
      const found = given.body as SearchResponse;
      found.facets[0]!.facets = Array.from({ length: 12 }, (_, index) => ({
        count: 1,
        label: `Made up ${index}`,
        value: `https://example.org/made-up/${index}`,
        children: null,
      }));
      return given;
    });
  };
  const topics = () => deep('.facet', deep('facet-panel')!.shadowRoot!)!;

  it('finds concepts that the answer did not deliver, and ticks them', async () => {
    serveTen();
    await start();
    await click(topics().querySelector('.find')!);
    await sendKeys({ type: 'tariff' });
    const box = await until(() => topics().querySelector('.further input'));
    const { searchParams } = requests.findLast(({ url }) => url.pathname.endsWith('/suggestConcepts'))!.url;
    expect(searchParams.get('context')).to.equal('dyn_uri_topics');
    expect(topics().textContent).not.to.contain('No values match');
    await click(box);
    expect(asked().selectedFacets).to.deep.equal([
      { field: 'dyn_uri_topics', label: 'Tariff', value: 'https://example.org/topic/tariff' },
    ]);
  });
  it('shows all its values where there is no button for more', async () => {
    serveTen((settings) => {
      settings.filter.facetsToShow[0]!.showAllButton = false;
    });
    await start();
    expect(topics().querySelectorAll('.value')).to.have.length(12);
    expect(topics().querySelector('.plain')).to.equal(null);
  });
  it('names its button for more in words', async () => {
    serveTen();
    await start();
    expect(topics().querySelector('.plain')!.textContent).to.equal('Show 4 more of Topic');
  });
});
