/** Tests of one facet: value search, "Show more", button labels. */
import type { ConfigurationSettings, SearchResponse } from '@semantic-search/contract';
import { sendKeys } from '@web/test-runner-commands';
import { expect } from 'chai';
import { queryDeep, requests, serve, settled, until } from '../../test/support/page.ts';
import { click, eachVisit, lastRequest, start } from '../../test/support/search.ts';
import { respond, testSettings } from '../../test/support/service.ts';

eachVisit();

describe('a facet', () => {
  /** Serves a facet with `length` synthetic topics; its search can find others. */
  const serveTopics = (customize: (settings: ConfigurationSettings) => void = () => {}, length = 12) => {
    const settings = testSettings((settings) => {
      Object.assign(settings.filter.facetsToShow[0]!, { searchable: true, maximumTerms: length });
      customize(settings);
    });
    serve(settings, (url, body) => {
      const response = respond(url, body, settings);
      if (!url.pathname.endsWith('/search')) return response;
      const { facets } = response.body as SearchResponse;
      facets[0]!.facets = Array.from({ length }, (_, index) => ({
        count: 1,
        label: `Made up ${index}`,
        value: `https://example.org/made-up/${index}`,
        children: null,
      }));
      return response;
    });
  };
  const topicFacet = () => queryDeep('.facet', queryDeep('facet-panel')!.shadowRoot!)!;
  const nameOf = (row: HTMLElement) => row.querySelector('.name')!.textContent;

  it('finds and selects concepts that the response does not include', async () => {
    serveTopics();
    await start();
    await until(() => queryDeep('facet-panel'));
    await click(topicFacet().querySelector('.find')!);
    await sendKeys({ type: 'tariff' });
    // The list may first contain results of a shorter prefix.
    const lastConceptRequest = () =>
      requests.findLast(({ url }) => url.pathname.endsWith('/suggestConcepts'))?.url;
    await until(() => lastConceptRequest()?.searchParams.get('searchString') === 'tariff');
    const foundRows = () => [...topicFacet().querySelectorAll<HTMLElement>('.further label')];
    const row = await until(
      () => foundRows().length === 1 && nameOf(foundRows()[0]!) === 'Tariff' && foundRows()[0],
    );
    expect(lastConceptRequest()!.searchParams.get('context')).to.equal('dyn_uri_topics');
    expect(topicFacet().textContent).not.to.contain('No values match');
    expect(foundRows()[0] === row && nameOf(row)).to.equal('Tariff');
    await click(row);
    expect(lastRequest().selectedFacets).to.deep.equal([
      { field: 'dyn_uri_topics', label: 'Tariff', value: 'https://example.org/topic/tariff' },
    ]);
  });
  it('forgets the text of its search field for another query, but not for a filter', async () => {
    serveTopics();
    const element = await start();
    await until(() => queryDeep('facet-panel'));
    const field = () => topicFacet().querySelector<HTMLInputElement>('.find')!;
    await click(field());
    await sendKeys({ type: 'tariff' });
    await element.store!.change({ selectedFacets: [{ field: 'dyn_lit_type', label: 'Book' }] });
    await settled();
    expect(field().value).to.equal('tariff');
    await element.store!.change({ input: 'wages' });
    await settled();
    expect(field().value).to.equal('');
  });
  it('has a search field if the service returned the maximum number of concepts', async () => {
    serveTopics((settings) => {
      settings.filter.facetsToShow[0]!.maximumTerms = 3;
    }, 3);
    await start();
    expect(topicFacet().querySelectorAll('.value')).to.have.length(3);
    await click(topicFacet().querySelector('.find')!);
    await sendKeys({ type: 'tariff' });
    await until(() => topicFacet().querySelector('.further input'));
  });
  it('does not query the service if it has returned all values', async () => {
    serveTopics((settings) => {
      settings.filter.facetsToShow[0]!.maximumTerms = 100;
    });
    await start();
    await click(topicFacet().querySelector('.find')!);
    await sendKeys({ type: 'tariff' });
    await until(() => topicFacet().textContent!.includes('No values match'));
    // Timers run in order: a debounced request would have been sent by now.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(requests.some(({ url }) => url.pathname.endsWith('/suggestConcepts'))).to.equal(false);
    expect(topicFacet().querySelector('.further') === null).to.equal(true);
  });
  it('names languages in the language of the page, and filters by their tags', async () => {
    const settings = testSettings();
    serve(settings, (url, body) => {
      const response = respond(url, body, settings);
      if (!url.pathname.endsWith('/search')) return response;
      const tags = ['fa', 'de', 'zh-TW', 'x_y'];
      const facets = tags.map((label) => ({ count: 1, label, value: null, children: null }));
      const { facets: groups, result } = response.body as SearchResponse;
      groups[0] = { field: 'dyn_lit_language', label: 'Sprache', facets };
      result[0]!.documentDetails.unshift({ ...groups[0], facets: facets.slice(1, 2) });
      return response;
    });
    await start({ lang: 'de' });
    await until(() => queryDeep('facet-panel'));
    const rows = [...topicFacet().querySelectorAll<HTMLElement>('label')];
    const names = ['Persisch', 'Deutsch', 'Chinesisch (Taiwan)', 'x_y'];
    expect(rows.map((row) => nameOf(row))).to.deep.equal(names);
    expect(queryDeep('.facts')!.textContent).not.to.match(/Deutsch|\bde\b/);
    await click(rows[0]!);
    const chip = await until(() => queryDeep('.chips .remove'));
    expect(chip.ariaLabel).to.include('Persisch');
    expect(lastRequest().selectedFacets).to.deep.equal([{ field: 'dyn_lit_language', label: 'fa' }]);
    expect(new URL(location.href).search).to.include('fa').and.not.to.include('Persisch');
  });
  it('shows all values if the "Show more" button is disabled', async () => {
    serveTopics((settings) => {
      settings.filter.facetsToShow[0]!.showAllButton = false;
    });
    await start();
    expect(topicFacet().querySelectorAll('.value')).to.have.length(12);
    expect(topicFacet().querySelector('.plain') === null).to.equal(true);
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
    expect(topicFacet().querySelectorAll('.value')).to.have.length(12);
    expect(topicFacet().querySelector('.plain') === null).to.equal(true);
  });
  it('is folded alone if the configuration shows it twice, in two modes', async () => {
    const settings = testSettings(({ filter }) => {
      filter.facetsToShow.splice(1, 0, { ...filter.facetsToShow[0]!, facetMode: 'top' });
    });
    serve(settings, (url, body) => {
      const response = respond(url, body, settings);
      if (!url.pathname.endsWith('/search')) return response;
      const { facets } = response.body as SearchResponse;
      facets.splice(1, 0, facets[0]!);
      return response;
    });
    await start();
    await until(() => queryDeep('facet-panel'));
    const headings = () => [
      ...queryDeep('facet-panel')!.shadowRoot!.querySelectorAll<HTMLElement>('.heading'),
    ];
    await click(headings()[0]!);
    await settled();
    const open = headings().map((heading) => heading.ariaExpanded);
    expect(open.slice(0, 3)).to.deep.equal(['false', 'true', 'true']);
  });
  it('names the number of hidden values and the facet in the "Show more" button', async () => {
    serveTopics();
    await start();
    expect(topicFacet().querySelector('.plain')!.textContent).to.equal('Show 4 more');
    expect(topicFacet().querySelector('.plain')!.ariaLabel).to.equal('Show 4 more: Topic');
  });
});
