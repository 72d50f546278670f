/** `<semantic-search>` in a real browser: what it asks, shows and tells. */
import { expect } from 'chai';
import { deep, requests, serve, settled, until } from '../test/support/page.ts';
import { asked, eachVisit, heading, input, start, type } from '../test/support/search.ts';
import { respond, testSettings } from '../test/support/service.ts';

eachVisit();

describe('semantic-search', () => {
  it('takes levels of headings that HTML has, and the second for any other', async () => {
    const level = (attribute: string) =>
      start({ 'heading-level': attribute }).then((element) => {
        element.remove();
        return element.headingLevel;
      });
    expect([await level('1'), await level('6'), await level('abc'), await level('9')]).to.deep.equal([
      1, 6, 2, 2,
    ]);
  });
  it('asks for configuration and results at once, and nothing more', async () => {
    await start();
    expect(requests.map(({ url }) => url.pathname.replace(/.*\/api\/configurations/, ''))).to.have.members([
      '/7',
      '/7/search',
    ]);
  });
  it('aborts the query that is overtaken and shows only the newest response', async () => {
    let held = 0;
    serve(testSettings(), (_, body) => (body.includes('"slow"') && ++held ? 'never' : undefined));
    const element = await start();
    void element.store!.change({ input: 'slow' });
    await until(() => held);
    const first = requests.at(-1)!;
    await element.store!.change({ input: 'tariff' });
    await settled();
    expect(first.signal!.aborted).to.equal(true);
    expect(heading()).to.contain('tariff');
  });
  it('does what its attributes say, whatever the configuration does', async () => {
    const element = await start({
      heading: 'Our papers',
      'items-per-page': '4',
      'title-action': 'link',
      'date-format': 'full',
      'as-images': '',
      'no-tags': '',
    });
    const title = () => deep('[part=title]')?.textContent;
    expect(requests.filter(({ url }) => url.pathname.endsWith('/search'))).to.have.length(1);
    expect(asked().count).to.equal(4);
    expect(deep('.pager li:last-child')!.textContent).to.equal('11');
    expect(title()).to.equal('Our papers');
    expect(deep('[data-document]')!.getAttribute('href')).to.contain('/read/');
    expect(deep('.facts')!.textContent).to.contain('Saturday, May 17, 1980');
    expect(deep('.cards .picture') === null).to.equal(false);
    expect(deep('[part=tag]') === null).to.equal(true);
    for (const name of ['title-action', 'as-images', 'no-tags']) element.removeAttribute(name);
    for (const name of ['items-per-page', 'date-format']) element.setAttribute(name, '500');
    element.heading = '';
    await until(() => asked().count === 100);
    await until(() => deep('[part=tag]'));
    expect(title()).to.equal(undefined);
    expect(deep('[data-document]')!.getAttribute('href')).to.contain('search.document=');
    expect(deep('.facts')!.textContent).to.contain('May 17, 1980');
    expect(deep('.cards') === null).to.equal(true);
  });
  it('tells the page what happens, and lets it take over a chosen document', async () => {
    const told: string[] = [];
    for (const name of ['ready', 'query', 'results', 'facet-change'] as const)
      document.addEventListener(`semantic-search-${name}`, () => told.push(name), { once: true });
    const element = await start();
    deep<HTMLInputElement>('facet-panel')!.shadowRoot!.querySelector<HTMLInputElement>('input')!.click();
    await settled();
    expect(told).to.include.members(['ready', 'query', 'results', 'facet-change']);
    element.addEventListener('semantic-search-select', (event) => event.preventDefault(), { once: true });
    deep('[data-document]')!.click();
    await settled();
    expect(deep('semantic-search-detail') === null).to.equal(true);
  });
  it('speaks through one status, also of suggestions and of what was shared', async () => {
    await start();
    const statuses = (root: ParentNode): Element[] =>
      [...root.querySelectorAll('*')].flatMap((element) => [
        ...(element.matches('[role=status], [aria-live]') ? [element] : []),
        ...(element.shadowRoot ? statuses(element.shadowRoot) : []),
      ]);
    await type('tariff');
    await until(() => deep('[role=option]'));
    const spoken = () => deep('[role=status]')!.textContent!;
    await until(() => spoken().includes(' suggestion') && spoken().includes('results for “tariff”'));
    deep('.actions > button')!.click();
    await until(() => deep('semantic-search-actions')?.shadowRoot?.querySelector('button'));
    expect(statuses(document)).to.have.length(1);
  });
  it('keeps the last results when the connection is lost and asks again when it is back', async () => {
    let offline = false;
    serve(testSettings(), () => (offline ? 'offline' : undefined));
    const element = await start();
    offline = true;
    await element.store!.change({ input: 'tariff' });
    await settled();
    expect(deep('[part=error]')!.textContent).to.contain('No connection');
    expect(deep('[data-document]') === null).to.equal(false);
    offline = false;
    window.dispatchEvent(new Event('online'));
    await until(() => heading()?.includes('tariff') && !deep('[part=error]'));
  });
  it('narrows to a concept by its tag, in the facet that holds it', async () => {
    await start();
    deep('[part=tag]')!.click();
    await until(() => deep('.chosen'));
    await settled();
    expect(asked().selectedFacets).to.deep.equal([
      { field: 'dyn_uri_topics', label: 'Unemployment', value: 'https://example.org/topic/unemployment' },
    ]);
    expect(deep('[part=tag][aria-pressed=true]') === null).to.equal(false);
  });
  it('narrows to a concept of no facet by its tag, in the form the interface asks for', async () => {
    serve(testSettings(), (url, body) => {
      const given = respond(url, body) as { status: number; body: { facets?: unknown[] } };
      given.body.facets?.shift();
      return given;
    });
    await start();
    deep('[part=tag]')!.click();
    await until(() => deep('.chosen'));
    await settled();
    expect(asked().selectedFacets).to.deep.equal([
      {
        field: 'dyn_uri_all_concepts',
        label: 'https://example.org/topic/unemployment',
        value: 'Unemployment',
      },
    ]);
    expect(deep('.chosen')!.textContent!.replace(/\s+/g, ' ')).to.contain('Topics: Unemployment');
    expect(deep('[part=tag][aria-pressed=true]') === null).to.equal(false);
  });
  it('says what it also searched for, and searches for the words alone on request', async () => {
    await start();
    await type('inflation');
    expect((await until(() => deep('.understood'))).textContent).to.contain('Price increase');
    deep('.understood button')!.click();
    await until(() => asked().input === '"inflation"');
  });
  it('offers a correction and does not apply it', async () => {
    await start();
    await type('inflatoin');
    const offer = await until(() => deep('.did-you-mean button'));
    expect(input().value).to.equal('inflatoin');
    offer.click();
    await until(() => asked().input === 'inflation');
    await settled();
    expect(input().value).to.equal('inflation');
  });
  it('paints nothing of what a stranger sent as markup, link or style', async () => {
    serve(
      testSettings((settings) => {
        settings.title = '<img src=x onerror=alert(1)>';
      }),
      (url, body) => {
        if (!url.pathname.endsWith('/search')) return undefined;
        return {
          status: 200,
          body: {
            message: '',
            resultType: '',
            status: 200,
            success: true,
            total: 1,
            concepts: [],
            facets: [],
            query: { concepts: [] },
            result: [
              {
                id: body || 'x',
                title: '<script>alert(1)</script>',
                description: '<b>x</b>',
                link: 'javascript:alert(1)',
                date: null,
                empty: false,
                image: 'javascript:alert(1)',
                documentDetails: [],
                searchSpaceId: '',
                type: '',
                facetList: [],
              },
            ],
          },
        };
      },
    );
    const element = await start();
    const root = element.shadowRoot!;
    expect(root.querySelector('script, img, b') === null).to.equal(true);
    expect(root.querySelector('[part=title]')!.textContent).to.equal('<img src=x onerror=alert(1)>');
    for (const link of root.querySelectorAll('a')) expect(link.protocol).to.match(/^https?:$/);
  });
  it('does with a title what the configuration says, unless the page does something else', async () => {
    serve(
      testSettings((settings) => {
        settings.result.titleAction = 'link';
      }),
    );
    const element = await start();
    const link = deep<HTMLAnchorElement>('[data-document]')!;
    expect(link.href).to.equal('https://example.org/read/1');
    element.addEventListener('semantic-search-select', (event) => event.preventDefault(), { once: true });
    link.click();
    await settled();
    expect(deep('semantic-search-detail') === null).to.equal(true);
  });
});
