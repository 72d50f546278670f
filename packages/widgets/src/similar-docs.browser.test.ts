/** `<similar-docs>` on its own, and for a search. */
import type { RetrievedDocument } from '@semantic-search/contract';
import { expect } from 'chai';
import { expectAccessible, mount, queryDeep, requests, serve, settled, until } from '../test/support/page.ts';
import { eachVisit } from '../test/support/search.ts';
import { respond, testSettings } from '../test/support/service.ts';

eachVisit();

const uri = 'https://example.org/document/1';

const titles = (list: Element) =>
  [...list.shadowRoot!.querySelectorAll('[part=similar-title]')].map(({ textContent }) => textContent);

describe('similar-docs in the page', () => {
  it('is accessible and names the shared concepts', async () => {
    await mount('similar-docs', { configuration: '7', token: 't', uri, number: '3' });
    const list = await until(() => queryDeep('[part=similar]'));
    expect(list.children).to.have.length(3);
    expect(list.textContent).to.contain('In common: Unemployment and Wages');
    expect(
      requests.find(({ url }) => url.pathname.endsWith('getSimilar'))!.url.searchParams.get('number'),
    ).to.equal('3');
    await expectAccessible();
  });
  it('has the texts of the configuration, and those of the page over them', async () => {
    const settings = testSettings((s) => {
      s.texts = { en: { similarDocuments: 'See also', shared: 'Both: {concepts}' } };
    });
    serve(settings);
    const list = await mount('similar-docs', { configuration: '7', token: 't', uri });
    await until(() => queryDeep('[part=similar]'));
    expect(queryDeep('[part=heading]')!.textContent).to.equal('See also');
    expect(queryDeep('[part=similar]')!.textContent).to.contain('Both: Unemployment and Wages');
    list.texts = { en: { similarDocuments: 'Related reading' } };
    await settled();
    expect(queryDeep('[part=heading]')!.textContent).to.equal('Related reading');
    expect(queryDeep('[part=similar]')!.textContent).to.contain('Both: Unemployment and Wages');
  });
  it('requests documents in the language of the page', async () => {
    document.documentElement.lang = 'de';
    await mount('similar-docs', { configuration: '7', token: 't', uri });
    await until(() => queryDeep('[part=similar]'));
    expect(requests.map(({ url }) => url.searchParams.get('language'))).to.include('de');
  });
  it('has a button for a document without a link and fires the select event', async () => {
    serve(undefined, (url, body) => {
      const response = respond(url, body) as { status: number; body: { result: RetrievedDocument[] } };
      if (url.pathname.endsWith('getSimilar')) response.body.result[0]!.link = 'urn:nowhere';
      return response;
    });
    const list = await mount('similar-docs', { configuration: '7', token: 't', uri });
    const chosen: string[] = [];
    list.addEventListener('semantic-search-select', ({ detail }) => chosen.push(detail.document.link));
    const title = await until(() => queryDeep('[part=similar-title]'));
    expect([title.localName, title.hasAttribute('href')]).to.deep.equal(['button', false]);
    const before = location.href;
    title.click();
    expect(chosen).to.deep.equal(['urn:nowhere']);
    expect(location.href).to.equal(before);
    await expectAccessible();
  });
  it('follows the open document of the search named by for', async () => {
    await mount('similar-docs', { for: 'here' });
    const search = await mount('semantic-search', { id: 'here', configuration: '7', token: 't' });
    const list = document.querySelector('similar-docs')!;
    await settled();
    expect(list.shadowRoot!.querySelector('[part=similar]') === null).to.equal(true);
    search.store!.showDocument(uri);
    await until(() => list.shadowRoot!.querySelector('[part=similar]'));
    search.store!.showDocument(undefined);
    await until(() => !list.shadowRoot!.querySelector('[part=similar]'));
  });
  it('requests recommendations if a recommender is named', async () => {
    await mount('similar-docs', { configuration: '7', token: 't', uri, recommender: 'related-concepts' });
    await until(() => queryDeep('[part=similar]'));
    expect(queryDeep('[part=heading]')!.textContent).to.equal('Recommended');
    expect(requests.some(({ url }) => url.pathname.endsWith('getRecommendations'))).to.equal(true);
  });
  it('excludes the documents of the list named by without, whichever loads first', async () => {
    const common = { configuration: '7', token: 't', uri, number: '3' };
    let held = true;
    serve(undefined, (url) => (held && url.pathname.endsWith('getSimilar') ? 'offline' : undefined));
    const near = await mount('similar-docs', { ...common, id: 'near' });
    held = false;
    const further = await mount('similar-docs', {
      ...common,
      recommender: 'related-concepts',
      without: 'near',
    });
    expect(titles(further)).to.have.length(3);
    near.shadowRoot!.querySelector('button')!.click();
    await until(() => titles(near).length === 3);
    await settled();
    expect(titles(further).filter((title) => titles(near).includes(title))).to.deep.equal([]);
    expect(titles(further)).to.have.length(3);
    const alone = await mount('similar-docs', {
      ...common,
      recommender: 'related-concepts',
      without: 'gone',
    });
    expect(titles(alone)).to.have.length(3);
    await expectAccessible();
  });
  it('follows the list named by without also after it has moved, until without is removed', async () => {
    const common = { configuration: '7', token: 't', uri, number: '3' };
    const near = await mount('similar-docs', { ...common, id: 'near' });
    const further = await mount('similar-docs', { ...common, without: 'near' });
    const shared = () => titles(further).filter((title) => titles(near).includes(title));
    await until(() => titles(near).length === 3);
    await settled();
    expect(shared()).to.deep.equal([]);
    near.before(further);
    near.number = 1;
    await until(() => titles(near).length === 1 && titles(further).length > 0);
    expect(shared()).to.deep.equal([]);
    further.without = null;
    await until(() => shared().length === 1);
  });
  it('is empty for a document that the service does not know', async () => {
    let reported: unknown;
    addEventListener('semantic-search-error', (event) => (reported = event.detail.error), { once: true });
    serve(undefined, (url) =>
      url.pathname.endsWith('getSimilar') ? { status: 404, body: { code: 'not-found' } } : undefined,
    );
    const element = await mount('similar-docs', { configuration: '7', token: 't', uri });
    await until(() => reported);
    await settled();
    expect(reported).to.include({ status: 404 });
    expect(element.shadowRoot!.textContent!.trim()).to.equal('');
  });
  it('offers a retry after an error', async () => {
    let failing = true;
    serve(undefined, (url) =>
      failing && url.pathname.endsWith('getSimilar') ? { status: 503, body: {} } : undefined,
    );
    await mount('similar-docs', { configuration: '7', token: 't', uri });
    const retry = await until(() => queryDeep('similar-docs')!.shadowRoot!.querySelector('button'));
    failing = false;
    retry.click();
    await until(() => queryDeep('[part=similar]'));
  });
});
