/** States without results: nothing is silent, and each leads on. */
import type { SearchResponse } from '@semantic-search/contract';
import { expect } from 'chai';
import { accessible, deep, focused, serve, settled, until } from '../../test/support/page.ts';
import { asked, click, eachVisit, heading, start, titles, type } from '../../test/support/search.ts';
import { respond, testSettings } from '../../test/support/service.ts';

eachVisit();

describe('nothing is silent', () => {
  const listen = (name: 'warn' | 'error') => {
    const told: string[] = [];
    const former = console[name];
    console[name] = (...words: unknown[]) => told.push(words.join(' '));
    return { told, stop: () => Object.assign(console, { [name]: former }) };
  };
  it('says what is missing where no configuration is named', async () => {
    const warnings = listen('warn');
    const errors: string[] = [];
    const keep = (event: Event) => errors.push((event as CustomEvent<{ error: Error }>).detail.error.message);
    document.addEventListener('semantic-search-error', keep);
    await start({ configuration: 'seven' });
    document.removeEventListener('semantic-search-error', keep);
    warnings.stop();
    const told = await until(() => deep('[part=error]'));
    expect(told.textContent).to.equal('No search has been set up here');
    const own = warnings.told.filter((words) => words.includes('attribute "configuration"'));
    expect(own).to.have.length(1);
    expect(errors).to.deep.equal(own);
    await accessible();
  });
  it('tells the owner once why a page is refused, and the visitor no other try', async () => {
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
    const panel = deep('[part=error]')!;
    expect(panel.querySelector('button') === null).to.equal(true);
    const frame = element.getBoundingClientRect();
    expect(frame.height).to.be.lessThan(200);
    expect(panel.getBoundingClientRect().left - frame.left).to.be.at.least(16);
  });
  it('leads back to everything where nothing was found', async () => {
    const element = await start();
    const { left } = deep('semantic-search-box')!.getBoundingClientRect();
    await element.store!.change({ input: 'xyzzy' });
    await until(() => deep('[part=empty] button'));
    expect(deep('.side')!.getBoundingClientRect().width).to.equal(0);
    expect(deep('semantic-search-box')!.getBoundingClientRect().left, 'the box stays').to.equal(left);
    await click([...deep('[part=empty]')!.querySelectorAll('button')].at(-1)!);
    await until(() => deep('.result') && focused()?.id === 'results');
    expect(asked().input).to.equal(undefined);
    expect(deep('.side')!.getBoundingClientRect().width).to.be.greaterThan(0);
  });
  it('leads back from exact words that find nothing to what they mean', async () => {
    serve(testSettings(), (url, body) =>
      url.pathname.endsWith('/search') && JSON.parse(body).input?.includes('"')
        ? respond(url, '{"input":"xyzzy"}')
        : undefined,
    );
    await start();
    await type('inflation');
    deep('[part=understood] .remove')!.click();
    const way = await until(() => deep('[part=empty] button'));
    expect(heading()).to.equal('Nothing found for “inflation”');
    expect(way.textContent).to.equal('inflation: 7 results');
    await accessible();
    await click(way);
    await until(() => deep('.result'));
    expect(asked().input).to.equal('inflation');
  });
  it('leads out of filters that leave nothing with one sentence and one button', async () => {
    const element = await start();
    await element.store!.change({
      input: 'tariff',
      selectedFacets: [{ field: 'dyn_lit_type', label: 'Nothing' }],
    });
    await until(() => deep('[part=empty] button'));
    expect(heading()).to.equal('Nothing found with these filters');
    const seen = [...deep('.page')!.querySelectorAll('button')].filter(
      (button) => button.checkVisibility() && /clear all|filters:|show all/i.test(button.textContent),
    );
    expect(seen.map(({ textContent }) => textContent)).to.deep.equal(['Without filters: 7 results']);
    await accessible();
    await click(seen[0]!);
    await until(() => deep('.result'));
    expect(asked()).to.deep.include({ input: 'tariff' });
    expect(asked().selectedFacets).to.equal(undefined);
  });
  it('leads to the first page from one that there is not', async () => {
    history.replaceState(null, '', '?search.start=99990');
    await start();
    await until(() => deep('[part=empty] button'));
    expect(heading()).to.equal('42 results');
    expect(deep('[part=empty]')!.textContent).to.contain('There are fewer pages than that.');
    await accessible();
    await click(deep('[part=empty] button')!);
    await until(() => deep('.result'));
  });
  it('says that settings did not come, and tries again', async () => {
    let failing = true;
    serve(testSettings(), ({ pathname }) =>
      failing && pathname.endsWith('/7') ? { status: 503, body: {} } : undefined,
    );
    await start();
    await accessible();
    const retry = deep('[part=error] button')!;
    failing = false;
    await click(retry);
    await until(() => deep('.result') && !deep('[part=error]'));
  });
  it('asks again by itself once the time is over in which too many asked', async () => {
    let refused = 0;
    serve(testSettings(), (_, body) =>
      body.includes('tariff') && !refused++
        ? { status: 429, body: {}, headers: { 'retry-after': '1' } }
        : undefined,
    );
    const element = await start();
    await element.store!.change({ input: 'tariff' });
    await until(() => deep('[part=error]')?.textContent.includes('Try again in 1 second'));
    await until(() => heading()?.includes('for “tariff”') && !deep('[part=error]'));
    expect(refused).to.equal(2);
  });
  it('marks the results of an earlier query when the next one fails', async () => {
    let failing = false;
    serve(testSettings(), ({ pathname }) =>
      failing && pathname.endsWith('/search') ? { status: 500, body: {} } : undefined,
    );
    const element = await start();
    await element.store!.change({ input: 'tariff' });
    failing = true;
    await element.store!.change({ input: 'inflation' });
    await settled();
    expect(deep('[part=error]')!.textContent).to.contain('Below are still the results for “tariff”.');
    expect(deep('.list')!.className).to.contain('old');
    await accessible();
  });
  it('asks the owner, not the visitor, about a configuration that is gone', async () => {
    const body = { status: 404, detail: 'There is no configuration 7.' };
    serve(testSettings(), () => ({ status: 404, body }));
    const errors = listen('error');
    await start();
    errors.stop();
    expect(errors.told).to.deep.equal(['<semantic-search>: There is no configuration 7.']);
    expect(deep('[part=error]')!.textContent.trim()).to.equal('Search is not available right now');
    expect(deep('[part=error] button') === null).to.equal(true);
  });
  for (const [what, spoil] of [
    ['a date beyond all calendars', ({ result }) => Object.assign(result[0]!, { date: 1e300 })],
    [
      'details that are none',
      ({ result }) => Object.assign(result[0]!, { documentDetails: [{ facets: null }] }),
    ],
    ['marks that are none', ({ result }) => Object.assign(result[0]!, { highlights: { description: 'x' } })],
    ['a concept without words', ({ query }) => Object.assign(query, { concepts: [{}] })],
  ] as [string, (response: SearchResponse) => unknown][])
    it(`loses nothing beside it to ${what}`, async () => {
      serve(testSettings(), (url, body) => {
        const given = respond(url, body) as { status: number; body: SearchResponse };
        if (url.pathname.endsWith('/search')) spoil(given.body);
        return given;
      });
      const errors = listen('error');
      await start();
      await settled();
      errors.stop();
      expect(heading()).to.equal('42 results');
      expect(titles().length).to.be.at.least(9);
      expect(deep('facet-panel')!.shadowRoot!.querySelectorAll('.facet').length).to.be.at.least(3);
      await accessible();
    });
  it('says so where a page cannot be rendered', async () => {
    const element = await start();
    const told: unknown[] = [];
    element.addEventListener('semantic-search-error', ({ detail }) => told.push(detail.error.cause));
    const odd = new TypeError('of an odd response');
    Object.defineProperty(element.store!, 'isSlow', {
      get: () => {
        throw odd;
      },
    });
    element.requestUpdate();
    await until(() => deep('[part=error] button'));
    expect(told.length === 1 && told[0] === odd).to.equal(true);
    await accessible();
  });
  it('shows a plate where an image does not come', async () => {
    const settings = testSettings((one) => {
      one.result.showResultAsImage = true;
    });
    serve(settings, (url, text) => {
      const given = respond(url, text, settings) as {
        status: number;
        body: { result?: { image: string }[] };
      };
      for (const document of given.body.result ?? []) document.image = 'data:image/png;base64,AAAA';
      return given;
    });
    await start();
    await until(() => deep<HTMLImageElement>('img.picture')?.hidden);
    expect(deep('img.picture + .plate')!.checkVisibility()).to.equal(true);
  });
  it('keeps a heading of three lines for the longest query', async () => {
    const element = await start();
    await element.store!.change({ input: 'word '.repeat(400) });
    await settled();
    const line = Number.parseFloat(getComputedStyle(deep('#results')!).lineHeight);
    expect(deep('#results')!.getBoundingClientRect().height).to.be.at.most(3 * line + 1);
  });
  it('takes up another way of paging and another language at once', async () => {
    const element = await start();
    element.setAttribute('paging', 'more');
    await until(() => deep('.pager')?.textContent.includes('Show more results'));
    element.setAttribute('lang', 'de');
    await until(() => deep('#results')?.textContent.includes('42 Treffer'));
    element.removeAttribute('lang');
    await until(() => deep('#results')?.textContent.includes('42 results'));
  });
});
