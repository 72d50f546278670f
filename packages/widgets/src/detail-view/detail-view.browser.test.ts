/** Tests of the detail view: document, explained concepts, similar documents. */
import type { DocumentResponse } from '@semantic-search/contract';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { expect } from 'chai';
import {
  expectAccessible,
  focused,
  queryDeep,
  requests,
  serve,
  settled,
  until,
} from '../../test/support/page.ts';
import {
  click,
  eachVisit,
  heading,
  input,
  lastRequest,
  start,
  titles,
  type,
} from '../../test/support/search.ts';
import { respond, testSettings } from '../../test/support/service.ts';
import { componentLoaders } from '../lazy-components.ts';

eachVisit();

describe('the detail view', () => {
  const openFirst = async () => {
    queryDeep('[data-document]')!.click();
    const concept = await until(() => queryDeep('.concept'));
    await settled();
    return concept;
  };
  it('opens from its URL', async () => {
    history.replaceState(null, '', '?search.document=https%3A%2F%2Fexample.org%2Fdocument%2F2');
    await start();
    expect((await until(() => queryDeep('#title'))).textContent).to.contain('Inflation expectations');
    expect(focused() === document.body).to.equal(true);
  });
  it('closes for a new query or filter where it replaces the results, and Back reopens it', async () => {
    await setViewport({ width: 1100, height: 900 });
    await start();
    await openFirst();
    await type('tariff');
    await until(() => !queryDeep('semantic-search-detail'));
    expect(titles()[0]!.checkVisibility()).to.equal(true);
    expect(heading()).to.contain('tariff');
    expect(focused() === input()).to.equal(true);
    expect(location.search).to.equal('?search=tariff');
    history.back();
    await until(() => queryDeep('semantic-search-detail') && input().value === '');
    await click(queryDeep('facet-panel')!.shadowRoot!.querySelector('.value input')!);
    await until(() => !queryDeep('semantic-search-detail'));
    expect(queryDeep('.chosen')!.checkVisibility()).to.equal(true);
  });
  it('announces the outcome of a query that closes it', async () => {
    await setViewport({ width: 1100, height: 900 });
    await start();
    await openFirst();
    await type('tariff');
    await until(() => queryDeep('[role=status]')!.textContent!.includes('tariff'));
  });
  it('closes for other words next to the results, but not for another filter, order or page', async () => {
    const element = await start();
    await openFirst();
    await click(queryDeep('facet-panel')!.shadowRoot!.querySelector('.value input')!);
    await element.store!.change({ sort: { field: 'title' } });
    expect(queryDeep('semantic-search-detail')!.checkVisibility()).to.equal(true);
    await type('tariff');
    await until(() => !queryDeep('semantic-search-detail'));
    expect(new URL(location.href).searchParams.has('search.document')).to.equal(false);
    history.back();
    await until(() => queryDeep('semantic-search-detail') && input().value === '');
  });
  it('has a menu to share the document next to that of the results', async () => {
    await start();
    await openFirst();
    const [ofDocument, ofResults] = ['.of-document > button', '.of-list > button'].map(
      (selector) => queryDeep(selector)!,
    );
    await click(ofDocument!);
    const menu = await until(() => queryDeep('semantic-search-actions')?.shadowRoot);
    expect([...menu.querySelectorAll('button')].map(({ textContent }) => textContent)).to.deep.equal([
      'Copy link',
      'Print',
    ]);
    await expectAccessible();
    await sendKeys({ press: 'Escape' });
    await until(() => !queryDeep('semantic-search-actions') && focused() === ofDocument);
    await click(ofResults!);
    await until(() => queryDeep('semantic-search-actions')?.shadowRoot?.textContent?.includes('CSV'));
  });
  it('has document, similar documents and recommendations in the language of the page', async () => {
    document.documentElement.lang = 'de';
    await start();
    await openFirst();
    for (const operation of ['document', 'getSimilar', 'getRecommendations']) {
      const request = await until(() => requests.find(({ url }) => url.pathname.endsWith(operation)));
      expect(request.url.searchParams.get('language'), operation).to.equal('de');
    }
  });
  it('closes when the visitor goes back in the history', async () => {
    await start();
    await openFirst();
    history.back();
    await until(() => !queryDeep('semantic-search-detail'));
  });
  it('explains a clicked concept and searches for it', async () => {
    await start();
    (await openFirst()).click();
    const card = await until(() => queryDeep('.card'));
    expect(card.textContent).to.contain('as the field uses the word');
    expect(card.textContent).to.contain('Broader');
    card.querySelector<HTMLElement>('.primary')!.click();
    await until(() => lastRequest().input === 'Unemployment' || lastRequest().input === 'Inflation');
    await until(() => !queryDeep('semantic-search-detail'));
  });
  it('explains a concept by keyboard and restores the focus', async () => {
    await start();
    const concept = await openFirst();
    concept.focus();
    await sendKeys({ press: 'Enter' });
    await until(() => focused()?.classList.contains('card'));
    await sendKeys({ press: 'Escape' });
    await until(() => focused() === concept && !queryDeep('.card'));
  });
  it('opens the source in the same tab', async () => {
    await start();
    await openFirst();
    expect(queryDeep<HTMLAnchorElement>('.out')!.target).to.equal('');
  });
  it('stays in the viewport next to a long list', async () => {
    await start();
    scrollTo(0, 1200);
    [...queryDeep('.list')!.querySelectorAll<HTMLElement>('[data-document]')].at(-1)!.click();
    const title = await until(() => queryDeep('#title'));
    await settled();
    const { top } = title.getBoundingClientRect();
    expect(top).to.be.within(0, innerHeight);
    expect(scrollY).to.be.greaterThan(0);
  });
  it('shows an error in the viewport with a focused close button if its module fails to load', async () => {
    const { detail } = componentLoaders;
    componentLoaders.detail = () => Promise.reject(new Error('offline'));
    try {
      await start();
      scrollTo(0, 1200);
      for (const width of [1280, 800]) {
        await setViewport({ width, height: 900 });
        await settled();
        const title = titles().at(-1)!;
        title.focus({ preventScroll: true });
        title.click();
        const alert = await until(() => queryDeep('[role=alert]'));
        const close = await until(() => focused()?.textContent?.trim() === 'Close' && focused());
        const { top, bottom } = alert.getBoundingClientRect();
        expect(top, `at ${width}`).to.be.within(0, 900);
        expect(bottom - top, `at ${width}`).to.be.below(200);
        await expectAccessible();
        close.click();
        await until(() => !queryDeep('[role=alert]') && focused() === titles().at(-1));
      }
    } finally {
      componentLoaders.detail = detail;
    }
  });
  it('shows an error and a way back if the document does not exist', async () => {
    history.replaceState(null, '', '?search.document=https%3A%2F%2Fexample.org%2Fnone');
    await start();
    await until(() =>
      queryDeep('semantic-search-detail')?.shadowRoot?.textContent?.includes('no longer here'),
    );
    queryDeep('.back')!.click();
    await until(() => !queryDeep('semantic-search-detail'));
  });
  it('shows the title and an alert if a document fails to load, fires an error event and retries', async () => {
    await setViewport({ width: 800, height: 700 });
    let broken = true;
    serve(testSettings(), (url) =>
      broken && url.pathname.endsWith('/document') ? { status: 500, body: {} } : undefined,
    );
    const search = await start();
    const errors: Event[] = [];
    search.addEventListener('semantic-search-error', (event) => errors.push(event));
    const { textContent: name } = titles()[0]!;
    titles()[0]!.focus();
    await sendKeys({ press: 'Enter' });
    await until(() => focused()?.id === 'title' && queryDeep('[role=alert]'));
    const alert = queryDeep('[role=alert]')!;
    expect(focused()!.textContent).to.equal(name);
    expect(alert.textContent).to.contain('This part could not be loaded');
    expect(errors).to.have.length(1);
    await expectAccessible();
    broken = false;
    alert.querySelector('button')!.click();
    await until(() => queryDeep('.concept') && focused()?.id === 'title' && !queryDeep('[role=alert]'));
  });
  it('names the concepts that similar and recommended documents share', async () => {
    await start();
    await openFirst();
    await until(
      () => queryDeep('semantic-search-detail')!.shadowRoot!.querySelectorAll('similar-docs').length === 2,
    );
    expect((await until(() => queryDeep('.shared'))).textContent).to.contain('In common');
  });
  it('has different titles for similar and recommended documents, and no document in both', async () => {
    await start();
    await openFirst();
    const lists = await until(() => {
      const found = [...queryDeep('semantic-search-detail')!.shadowRoot!.querySelectorAll('similar-docs')];
      return found.length === 2 && found.every(({ shown }) => shown?.length) && found;
    });
    await settled();
    const headings = lists.map(({ shadowRoot }) => shadowRoot!.querySelector('.heading')!.textContent);
    expect(headings).to.deep.equal(['Similar documents', 'Recommended']);
    const ids = lists.flatMap(({ shadowRoot }) =>
      [...shadowRoot!.querySelectorAll('[part=similar-title]')].map(({ textContent }) => textContent),
    );
    expect(new Set(ids).size).to.equal(ids.length);
  });
  it('explains a hovered concept without moving the focus', async () => {
    await start();
    titles()[0]!.click();
    const concept = await until(() => queryDeep('.concept'));
    const before = focused();
    concept.dispatchEvent(new PointerEvent('pointerenter', { pointerType: 'mouse' }));
    await until(() => queryDeep('.card'));
    expect(focused() === before).to.equal(true);
    concept.dispatchEvent(new PointerEvent('pointerleave', { pointerType: 'mouse' }));
    await until(() => !queryDeep('.card'));
  });
  it('explains a hovered concept after a card was closed, and closes the card with its document', async () => {
    await start();
    const concept = await openFirst();
    concept.click();
    await until(() => queryDeep('.card'));
    await sendKeys({ press: 'Escape' });
    await until(() => !queryDeep('.card'));
    concept.dispatchEvent(new PointerEvent('pointerenter', { pointerType: 'mouse' }));
    await until(() => queryDeep('.card'));
    titles()[1]!.click();
    await until(() => queryDeep('.concept') && !queryDeep('.card'));
  });
  it('positions the concept card below the concept, or above it if there is no space, at any scroll position', async () => {
    await setViewport({ width: 1280, height: 420 });
    await start();
    const concept = await openFirst();
    const detail = queryDeep('semantic-search-detail')!;
    const gapToConcept = async () => {
      concept.click();
      const shown = await until(() => queryDeep('.card'));
      await settled();
      await Promise.all(shown.getAnimations().map(({ finished }) => finished));
      const card = shown.getBoundingClientRect();
      const word = concept.getBoundingClientRect();
      await sendKeys({ press: 'Escape' });
      return card.top > word.top ? card.top - word.bottom : word.top - card.bottom;
    };
    for (const scrolled of [0, 40, 120, 1000]) {
      detail.scrollTop = scrolled;
      expect(Math.round(await gapToConcept()), `scrolled by ${scrolled}`).to.equal(6);
    }
    expect(detail.scrollTop).to.be.greaterThan(0);
  });
  it('closes the concept card when the focus leaves the concept', async () => {
    await start();
    const concept = await openFirst();
    await sendKeys({ press: 'Tab' });
    concept.focus();
    await until(() => queryDeep('.card'));
    queryDeep('#title')!.focus();
    await until(() => !queryDeep('.card') && focused()?.id === 'title');
  });
  it('formats years and numbers of the metadata', async () => {
    serve(testSettings(), (url, body) => {
      const response = respond(url, body);
      if (!url.pathname.endsWith('/document')) return response;
      const document = response.body as DocumentResponse;
      const details = { dyn_flt_date: '1978', dyn_flt_mass: '50000', dyn_flt_least: '0.00001' };
      document.documentDetails = Object.entries(details).map(([field, label]) => ({
        field,
        label: field,
        facets: [{ count: 1, label, value: null, children: null }],
      }));
      return response;
    });
    await start({ lang: 'en' });
    await openFirst();
    const shown = [...queryDeep('dl')!.querySelectorAll('dd')].map(({ textContent }) => textContent?.trim());
    expect(shown).to.deep.equal(['1978', '50,000', '0.00001']);
  });
  it('sets the text direction by the language of the document, like the list', async () => {
    document.documentElement.dir = 'rtl';
    await start({ lang: 'ar' });
    const direction = (selector: string) => getComputedStyle(queryDeep(selector)!).direction;
    await openFirst();
    expect([direction('#results'), direction('.summary'), direction('.text')]).to.deep.equal([
      'rtl',
      'ltr',
      'ltr',
    ]);
  });
  it('offers copy link and print but no export if it replaces the list', async () => {
    await setViewport({ width: 360, height: 700 });
    await start();
    const actionGroups = () =>
      document.querySelector('semantic-search')!.shadowRoot!.querySelectorAll('.actions');
    titles()[0]!.focus();
    await sendKeys({ press: 'Enter' });
    await until(() => focused()?.id === 'title');
    expect(actionGroups()).to.have.length(1);
    const opener = queryDeep('.actions > button')!;
    expect(opener.checkVisibility()).to.equal(true);
    await click(opener);
    const menu = await until(() => queryDeep('semantic-search-actions')?.shadowRoot);
    const offered = [...menu.querySelectorAll('button')].map(({ textContent }) => textContent);
    expect(offered).to.deep.equal(['Copy link', 'Print']);
    await expectAccessible();
    await sendKeys({ press: 'Escape' });
    await until(() => !queryDeep('semantic-search-actions') && focused() === opener);
    await click(opener);
    await until(() => queryDeep('semantic-search-actions'));
    history.back();
    await until(() => !queryDeep('semantic-search-detail') && !queryDeep('semantic-search-actions'));
    expect(actionGroups()).to.have.length(1);
  });
  it('punctuates colons by the interface language', async () => {
    for (const [lang, words] of [
      ['fr', 'Plus large\u202f: Labour market'],
      ['zh', '上级主题：Labour market'],
    ] as const) {
      const element = await start({ lang });
      (await openFirst()).click();
      await until(() =>
        queryDeep('.card')
          ?.textContent?.replace(/[ \n]+/g, ' ')
          .includes(words),
      );
      element.remove();
      history.replaceState(null, '', location.pathname);
    }
  });
});
