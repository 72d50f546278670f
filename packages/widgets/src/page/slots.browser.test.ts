/** Tests of the slots of the search page. */
import { setViewport } from '@web/test-runner-commands';
import { expect } from 'chai';
import { expectAccessible, queryDeep, serve, settled, until } from '../../test/support/page.ts';
import { click, eachVisit, start, titles } from '../../test/support/search.ts';
import { testSettings } from '../../test/support/service.ts';

eachVisit();

/** A search with one paragraph of the owner's in a slot. */
async function startWith(slot: string) {
  const element = await start();
  const words = document.createElement('p');
  words.textContent = 'Ours';
  words.slot = slot;
  element.append(words);
  await settled();
  return { element, words, place: words.getBoundingClientRect() };
}
const place = (selector: string) => queryDeep(selector)!.getBoundingClientRect();
const isShown = (element: Element) => element.getClientRects().length > 0;

describe('the slot', () => {
  it('header is in the page header', async () => {
    const { place: own } = await startWith('header');
    expect(own.top).to.be.within(place('.navbar').top, place('.navbar').bottom);
    await expectAccessible();
  });
  it('before-filters is above the filters', async () => {
    const { place: own } = await startWith('before-filters');
    expect(own.bottom).to.be.at.most(place('facet-panel').top);
    expect(own.left).to.be.within(place('.side').left, place('.side').right);
    await expectAccessible();
  });
  it('after-filters is below the filters, also in the filter drawer', async () => {
    const { words, place: own } = await startWith('after-filters');
    expect(own.top).to.be.at.least(place('facet-panel').bottom);
    await setViewport({ width: 320, height: 700 });
    await settled();
    expect(isShown(words)).to.equal(false);
    await click(queryDeep('[aria-haspopup=dialog]')!);
    expect(isShown(words)).to.equal(true);
    await expectAccessible();
  });
  it('before-results is above the results', async () => {
    const { place: own } = await startWith('before-results');
    expect(own.bottom).to.be.at.most(place('#results').top);
    expect(own.left).to.be.at.least(place('.main').left);
    await expectAccessible();
  });
  it('leaves keys on buttons of the owner to the owner', async () => {
    const { words } = await startWith('');
    let clicks = 0;
    words.role = 'button';
    words.addEventListener('click', () => clicks++);
    words.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true }));
    expect(clicks).to.equal(0);
  });
  it('without a name is below the results', async () => {
    const { place: own } = await startWith('');
    expect(own.top).to.be.at.least(place('.pager').bottom);
    await expectAccessible();
  });
  it('empty replaces hints and buttons, but not the spelling correction', async () => {
    const { element, words } = await startWith('empty');
    expect(isShown(words)).to.equal(false);
    await element.store!.change({ input: 'inflatoin' });
    await settled();
    expect(isShown(words)).to.equal(true);
    expect(isShown(queryDeep('[part=empty] .button')!)).to.equal(false);
    expect(isShown(queryDeep('.did-you-mean')!)).to.equal(true);
    await expectAccessible();
  });
  it('error is below the error message with its retry button', async () => {
    serve(testSettings(), (_, body) => (body.includes('"slow"') ? { status: 503, body: {} } : undefined));
    const { element, words } = await startWith('error');
    expect(isShown(words)).to.equal(false);
    await element.store!.change({ input: 'slow' });
    await until(() => queryDeep('[part=error]'));
    expect(words.getBoundingClientRect().top).to.be.at.least(place('[part=error] .button').bottom);
    await expectAccessible();
  });
  it('after-detail is in the detail view, before similar documents', async () => {
    const { words } = await startWith('after-detail');
    expect(isShown(words)).to.equal(false);
    await click(titles()[0]!);
    await until(() => queryDeep('semantic-search-detail similar-docs, similar-docs'));
    await settled();
    expect(words.getBoundingClientRect().top).to.be.at.least(place('.text').bottom);
    expect(words.getBoundingClientRect().bottom).to.be.at.most(place('similar-docs').top);
    await expectAccessible();
  });
  it('footer is at the end of the page', async () => {
    const { place: own } = await startWith('footer');
    expect(own.top).to.be.at.least(place('.body').bottom);
    expect(own.bottom).to.be.at.most(place('.page').bottom);
    await expectAccessible();
  });
});
