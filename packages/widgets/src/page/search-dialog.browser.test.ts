/** The search as a dialog, behind a button. */
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { expect } from 'chai';
import { accessible, deep, focused, requests, settled, until } from '../../test/support/page.ts';
import { eachVisit, start, titles } from '../../test/support/search.ts';

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
  it('asks nothing until it is opened, and is accessible before and after', async () => {
    const element = await startDialog();
    expect(requests).to.have.length(0);
    await accessible();
    deep('.opener')!.click();
    await element.ready;
    await until(() => focused()?.getAttribute('role') === 'combobox');
    await accessible();
  });
  it('opens with its shortcut, and gives the focus back to its opener', async () => {
    await startDialog();
    const opener = deep('.opener')!;
    opener.focus();
    await sendKeys({ down: 'Control' });
    await sendKeys({ press: 'k' });
    await sendKeys({ up: 'Control' });
    await until(() => focused()?.getAttribute('role') === 'combobox');
    await sendKeys({ press: 'Escape' });
    await until(() => focused() === opener && !deep('dialog[open]'));
  });
  it('is read like the page, however small the print that its opener stands in, unless the owner says how large', async () => {
    const element = await startDialog();
    element.parentElement!.style.fontSize = '12px';
    document.body.style.fontSize = '18px';
    const size = (selector: string) => getComputedStyle(deep(selector)!).fontSize;
    try {
      element.open();
      await element.ready;
      await settled();
      expect(['.opener', '.navbar', '.summary', '.count', '#input'].map(size)).to.deep.equal([
        '12px',
        '18px',
        '18px',
        '18px',
        '18px',
      ]);
      expect(getComputedStyle(deep('.navbar')!).paddingBlockStart).to.equal('18px');
      await accessible();
      element.close();
      element.style.setProperty('--semantic-search-font-size', '20px');
      element.open();
      await settled();
      expect(['.opener', '.summary', '.count'].map(size)).to.deep.equal(['20px', '20px', '20px']);
    } finally {
      document.body.style.fontSize = '';
    }
  });
  it('leaves the address when it is closed', async () => {
    const element = await startDialog();
    element.open();
    await element.ready;
    await element.store!.change({ input: 'tariff' });
    expect(location.search).to.equal('?search=tariff');
    element.close();
    await until(() => location.search === '');
  });
  it('keeps its bar in view, and what has the focus out from under it', async () => {
    const element = await startDialog();
    element.open();
    await element.ready;
    await settled();
    const modal = deep('dialog.modal')!;
    modal.scrollTop = 500;
    const top = (one: Element) =>
      Math.round(one.getBoundingClientRect().top - modal.getBoundingClientRect().top);
    expect(top(deep('.navbar')!)).to.equal(0);
    deep('semantic-search-box')!.focus();
    await settled();
    expect(modal.scrollTop).to.equal(500);
    const above = titles().findLast((title) => top(title) < 0)!;
    above.focus();
    await settled();
    expect(top(above)).to.be.at.least(80);
    await accessible();
  });
  it('closes with a click beside it, and not with a selection that is dragged out of it', async () => {
    const element = await startDialog();
    element.open();
    await element.ready;
    const field = deep('input[role=combobox]')!.getBoundingClientRect();
    await sendMouse({ type: 'move', position: [Math.round(field.left + 40), Math.round(field.top + 8)] });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: [4, 4] });
    await sendMouse({ type: 'up' });
    await settled();
    expect(deep('dialog[open]') === null).to.equal(false);
    await sendMouse({ type: 'click', position: [4, 4] });
    await until(() => !deep('dialog[open]'));
  });
  it('closes by going back to where the page asks nothing, and opens by going forward', async () => {
    history.replaceState(null, '', location.pathname);
    const element = await startDialog();
    element.open();
    await element.ready;
    await element.store!.change({ input: 'tariff' });
    history.back();
    await until(() => !deep('dialog[open]') && location.search === '');
    history.forward();
    await until(() => deep('dialog[open]'));
    await until(() => element.store!.query.input === 'tariff');
  });
  it('in a part of the page that is hidden leaves the shortcuts to the next one', async () => {
    const element = await startDialog();
    element.hidden = true;
    const other = await start();
    await sendKeys({ press: '/' });
    await until(() => focused()?.getAttribute('role') === 'combobox');
    expect(document.activeElement === other).to.equal(true);
    expect(deep('dialog[open]') === null).to.equal(true);
  });
  it('opens with a slash, which stays a slash where the visitor writes', async () => {
    await startDialog();
    const field = document.createElement('input');
    field.setAttribute('aria-label', 'Name');
    document.querySelector('main')!.append(field);
    field.focus();
    await sendKeys({ press: '/' });
    expect(field.value).to.equal('/');
    expect(deep('dialog[open]') === null).to.equal(true);
    field.blur();
    await sendKeys({ press: '/' });
    await until(() => deep('dialog[open]'));
  });
  it('leaves its shortcuts to the page where the owner says so, and does not name them', async () => {
    const element = await startDialog();
    expect(deep('kbd')!.textContent).to.match(/^(?:Ctrl|⌘) K$/);
    element.noShortcut = true;
    await settled();
    expect(deep('kbd') === null).to.equal(true);
    await sendKeys({ press: '/' });
    await sendKeys({ down: 'Control' });
    await sendKeys({ press: 'k' });
    await sendKeys({ up: 'Control' });
    await settled();
    expect(deep('dialog[open]') === null).to.equal(true);
  });
});
