/** Tests of dialog mode. */
import { sendKeys, sendMouse, setViewport } from '@web/test-runner-commands';
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
import { click, eachVisit, lastRequest, start, titles, type } from '../../test/support/search.ts';
import { initialQuery } from '../store/query-state.ts';

eachVisit();

/** In dialog mode nothing is ready before it is opened. */
async function startDialog() {
  document.title = 'Test';
  document.documentElement.lang = 'en';
  const main = document.createElement('main');
  main.innerHTML =
    '<h1>A page</h1><semantic-search mode="dialog" configuration="7" token="t"></semantic-search>';
  document.body.append(main);
  await settled();
  return main.querySelector('semantic-search')!;
}

describe('dialog mode', () => {
  it('sends no request until it is opened, and is accessible before and after', async () => {
    const element = await startDialog();
    expect(requests).to.have.length(0);
    await expectAccessible();
    queryDeep('.opener')!.click();
    await element.ready;
    await until(() => focused()?.getAttribute('role') === 'combobox');
    await expectAccessible();
  });
  it('opens and closes with its shortcut and restores the focus to its button', async () => {
    await startDialog();
    const opener = queryDeep('.opener')!;
    opener.focus();
    await sendKeys({ down: 'Control' });
    await sendKeys({ press: 'k' });
    await until(() => focused()?.getAttribute('role') === 'combobox');
    await sendKeys({ press: 'k' });
    await sendKeys({ up: 'Control' });
    await until(() => focused() === opener && !queryDeep('dialog[open]'));
  });
  it('is a box with suggestions until a query is submitted', async () => {
    const element = await startDialog();
    element.open();
    await element.ready;
    await settled();
    const isPage = () => queryDeep('.main')!.checkVisibility();
    expect(isPage()).to.equal(false);
    await expectAccessible();
    await type('tariff');
    await until(() => queryDeep('[role=option]')?.checkVisibility());
    expect(isPage()).to.equal(false);
    const list = queryDeep('[role=listbox]')!.getBoundingClientRect();
    expect(queryDeep('.everything')!.getBoundingClientRect().top, 'not covered').to.be.at.least(list.bottom);
    await sendKeys({ press: 'Enter' });
    await until(isPage);
    expect(focused()?.getAttribute('role')).to.equal('combobox');
    await expectAccessible();
  });
  it('starts a new search when it is opened again', async () => {
    const element = await startDialog();
    element.open();
    await element.ready;
    await type('tariff');
    await click(await until(() => queryDeep('[role=option] .count')));
    await until(() => queryDeep('.chosen')?.checkVisibility());
    await element.store!.change({ sort: { field: 'title' } });
    element.close();
    await settled();
    element.open();
    await settled();
    expect(element.store!.query).to.deep.equal(initialQuery);
    expect(queryDeep('.main')!.checkVisibility()).to.equal(false);
    await type('wages');
    await sendKeys({ press: 'Enter' });
    await until(() => queryDeep('.main')?.checkVisibility() && titles().length);
    expect(lastRequest().selectedFacets).to.equal(undefined);
  });
  it('shows the results of a shared link without suggestions over them', async () => {
    const url = new URL(location.href);
    url.searchParams.set('search', 'tariff');
    history.replaceState(null, '', url);
    const element = await startDialog();
    await element.ready;
    await until(() => focused()?.id === 'results');
    expect(queryDeep('[role=option]')?.checkVisibility() ?? false).to.equal(false);
  });
  it('offers popular topics before the visitor types, and closes with one Escape', async () => {
    localStorage.clear();
    const element = await startDialog();
    element.open();
    await element.ready;
    const topic = await until(() => queryDeep('[role=option] .words'));
    expect(topic.textContent).to.match(/in Topic$/);
    await expectAccessible();
    await sendKeys({ press: 'Escape' });
    await until(() => !queryDeep('dialog[open]'));
    element.open();
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'Enter' });
    await until(() => queryDeep('.chosen')?.checkVisibility());
    expect(lastRequest().selectedFacets).to.have.length(1);
  });
  it('clears its text with Escape, shows popular topics again, and closes with another Escape', async () => {
    localStorage.clear();
    const element = await startDialog();
    element.open();
    await element.ready;
    await type('tariff');
    await sendKeys({ press: 'Escape' });
    await until(() => queryDeep('[role=option] .words')?.textContent?.match(/in Topic$/));
    expect(queryDeep('dialog[open]') === null).to.equal(false);
    await sendKeys({ press: 'Escape' });
    await until(() => !queryDeep('dialog[open]'));
  });
  it('stays open at a double click on its button', async () => {
    const element = await startDialog();
    queryDeep('.opener')!.click();
    await element.ready;
    const modal = queryDeep('dialog[open]')!;
    const second = { detail: 2, bubbles: true, composed: true };
    modal.dispatchEvent(new PointerEvent('pointerdown', second));
    modal.dispatchEvent(new MouseEvent('click', second));
    expect(modal.matches(':modal')).to.equal(true);
  });
  it('closes when the page moves the element, and opens again', async () => {
    const element = await startDialog();
    element.open();
    await element.ready;
    element.parentElement!.append(element);
    await settled();
    expect(queryDeep('dialog[open]') === null).to.equal(true);
    element.open();
    await until(() => queryDeep('dialog')?.matches(':modal') && focused() === queryDeep('#input'));
  });
  it('has its box next to the close button on a phone', async () => {
    await setViewport({ width: 390, height: 700 });
    const element = await startDialog();
    element.open();
    await element.ready;
    await settled();
    const [box, close] = ['.box', '.close'].map((part) => queryDeep(part)!.getBoundingClientRect());
    expect(box!.right).to.be.at.most(close!.left);
  });
  it('grows into the page for a chosen topic, an error, and on demand', async () => {
    const element = await startDialog();
    const isPage = () => queryDeep('.main')!.checkVisibility();
    element.open();
    await element.ready;
    await type('tariff');
    await click(await until(() => queryDeep('[role=option] .count')));
    await until(isPage);
    element.close();
    await element.store!.change(initialQuery);
    element.open();
    await settled();
    expect(isPage()).to.equal(false);
    await click(queryDeep('.everything')!);
    await until(isPage);
    element.close();
    serve(undefined, () => 'offline');
    element.open();
    await element.store!.search();
    await until(() => queryDeep('[part=error]')?.checkVisibility());
  });
  it('has the text size of the page, unless the owner sets one', async () => {
    const element = await startDialog();
    element.parentElement!.style.fontSize = '12px';
    document.body.style.fontSize = '18px';
    const size = (selector: string) => getComputedStyle(queryDeep(selector)!).fontSize;
    try {
      element.open();
      await element.ready;
      await settled();
      expect(['.opener', '.navbar', '.summary', '#results', '#input'].map(size)).to.deep.equal([
        '12px',
        '18px',
        '18px',
        '18px',
        '18px',
      ]);
      expect(getComputedStyle(queryDeep('.navbar')!).paddingBlockStart).to.equal('18px');
      await expectAccessible();
      element.close();
      element.style.setProperty('--semantic-search-font-size', '20px');
      element.open();
      await settled();
      expect(['.opener', '.summary', '#results'].map(size)).to.deep.equal(['20px', '20px', '20px']);
    } finally {
      document.body.style.fontSize = '';
    }
  });
  it('removes its parameters from the URL when it closes', async () => {
    const element = await startDialog();
    element.open();
    await element.ready;
    await element.store!.change({ input: 'tariff' });
    expect(location.search).to.equal('?search=tariff');
    element.close();
    await until(() => location.search === '');
  });
  it('leaves the URL key to its successor when it is removed while it closes', async () => {
    const removed = await startDialog();
    removed.open();
    await removed.ready;
    const closed = new Promise((resolve) => queryDeep('dialog.modal')!.addEventListener('close', resolve));
    removed.close();
    document.querySelector('main')!.remove();
    await closed;
    const element = await startDialog();
    element.open();
    await element.ready;
    await element.store!.change({ input: 'tariff' });
    expect(location.search).to.equal('?search=tariff');
  });
  it('keeps its header visible without covering the focused element', async () => {
    const element = await startDialog();
    element.open();
    await element.ready;
    await settled();
    await click(queryDeep('.everything')!);
    const modal = queryDeep('dialog.modal')!;
    modal.scrollTop = 500;
    const top = (one: Element) =>
      Math.round(one.getBoundingClientRect().top - modal.getBoundingClientRect().top);
    expect(top(queryDeep('.navbar')!)).to.equal(0);
    queryDeep('semantic-search-box')!.focus();
    await settled();
    expect(modal.scrollTop).to.equal(500);
    const above = titles().findLast((title) => top(title) < 0)!;
    above.focus();
    await settled();
    expect(top(above)).to.be.at.least(80);
    await expectAccessible();
  });
  it('closes with a click on the backdrop, but not with a text selection dragged onto it', async () => {
    const element = await startDialog();
    element.open();
    await element.ready;
    const field = queryDeep('input[role=combobox]')!.getBoundingClientRect();
    await sendMouse({ type: 'move', position: [Math.round(field.left + 40), Math.round(field.top + 8)] });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: [4, 4] });
    await sendMouse({ type: 'up' });
    await settled();
    expect(queryDeep('dialog[open]') === null).to.equal(false);
    await sendMouse({ type: 'click', position: [4, 4] });
    await until(() => !queryDeep('dialog[open]'));
  });
  it('closes with Back and opens with Forward', async () => {
    history.replaceState(null, '', location.pathname);
    const element = await startDialog();
    element.open();
    await element.ready;
    await element.store!.change({ input: 'tariff' });
    history.back();
    await until(() => !queryDeep('dialog[open]') && location.search === '');
    history.forward();
    await until(() => queryDeep('dialog[open]'));
    await until(() => element.store!.query.input === 'tariff');
  });
  for (const [name, change] of [
    ['a router leads to another page', () => history.pushState(null, '', '/elsewhere')],
    ['a link leads to a heading of the page', () => location.assign('#heading')],
  ] as const)
    it(`closes when ${name}`, async () => {
      const { href } = location;
      const element = await startDialog();
      element.open();
      await element.ready;
      await element.store!.change({ input: 'tariff' });
      await until(() => location.search === '?search=tariff');
      change();
      await until(() => !queryDeep('dialog[open]'));
      await settled();
      expect(location.search).to.equal('');
      expect(element.store!.query).to.deep.equal(initialQuery);
      history.replaceState(null, '', href);
    });
  it('opens when a router leads from a heading of the page to a search', async () => {
    history.replaceState(null, '', `${location.pathname}#section-2`);
    const element = await startDialog();
    history.pushState(null, '', `${location.pathname}?search=tariff`);
    await until(() => queryDeep('dialog[open]') && element.store!.query.input === 'tariff');
    expect(location.search).to.equal('?search=tariff');
    element.close();
    await until(() => location.search === '');
  });
  it('stays open when the page changes its own part of the URL', async () => {
    const element = await startDialog();
    element.open();
    await element.ready;
    history.replaceState(null, '', `${location.pathname}#section-2`);
    history.pushState(null, '', `${location.pathname}?tab=2#section-2`);
    await settled();
    expect(queryDeep('dialog[open]') === null).to.equal(false);
    history.replaceState(null, '', location.pathname);
  });
  it('leaves the shortcuts to the next search if it is hidden', async () => {
    const element = await startDialog();
    element.hidden = true;
    const other = await start();
    await sendKeys({ press: '/' });
    await until(() => focused()?.getAttribute('role') === 'combobox');
    expect(document.activeElement === other).to.equal(true);
    expect(queryDeep('dialog[open]') === null).to.equal(true);
  });
  it('opens with a slash, except in text fields', async () => {
    await startDialog();
    const field = document.createElement('input');
    field.setAttribute('aria-label', 'Name');
    document.querySelector('main')!.append(field);
    field.focus();
    await sendKeys({ press: '/' });
    expect(field.value).to.equal('/');
    expect(queryDeep('dialog[open]') === null).to.equal(true);
    // Scripts cannot see into a closed shadow root.
    const editor = document.createElement('closed-editor');
    const innerField = document.createElement('input');
    editor.attachShadow({ mode: 'closed' }).append(innerField);
    document.querySelector('main')!.append(editor);
    innerField.focus();
    await sendKeys({ press: '/' });
    expect(innerField.value).to.equal('/');
    innerField.blur();
    await sendKeys({ press: '/' });
    await until(() => queryDeep('dialog[open]'));
  });
  it('has no shortcuts and no hint of them with no-shortcut', async () => {
    const element = await startDialog();
    expect(queryDeep('kbd')!.textContent).to.match(/^(?:Ctrl|⌘) K$/);
    element.noShortcut = true;
    await settled();
    expect(queryDeep('kbd') === null).to.equal(true);
    await sendKeys({ press: '/' });
    await sendKeys({ down: 'Control' });
    await sendKeys({ press: 'k' });
    await sendKeys({ up: 'Control' });
    await settled();
    expect(queryDeep('dialog[open]') === null).to.equal(true);
  });
});
