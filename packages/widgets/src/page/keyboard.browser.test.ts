/** Tests of the search page by keyboard. */
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { expect } from 'chai';
import { focused, queryDeep, settled, until } from '../../test/support/page.ts';
import { eachVisit, input, lastRequest, start, type } from '../../test/support/search.ts';

eachVisit();

describe('the keyboard', () => {
  it('moves through suggestions without preselecting one; Escape closes them, then clears the input', async () => {
    await start();
    await type('in');
    await until(() => queryDeep('[role=option]'));
    expect(input().hasAttribute('aria-activedescendant')).to.equal(false);
    await sendKeys({ press: 'ArrowDown' });
    await settled();
    expect(queryDeep('[aria-selected=true]')!.id).to.equal(input().getAttribute('aria-activedescendant'));
    await sendKeys({ press: 'Escape' });
    await settled();
    expect(input().getAttribute('aria-expanded')).to.equal('false');
    expect(input().value).to.equal('in');
    await sendKeys({ press: 'Escape' });
    await settled();
    expect(input().value).to.equal('');
  });
  it('keeps the active suggestion in a window as low as with a zoom of 400 %', async () => {
    await setViewport({ width: 320, height: 256 });
    await start();
    await type('in');
    await until(() => queryDeep('[role=option]'));
    await sendKeys({ press: 'ArrowUp' });
    const active = await until(() => queryDeep('[aria-selected=true]'));
    await settled();
    expect(active.getBoundingClientRect().bottom).to.be.at.most(innerHeight);
  });
  it('selects a concept, which becomes a filter and clears the input', async () => {
    await start();
    await type('jobless');
    await until(() => queryDeep('[role=option]')?.textContent?.includes('Unemployment'));
    await sendKeys({ press: 'ArrowDown' });
    await until(() => queryDeep('[role=option][aria-selected=true]'));
    await sendKeys({ press: 'Enter' });
    await until(() => queryDeep('.chosen'));
    await settled();
    expect(lastRequest().selectedFacets).to.deep.equal([
      { field: 'dyn_uri_topics', label: 'Unemployment', value: 'https://example.org/topic/unemployment' },
    ]);
    expect(input().value).to.equal('');
  });
  it('focuses the search box with a slash', async () => {
    await start();
    await sendKeys({ press: '/' });
    expect(focused() === input()).to.equal(true);
    expect(input().value).to.equal('');
    queryDeep<HTMLInputElement>('input[type=checkbox]')!.focus();
    await sendKeys({ press: '/' });
    expect(focused() === input()).to.equal(true);
  });
  it('focuses the search box with Ctrl K on layouts of other scripts, and where K has moved', async () => {
    await start();
    const press = (key: string, code: string) => {
      (focused() as HTMLElement | null)?.blur();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, ctrlKey: true, bubbles: true }));
      return focused() === input();
    };
    const cyrillic = press('л', 'KeyK');
    const [dvorak, other] = [press('k', 'KeyV'), press('t', 'KeyK')];
    expect({ cyrillic, dvorak, other }).to.deep.equal({ cyrillic: true, dvorak: true, other: false });
  });
  it('ignores a slash while a dialog of the page is open', async () => {
    await start();
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', 'Ours');
    document.querySelector('main')!.append(dialog);
    dialog.showModal();
    const before = focused();
    await sendKeys({ press: '/' });
    expect(focused() === before).to.equal(true);
    const inside = document.createElement('div');
    dialog.append(inside);
    inside.attachShadow({ mode: 'open' }).append(document.querySelector('semantic-search')!);
    await until(() => queryDeep('[data-document]'));
    await sendKeys({ press: '/' });
    expect(focused() === input()).to.equal(true);
    document.querySelector('main')!.append(queryDeep('semantic-search')!);
    dialog.close();
    await until(() => queryDeep('[data-document]'));
    await sendKeys({ press: '/' });
    expect(focused() === input()).to.equal(true);
  });
  it('leaves Ctrl K to an editor of the page, but handles it in a plain field', async () => {
    await start();
    const main = document.querySelector('main')!;
    const editor = Object.assign(document.createElement('div'), { contentEditable: 'true' });
    const field = Object.assign(document.createElement('input'), { ariaLabel: 'Ours' });
    main.append(editor, field);
    editor.focus();
    const press = (target: Element) => {
      const key = new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true });
      target.dispatchEvent(key);
      return key.defaultPrevented;
    };
    expect([press(editor), focused() === editor]).to.deep.equal([false, true]);
    field.focus();
    expect([press(field), focused() === input()]).to.deep.equal([true, true]);
  });
  it('keeps the focus on the checkbox when its facet is rendered again', async () => {
    await start();
    const boxes = [
      ...queryDeep('facet-panel')!.shadowRoot!.querySelectorAll<HTMLInputElement>('input[type=checkbox]'),
    ];
    const last = boxes.at(-1)!;
    last.focus();
    await sendKeys({ press: 'Space' });
    await until(() => queryDeep('.chosen'));
    await settled();
    expect(focused() === last).to.equal(true);
    expect(last.checked).to.equal(true);
  });
  it('moves the focus to the heading after paging, and to the title after the detail view', async () => {
    await start();
    queryDeep('[aria-label="Page 2"]')!.click();
    await until(() => lastRequest().start === 10 && focused()?.id === 'results');
    const title = queryDeep('[data-document]')!;
    title.focus();
    await sendKeys({ press: 'Enter' });
    await until(() => focused()?.id === 'title');
    await sendKeys({ press: 'Escape' });
    await until(() => focused()?.dataset.document === title.dataset.document);
  });
  it('restores the focus to the button when the dialog closes', async () => {
    await setViewport({ width: 400, height: 700 });
    await start();
    const opener = queryDeep('[aria-haspopup=dialog]')!;
    opener.focus();
    await sendKeys({ press: 'Enter' });
    await until(() => queryDeep('dialog[open]'));
    await sendKeys({ press: 'Escape' });
    await until(() => focused() === opener);
  });
  it('skips from the search box to the results', async () => {
    await start();
    queryDeep('input[role=combobox]')!.focus();
    await sendKeys({ press: 'Tab' });
    expect(focused()?.textContent).to.equal('Skip to results');
    expect(focused()!.getBoundingClientRect().width).to.be.greaterThan(24);
    await sendKeys({ press: 'Enter' });
    expect(focused()?.id).to.equal('results');
  });
});
