/** Tests of the states without results: every error has a message and a next step. */
import type { ApiError } from '@semantic-search/client';
import type { SearchResponse } from '@semantic-search/contract';
import { expect } from 'chai';
import { expectAccessible, focused, queryDeep, serve, settled, until } from '../../test/support/page.ts';
import { click, eachVisit, heading, lastRequest, start, titles, type } from '../../test/support/search.ts';
import { respond, testSettings } from '../../test/support/service.ts';

eachVisit();

describe('states without results', () => {
  const listen = (name: 'warn' | 'error') => {
    const told: string[] = [];
    const previous = console[name];
    console[name] = (...words: unknown[]) => told.push(words.join(' '));
    return { told, stop: () => Object.assign(console, { [name]: previous }) };
  };
  it('reports a missing configuration to the visitor, the console and the page', async () => {
    const warnings = listen('warn');
    const errors: string[] = [];
    const keep = (event: Event) => errors.push((event as CustomEvent<{ error: Error }>).detail.error.message);
    document.addEventListener('semantic-search-error', keep);
    await start({ configuration: 'seven' });
    document.removeEventListener('semantic-search-error', keep);
    warnings.stop();
    const told = await until(() => queryDeep('[part=error]'));
    expect(told.textContent).to.equal('No search has been set up here');
    const own = warnings.told.filter((words) => words.includes('attribute "configuration"'));
    expect(own).to.have.length(1);
    expect(errors).to.deep.equal(own);
    await expectAccessible();
  });
  it('logs the reason of a 403 once and offers the visitor no retry', async () => {
    const problem = {
      type: '/problems/forbidden',
      title: 'No',
      status: 403,
      detail: 'Not from this origin.',
    };
    serve(testSettings(), () => ({ status: 403, body: problem }));
    const errors = listen('error');
    const element = await start();
    errors.stop();
    expect(errors.told).to.deep.equal(['<semantic-search>: Not from this origin.']);
    const panel = queryDeep('[part=error]')!;
    expect(panel.querySelector('button') === null).to.equal(true);
    const frame = element.getBoundingClientRect();
    expect(frame.height).to.be.lessThan(200);
    expect(panel.getBoundingClientRect().left - frame.left).to.be.at.least(16);
  });
  it('offers to show all documents if nothing was found', async () => {
    const element = await start();
    const { left } = queryDeep('semantic-search-box')!.getBoundingClientRect();
    const { width } = queryDeep('.side')!.getBoundingClientRect();
    await element.store!.change({ input: 'xyzzy' });
    await until(() => queryDeep('[part=empty] button'));
    await until(() => queryDeep('.side .chip'));
    expect(queryDeep('.side')!.getBoundingClientRect().width, 'the column stays').to.equal(width);
    expect(queryDeep('[part=empty] .popular')!.checkVisibility(), 'its topics are not repeated').to.equal(
      false,
    );
    await expectAccessible();
    expect(queryDeep('semantic-search-box')!.getBoundingClientRect().left, 'the box stays').to.equal(left);
    const buttons = [...queryDeep('[part=empty]')!.querySelectorAll('button')];
    await click(buttons.find(({ textContent }) => textContent === 'Show all')!);
    await until(() => queryDeep('.result') && focused()?.id === 'results');
    expect(lastRequest().input).to.equal(undefined);
    expect(queryDeep('.side')!.getBoundingClientRect().width).to.be.greaterThan(0);
  });
  it('offers single words of the query that have results, and popular topics', async () => {
    const element = await start();
    await element.store!.change({ input: 'zyx tariff' });
    await until(() => queryDeep('[part=empty] .popular h3'));
    const names = (selector: string) =>
      [...queryDeep('[part=empty]')!.querySelectorAll(selector)].map(({ textContent }) => textContent.trim());
    expect(names('.button')).to.deep.equal(['tariff: 7 results', 'Show all']);
    expect(names('.popular h3')).to.deep.equal(['Topic', 'Type', 'Publisher']);
    expect(names('.chip')[0]).to.match(/^\p{Lu}\D+\d+ documents?$/u);
    expect(names('.examples button')[0]).to.match(/^\p{Lu}/u);
    await expectAccessible();
    const topic = queryDeep('.side .chip')!;
    const count = topic.querySelector('[aria-hidden]')!.textContent;
    await click(topic);
    await until(() => queryDeep('.result'));
    expect(heading()).to.equal(`${count} results`);
    expect(queryDeep('.chosen') === null).to.equal(false);
  });
  it('offers searches that have results', async () => {
    const element = await start();
    await element.store!.change({ input: 'xyzzy' });
    const example = await until(() => queryDeep('[part=empty] .examples button'));
    expect(queryDeep('.examples')!.textContent).to.match(/^For example: \S/);
    await click(example);
    await until(() => queryDeep('.result'));
    expect(lastRequest().input).to.equal(example.textContent);
  });
  it('offers the unquoted query if a quoted one has no results', async () => {
    serve(testSettings(), (url, body) =>
      url.pathname.endsWith('/search') && JSON.parse(body).input?.includes('"')
        ? respond(url, '{"input":"xyzzy"}')
        : undefined,
    );
    await start();
    await type('inflation');
    queryDeep('[part=understood] .remove')!.click();
    const way = await until(() => queryDeep('[part=empty] button'));
    expect(heading()).to.equal('Nothing found for "inflation"');
    expect(way.textContent).to.equal('inflation: 7 results');
    await expectAccessible();
    await click(way);
    await until(() => queryDeep('.result'));
    expect(lastRequest().input).to.equal('inflation');
  });
  it('offers to remove the filters if they exclude all results, with one sentence and one button', async () => {
    const element = await start();
    await element.store!.change({
      input: 'tariff',
      selectedFacets: [{ field: 'dyn_lit_type', label: 'Nothing' }],
    });
    await until(() => queryDeep('[part=empty] button'));
    expect(heading()).to.equal('Nothing found with these filters');
    const seen = [...queryDeep('.page')!.querySelectorAll('button')].filter(
      (button) => button.checkVisibility() && /clear all|filters:|show all/i.test(button.textContent),
    );
    expect(seen.map(({ textContent }) => textContent)).to.deep.equal(['Without filters: 7 results']);
    await expectAccessible();
    await click(seen[0]!);
    await until(() => queryDeep('.result'));
    expect(lastRequest()).to.deep.include({ input: 'tariff' });
    expect(lastRequest().selectedFacets).to.equal(undefined);
  });
  it('offers the first page if the requested page does not exist', async () => {
    history.replaceState(null, '', '?search.start=99990');
    await start();
    await until(() => queryDeep('[part=empty] button'));
    expect(heading()).to.equal('42 results');
    expect(queryDeep('[part=empty]')!.textContent).to.contain('There are fewer pages than that.');
    await expectAccessible();
    await click(queryDeep('[part=empty] button')!);
    await until(() => queryDeep('.result'));
  });
  it('shows an error if the settings fail to load, and retries', async () => {
    let failing = true;
    serve(testSettings(), ({ pathname }) =>
      failing && pathname.endsWith('/7') ? { status: 503, body: {} } : undefined,
    );
    await start();
    await expectAccessible();
    const retry = queryDeep('[part=error] button')!;
    failing = false;
    await click(retry);
    await until(() => queryDeep('.result') && !queryDeep('[part=error]'));
  });
  it('retries by itself after the Retry-After time of a 429', async () => {
    let refused = 0;
    serve(testSettings(), (_, body) =>
      body.includes('tariff') && !refused++
        ? { status: 429, body: {}, headers: { 'retry-after': '1' } }
        : undefined,
    );
    const element = await start();
    await element.store!.change({ input: 'tariff' });
    await until(() => queryDeep('[part=error]')?.textContent.includes('Try again in 1 second'));
    await until(() => heading()?.includes('for “tariff”') && !queryDeep('[part=error]'));
    expect(refused).to.equal(2);
  });
  it('marks the previous results as outdated when the next query fails', async () => {
    let failing = false;
    serve(testSettings(), ({ pathname }) =>
      failing && pathname.endsWith('/search') ? { status: 500, body: {} } : undefined,
    );
    const element = await start();
    await element.store!.change({ input: 'tariff' });
    failing = true;
    await element.store!.change({ input: 'inflation' });
    await settled();
    expect(queryDeep('[part=error]')!.textContent).to.contain('These are still the results for “tariff”.');
    expect(queryDeep('.list')!.className).to.contain('outdated');
    await expectAccessible();
  });
  it('logs the error of a deleted configuration for the owner and offers the visitor no retry', async () => {
    const type = 'https://example.org/problems/not-found';
    const body = { type, status: 404, detail: 'There is no configuration 7.' };
    serve(testSettings(), () => ({ status: 404, body }));
    const errors = listen('error');
    await start();
    errors.stop();
    expect(errors.told).to.deep.equal(['<semantic-search>: There is no configuration 7.']);
    expect(queryDeep('[part=error] .state-title')!.textContent).to.equal('Search is not available right now');
    expect(queryDeep('[part=error] button') === null).to.equal(true);
  });
  for (const [what, spoil] of [
    ['a date out of range', ({ result }) => Object.assign(result[0]!, { date: 1e300 })],
    ['malformed details', ({ result }) => Object.assign(result[0]!, { documentDetails: [{ facets: null }] })],
    ['malformed highlights', ({ result }) => Object.assign(result[0]!, { highlights: { description: 'x' } })],
    ['a concept without labels', ({ query }) => Object.assign(query, { concepts: [{}] })],
  ] as [string, (response: SearchResponse) => unknown][])
    it(`renders all other results despite ${what}`, async () => {
      serve(testSettings(), (url, body) => {
        const response = respond(url, body) as { status: number; body: SearchResponse };
        if (url.pathname.endsWith('/search')) spoil(response.body);
        return response;
      });
      const errors = listen('error');
      await start();
      await settled();
      errors.stop();
      expect(heading()).to.equal('42 results');
      expect(titles().length).to.be.at.least(9);
      expect(queryDeep('facet-panel')!.shadowRoot!.querySelectorAll('.facet').length).to.be.at.least(3);
      await expectAccessible();
    });
  it('shows an error and fires an event if rendering throws', async () => {
    const element = await start();
    const errors: ApiError[] = [];
    element.addEventListener('semantic-search-error', ({ detail }) => errors.push(detail.error));
    const odd = new TypeError('of an odd response');
    Object.defineProperty(element.store!, 'notice', {
      get: () => {
        throw odd;
      },
    });
    element.requestUpdate();
    await until(() => queryDeep('[part=error] button'));
    expect(errors.map(({ detail }) => detail)).to.deep.equal(['The search page could not be loaded.']);
    expect(errors[0]!.cause === odd).to.equal(true);
    await expectAccessible();
    // The message stays if the page then sets a configuration that is not valid.
    element.configuration = 0;
    await until(() => errors.length === 2);
    await element.updateComplete;
    expect(queryDeep('[part=error] button') === null).to.equal(false);
  });
  it('shows a placeholder if an image fails to load', async () => {
    const settings = testSettings((one) => {
      one.result.showResultAsImage = true;
    });
    serve(settings, (url, text) => {
      const response = respond(url, text, settings) as {
        status: number;
        body: { result?: { image: string }[] };
      };
      for (const document of response.body.result ?? []) document.image = 'data:image/png;base64,AAAA';
      return response;
    });
    await start();
    await until(() => queryDeep<HTMLImageElement>('img.picture')?.hidden);
    expect(queryDeep('img.picture + .placeholder')!.checkVisibility()).to.equal(true);
  });
  it('limits the heading to three lines for long queries', async () => {
    const element = await start();
    await element.store!.change({ input: 'word '.repeat(400) });
    await settled();
    const line = Number.parseFloat(getComputedStyle(queryDeep('#results')!).lineHeight);
    expect(queryDeep('#results')!.getBoundingClientRect().height).to.be.at.most(3 * line + 1);
  });
  it('applies changed attributes paging and lang immediately', async () => {
    const element = await start();
    element.setAttribute('paging', 'more');
    await until(() => queryDeep('.pager')?.textContent.includes('Show more results'));
    element.setAttribute('lang', 'de');
    await until(() => queryDeep('#results')?.textContent.includes('42 Treffer'));
    element.removeAttribute('lang');
    await until(() => queryDeep('#results')?.textContent.includes('42 results'));
  });
});
