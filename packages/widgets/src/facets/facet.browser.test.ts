/** One facet: search, show more, the words of its buttons. */
import type { ConfigurationSettings, SearchResponse } from '@semantic-search/contract';
import { sendKeys } from '@web/test-runner-commands';
import { expect } from 'chai';
import { deep, requests, serve, until } from '../../test/support/page.ts';
import { asked, click, eachVisit, start } from '../../test/support/search.ts';
import { respond, testSettings } from '../../test/support/service.ts';

eachVisit();

describe('a facet', () => {
  /** A service whose facet of topics delivers so many made-up ones, and knows more. */
  const serveTopics = (part: (settings: ConfigurationSettings) => void = () => {}, length = 12) => {
    const settings = testSettings((all) => {
      Object.assign(all.filter.facetsToShow[0]!, { searchable: true, maximumTerms: length });
      part(all);
    });
    serve(settings, (url, body) => {
      const given = respond(url, body, settings);
      if (!url.pathname.endsWith('/search')) return given;
      const found = given.body as SearchResponse;
      found.facets[0]!.facets = Array.from({ length }, (_, index) => ({
        count: 1,
        label: `Made up ${index}`,
        value: `https://example.org/made-up/${index}`,
        children: null,
      }));
      return given;
    });
  };
  const topics = () => deep('.facet', deep('facet-panel')!.shadowRoot!)!;
  const named = (row: HTMLElement) => row.querySelector('.name')!.textContent;

  it('finds concepts that the response did not deliver, and ticks them', async () => {
    serveTopics();
    await start();
    await click(topics().querySelector('.find')!);
    await sendKeys({ type: 'tariff' });
    // What was found for the letters before the last may stand there first.
    const sought = () => requests.findLast(({ url }) => url.pathname.endsWith('/suggestConcepts'))?.url;
    await until(() => sought()?.searchParams.get('searchString') === 'tariff');
    const found = () => [...topics().querySelectorAll<HTMLElement>('.further label')];
    const box = await until(() => found().length === 1 && named(found()[0]!) === 'Tariff' && found()[0]);
    expect(sought()!.searchParams.get('context')).to.equal('dyn_uri_topics');
    expect(topics().textContent).not.to.contain('No values match');
    expect(found()[0] === box && named(box)).to.equal('Tariff');
    await click(box);
    expect(asked().selectedFacets).to.deep.equal([
      { field: 'dyn_uri_topics', label: 'Tariff', value: 'https://example.org/topic/tariff' },
    ]);
  });
  it('is searched where the service delivered as many concepts as it may', async () => {
    serveTopics((settings) => {
      settings.filter.facetsToShow[0]!.maximumTerms = 3;
    }, 3);
    await start();
    expect(topics().querySelectorAll('.value')).to.have.length(3);
    await click(topics().querySelector('.find')!);
    await sendKeys({ type: 'tariff' });
    await until(() => topics().querySelector('.further input'));
  });
  it('offers nothing from elsewhere where the service delivered all there is', async () => {
    serveTopics((settings) => {
      settings.filter.facetsToShow[0]!.maximumTerms = 100;
    });
    await start();
    await click(topics().querySelector('.find')!);
    await sendKeys({ type: 'tariff' });
    await until(() => topics().textContent!.includes('No values match'));
    // Timers come in the order of their times: one that would ask after a moment's rest has done so by now.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(requests.some(({ url }) => url.pathname.endsWith('/suggestConcepts'))).to.equal(false);
    expect(topics().querySelector('.further') === null).to.equal(true);
  });
  it('shows all its values where there is no button for more', async () => {
    serveTopics((settings) => {
      settings.filter.facetsToShow[0]!.showAllButton = false;
    });
    await start();
    expect(topics().querySelectorAll('.value')).to.have.length(12);
    expect(topics().querySelector('.plain') === null).to.equal(true);
  });
  it('names its button for more in words', async () => {
    serveTopics();
    await start();
    expect(topics().querySelector('.plain')!.textContent).to.equal('Show 4 more of Topic');
  });
});
