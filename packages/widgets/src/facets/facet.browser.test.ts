/** Tests of one facet: value search, "Show more", button labels. */
import type { ConfigurationSettings, SearchResponse } from '@semantic-search/contract';
import { sendKeys } from '@web/test-runner-commands';
import { expect } from 'chai';
import { deep, requests, serve, settled, until } from '../../test/support/page.ts';
import { click, eachVisit, lastRequest, start } from '../../test/support/search.ts';
import { respond, testSettings } from '../../test/support/service.ts';

eachVisit();

describe('a facet', () => {
  /** A service that returns `length` synthetic topics and can find more. */
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

  it('finds and selects concepts that the response does not include', async () => {
    serveTopics();
    await start();
    await until(() => deep('facet-panel'));
    await click(topics().querySelector('.find')!);
    await sendKeys({ type: 'tariff' });
    // The list may first contain results of a shorter prefix.
    const sought = () => requests.findLast(({ url }) => url.pathname.endsWith('/suggestConcepts'))?.url;
    await until(() => sought()?.searchParams.get('searchString') === 'tariff');
    const found = () => [...topics().querySelectorAll<HTMLElement>('.further label')];
    const box = await until(() => found().length === 1 && named(found()[0]!) === 'Tariff' && found()[0]);
    expect(sought()!.searchParams.get('context')).to.equal('dyn_uri_topics');
    expect(topics().textContent).not.to.contain('No values match');
    expect(found()[0] === box && named(box)).to.equal('Tariff');
    await click(box);
    expect(lastRequest().selectedFacets).to.deep.equal([
      { field: 'dyn_uri_topics', label: 'Tariff', value: 'https://example.org/topic/tariff' },
    ]);
  });
  it('has a search field if the service returned the maximum number of concepts', async () => {
    serveTopics((settings) => {
      settings.filter.facetsToShow[0]!.maximumTerms = 3;
    }, 3);
    await start();
    expect(topics().querySelectorAll('.value')).to.have.length(3);
    await click(topics().querySelector('.find')!);
    await sendKeys({ type: 'tariff' });
    await until(() => topics().querySelector('.further input'));
  });
  it('does not query the service if it has returned all values', async () => {
    serveTopics((settings) => {
      settings.filter.facetsToShow[0]!.maximumTerms = 100;
    });
    await start();
    await click(topics().querySelector('.find')!);
    await sendKeys({ type: 'tariff' });
    await until(() => topics().textContent!.includes('No values match'));
    // Timers run in order: a debounced request would have been sent by now.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(requests.some(({ url }) => url.pathname.endsWith('/suggestConcepts'))).to.equal(false);
    expect(topics().querySelector('.further') === null).to.equal(true);
  });
  it('shows all values if the "Show more" button is disabled', async () => {
    serveTopics((settings) => {
      settings.filter.facetsToShow[0]!.showAllButton = false;
    });
    await start();
    expect(topics().querySelectorAll('.value')).to.have.length(12);
    expect(topics().querySelector('.plain') === null).to.equal(true);
  });
  it('has no "Show more" button if all further values are selected', async () => {
    serveTopics();
    const selectedFacets = Array.from({ length: 4 }, (_, index) => ({
      field: 'dyn_uri_topics',
      label: `Made up ${index + 8}`,
      value: `https://example.org/made-up/${index + 8}`,
    }));
    const element = await start();
    await element.store!.change({ selectedFacets });
    await settled();
    expect(topics().querySelectorAll('.value')).to.have.length(12);
    expect(topics().querySelector('.plain') === null).to.equal(true);
  });
  it('names the number of hidden values and the facet in the "Show more" button', async () => {
    serveTopics();
    await start();
    expect(topics().querySelector('.plain')!.textContent).to.equal('Show 4 more');
    expect(topics().querySelector('.plain')!.ariaLabel).to.equal('Show 4 more: Topic');
  });
});
