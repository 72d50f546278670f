/** Tests of the URL state in a browser: history, links, several instances. */
import { sendKeys } from '@web/test-runner-commands';
import { expect } from 'chai';
import { expectAccessible, queryDeep, requests, serve, settled, until } from '../../test/support/page.ts';
import { eachVisit, heading, input, lastRequest, start, titles } from '../../test/support/search.ts';
import { respond, testSettings } from '../../test/support/service.ts';

eachVisit();

describe('the URL state', () => {
  it('writes each query to the URL and restores it with Back', async () => {
    const element = await start();
    await element.store!.change({ input: 'tariff' });
    await element.store!.change({ selectedFacets: [{ field: 'dyn_lit_type', label: 'Book' }] });
    expect(new URL(location.href).searchParams.get('search')).to.equal('tariff');
    history.back();
    await until(() => !element.store!.query.selectedFacets.length);
    expect(element.store!.query.input).to.equal('tariff');
    history.back();
    await until(() => element.store!.query.input === '');
  });
  it('does not change a history state of the page that is a string', async () => {
    history.replaceState('row 42', '');
    const element = await start();
    await element.store!.change({ selectedFacets: [{ field: 'dyn_lit_type', label: 'Book' }] });
    expect(Object.keys(history.state)).not.to.include('0');
    history.back();
    await until(() => !element.store!.query.selectedFacets.length);
    expect(history.state).to.equal('row 42');
  });
  it('does not change a history state of the page when the visitor leaves', async () => {
    await start();
    for (const state of ['router-state-7', 7, [1, 2]]) {
      history.replaceState(state, '');
      window.dispatchEvent(new Event('pagehide'));
      expect(history.state).to.deep.equal(state);
      history.replaceState(null, '', location.pathname);
    }
  });
  it('follows a URL change made by the page', async () => {
    const element = await start();
    history.pushState({ ours: 1 }, '', '?search=tariff&tab=2');
    await until(() => heading()?.includes('tariff'));
    expect(history.state).to.deep.equal({ ours: 1 });
    const before = requests.length;
    history.pushState(null, '', '?search=tariff&tab=3');
    await settled();
    expect(requests).to.have.length(before);
    element.remove();
    history.pushState(null, '', '?search=inflation');
    await settled();
    expect(requests).to.have.length(before);
  });
  for (const loss of ['never', 'offline'] as const)
    it(`is read when the page returns from the cache of the browser, also after a request (${loss})`, async () => {
      const element = await start();
      serve(testSettings(), ({ pathname }) => (pathname.endsWith('/search') ? loss : undefined));
      void element.store!.change({ input: 'tariff' });
      await settled();
      serve();
      history.replaceState(history.state, '', '?search=inflation');
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      await until(() => heading()?.includes('inflation'));
      expect(input().value).to.equal('inflation');
      expect(element.store!.error).to.equal(undefined);
    });
  it('works in a page without its own URL', async () => {
    const frame = document.createElement('iframe');
    Object.assign(window, { answerTo: (...request: Parameters<typeof fetch>) => window.fetch(...request) });
    frame.srcdoc = `<main><semantic-search configuration=7 token=t></semantic-search></main>
      <script type="module">
        window.fetch = (...request) => parent.answerTo(...request);
        await import(${JSON.stringify(new URL('../semantic-search.ts', import.meta.url).href)});
      </script>`;
    frame.title = 'A page without an address';
    document.body.append(frame);
    const element = await until(() => {
      const found = frame.contentDocument?.querySelector('semantic-search');
      return found?.store?.response && found;
    });
    const errors: unknown[] = [];
    frame.contentWindow!.addEventListener('error', ({ message }) => errors.push(message));
    const text = () => queryDeep('#results', frame.contentDocument!)?.textContent;
    await element.store!.change({ input: 'tariff' });
    await until(() => text()?.includes('tariff'));
    const title = queryDeep('[data-document]', frame.contentDocument!)!;
    expect(title.getAttribute('href')).to.match(/^https:/);
    element.store!.showDocument(element.store!.response!.result[0]!.id);
    await until(() => queryDeep('semantic-search-detail', frame.contentDocument!));
    expect(errors).to.deep.equal([]);
    frame.remove();
  });
  it('starts with the query in the URL', async () => {
    history.replaceState(
      null,
      '',
      '?search=tariff&search.start=0&search.facet=dyn_lit_type%7CBook%7C&other=1',
    );
    await start();
    expect(lastRequest()).to.deep.include({
      input: 'tariff',
      selectedFacets: [{ field: 'dyn_lit_type', label: 'Book' }],
    });
  });
  it('adds no history entry if the URL is only encoded differently', async () => {
    history.replaceState(null, '', '?search=open%20economy');
    const before = history.length;
    await start();
    expect(history.length).to.equal(before);
    expect(location.search).to.equal('?search=open%20economy');
  });
  it('goes back to the list when a document is closed, so that Back does not reopen it', async () => {
    const element = await start();
    await element.store!.change({ input: 'tariff' });
    element.store!.showDocument('https://example.org/document/1');
    element.store!.showDocument('https://example.org/document/2');
    element.store!.showDocument(undefined);
    await until(() => location.search === '?search=tariff');
    expect(element.store!.document).to.equal(undefined);
    history.back();
    await until(() => location.search === '');
    expect(element.store!.document).to.equal(undefined);
  });
  it('shows the list when a document opened by a link is closed', async () => {
    history.replaceState(null, '', '?search.document=https%3A%2F%2Fexample.org%2Fdocument%2F2');
    const element = await start();
    const before = history.length;
    element.store!.showDocument(undefined);
    expect(location.search).to.equal('');
    expect(history.length).to.equal(before);
  });
  it('replaces the URL of a link whose filter no longer exists', async () => {
    const known = (body: string) => !body.includes('dyn_lit_gone');
    const errors = [{ key: 'selectedFacets[0].field', message: 'is no facet' }];
    serve(testSettings(), (_, body) =>
      known(body) ? undefined : { status: 400, body: { status: 400, errors } },
    );
    history.replaceState(null, '', '?search=tariff&search.facet=dyn_lit_gone%7CBook%7C');
    const before = history.length;
    await start();
    expect(heading()).to.contain('tariff');
    expect(queryDeep('.notice')!.textContent).to.equal('A filter in this link no longer exists.');
    expect(location.search).to.equal('?search=tariff');
    expect(history.length).to.equal(before);
    await expectAccessible();
  });
  it('is in no link with no-url: titles link to the source or are buttons, pages are buttons', async () => {
    serve(testSettings(), (url, body) => {
      const response = respond(url, body) as { status: number; body: { result: { link: string }[] } };
      if (url.pathname.endsWith('/search')) response.body.result[0]!.link = '';
      return response;
    });
    const element = await start({ 'no-url': '' });
    const [button, link] = titles();
    expect([button!.getAttribute('href'), button!.role]).to.deep.equal([null, 'button']);
    expect(link!.getAttribute('href')).to.equal('https://example.org/read/2');
    expect(queryDeep('a[href*="search"]') === null).to.equal(true);
    await expectAccessible();
    button!.focus();
    await sendKeys({ press: 'Enter' });
    await until(() => element.store!.document === button!.dataset.document);
    element.store!.showDocument(undefined);
    await settled();
    queryDeep('.number[aria-label="Page 2"]')!.focus();
    await sendKeys({ press: 'Space' });
    await until(() => lastRequest().start === 10);
    queryDeep('.actions > button')!.click();
    const actions = await until(() => queryDeep('semantic-search-actions')?.shadowRoot?.querySelector('ul'));
    expect(actions.textContent).not.to.contain('Copy link');
    expect(location.search).to.equal('');
  });
  it('is not needed with no-url to keep the query when the element moves or its attributes change', async () => {
    const element = await start({ 'no-url': '' });
    await element.store!.change({ input: 'tariff' });
    for (const step of [
      () => element.parentElement!.append(element),
      () => element.setAttribute('token', 'renewed'),
      () => element.setAttribute('heading', 'Another title'),
    ]) {
      const previous = element.store;
      step();
      await until(() => element.store && element.store !== previous && element.store.response);
      expect(element.store!.query.input).to.equal('tariff');
      await settled();
    }
    expect(location.search).to.equal('');
  });
  it('separates two instances on one page', async () => {
    const one = await start({ id: 'one' });
    const two = await start({ id: 'two' });
    await one.store!.change({ input: 'tariff' });
    await settled();
    expect(two.store!.query.input).to.equal('');
    expect(location.search).to.equal('?one=tariff');
  });
  it('assigns different keys to two instances without IDs', async () => {
    const one = await start();
    const two = await start();
    await one.store!.change({ input: 'tariff' });
    await two.store!.change({ input: 'inflation' });
    expect(location.search).to.equal('?search=tariff&search-2=inflation');
  });
});
