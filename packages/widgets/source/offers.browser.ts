/** What the search page offers beyond asking: in dialog mode, with more results, to take away, in the owner's form. */
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { expect } from 'chai';
import './document/detail-view.ts';
import './facet-panel.ts';
import {
  accessible,
  clean,
  deep,
  focused,
  mount,
  requests,
  serve,
  settled,
  until,
} from './testing/page.testing.ts';
import './sharing/result-actions.ts';
import './semantic-search.ts';
import { testSettings } from './testing/service.testing.ts';

const asked = () => JSON.parse(requests.filter(({ url }) => url.pathname.endsWith('/search')).at(-1)!.body);
const start = (attributes = {}) =>
  mount('semantic-search', { configuration: '7', token: 't', ...attributes });
const titles = () => [...deep('.list')!.querySelectorAll<HTMLElement>('[data-document]')];

beforeEach(async () => {
  await setViewport({ width: 1280, height: 900 });
  serve();
});
afterEach(clean);

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
    await until(() => focused() === opener);
    expect(deep('dialog[open]')).to.equal(null);
  });
  it('leaves the address when it is closed', async () => {
    const element = await startDialog();
    element.open();
    await element.ready;
    await element.session!.change({ input: 'tariff' });
    expect(location.search).to.equal('?search=tariff');
    element.close();
    await until(() => location.search === '');
  });
});

describe('more results', () => {
  it('come under the former ones, and the focus goes to the first that is new', async () => {
    await start({ paging: 'more' });
    expect(titles()).to.have.length(10);
    deep('.pager button')!.click();
    await until(() => titles().length === 20);
    expect(asked().start).to.equal(10);
    await until(() => focused() === titles()[10]);
    await accessible();
  });
  it('are all there again after a reload', async () => {
    history.replaceState(null, '', '?search.start=20');
    await start({ paging: 'more' });
    expect(titles()).to.have.length(30);
    expect(new Set(titles().map(({ dataset }) => dataset.document))).to.have.property('size', 30);
  });
});

describe('sharing and exporting', () => {
  it('is accessible while open, closes with Escape and gives the focus back', async () => {
    await start();
    const opener = deep('.actions > button')!;
    opener.click();
    await until(() => deep('semantic-search-actions'));
    await until(() => focused()?.textContent === 'Copy link');
    await accessible();
    await sendKeys({ press: 'Escape' });
    await until(() => focused() === opener);
    expect(deep('semantic-search-actions')).to.equal(null);
  });
  it('is not there where the owner does without', async () => {
    await start({ 'no-actions': '' });
    expect(deep('.actions')).to.equal(null);
  });
});

describe('an owner’s template', () => {
  it('is filled for each result, in the page, with what was found marked and nothing as markup', async () => {
    const template = document.createElement('template');
    template.slot = 'result';
    template.innerHTML =
      '<h3><a data-link data-text="title"></a></h3><p data-text="Publisher"></p><img data-src alt=""><b data-if="image">x</b>';
    const element = document.createElement('semantic-search');
    element.append(template);
    element.setAttribute('configuration', '7');
    element.setAttribute('token', 't');
    const main = document.createElement('main');
    const heading = document.createElement('h1');
    heading.textContent = 'A page';
    main.append(heading, element);
    document.body.append(main);
    await element.ready;
    await element.session!.change({ input: 'tariff' });
    await settled();
    const filled = [...element.querySelectorAll<HTMLElement>('[data-result]')];
    expect(filled[0]!.querySelector('mark')!.textContent!.toLowerCase()).to.equal('tariff');
    expect(filled[0]!.querySelector('p')!.textContent).not.to.equal('');
    expect(filled[0]!.querySelector('img, b')).to.equal(null);
    expect(filled[0]!.getBoundingClientRect().height).to.be.greaterThan(10);
    filled[0]!.querySelector('a')!.click();
    await until(() => deep('semantic-search-detail'));
  });
});

describe('dates and numbers', () => {
  it('are narrowed to exact days on request', async () => {
    const element = await start();
    const form = deep<HTMLFormElement>('.dates')!;
    const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
    field('from-year').value = '1999';
    field('exact').click();
    expect(field('from-day').value).to.equal('1999-01-01');
    field('from-day').value = '1999-03-05';
    form.requestSubmit();
    await until(() => asked().dateRange);
    expect(element.session!.question.dateRange).to.deep.equal({ from: '1999-03-05', to: '' });
    await settled();
    await accessible();
    expect(field('from-day').hidden).to.equal(false);
  });
  it('are narrowed by sliding to the edge of a bar, by keyboard too', async () => {
    const element = await start();
    const thumb = deep<HTMLInputElement>('.slider input')!;
    thumb.focus();
    await sendKeys({ press: 'ArrowRight' });
    await until(() => element.session!.question.selectedFacets.length);
    expect(element.session!.question.selectedFacets).to.deep.equal([
      { field: 'dyn_flt_pages', label: '[100 TO *]' },
    ]);
    expect(thumb.getAttribute('aria-valuetext')).to.equal('100');
  });
});

describe('the search box', () => {
  it('gives an example from the space, and remembers nothing where the owner says so', async () => {
    const element = await start({ 'no-recent': '' });
    const input = deep<HTMLInputElement>('input[role=combobox]')!;
    expect(input.placeholder).to.match(/^For example: \w+/);
    input.focus();
    await sendKeys({ type: 'tariff' });
    await sendKeys({ press: 'Enter' });
    await until(() => element.session!.answered?.input === 'tariff');
    expect(localStorage.length).to.equal(0);
  });
});

describe('the detail view', () => {
  it('explains a concept under a resting mouse without taking the focus', async () => {
    await start();
    titles()[0]!.click();
    const concept = await until(() => deep('.concept'));
    const before = focused();
    concept.dispatchEvent(new PointerEvent('pointerenter', { pointerType: 'mouse' }));
    await until(() => deep('.card'));
    expect(focused()).to.equal(before);
    concept.dispatchEvent(new PointerEvent('pointerleave', { pointerType: 'mouse' }));
    await until(() => !deep('.card'));
  });
});

describe('order', () => {
  it('is called relevance only where something is asked', async () => {
    const element = await start();
    const names = () => [...deep<HTMLSelectElement>('.sort select')!.options].map(({ text }) => text);
    expect(names()[0]).to.equal('Newest first');
    await element.session!.change({ input: 'tariff' });
    await settled();
    expect(names()[0]).to.equal('Relevance');
    expect(deep<HTMLSelectElement>('.sort select')!.selectedIndex).to.equal(0);
  });
});

describe('two instances without ids', () => {
  it('have names of their own in the address', async () => {
    const one = await start();
    const two = await start();
    await one.session!.change({ input: 'tariff' });
    await two.session!.change({ input: 'inflation' });
    expect(location.search).to.equal('?search=tariff&search-2=inflation');
  });
});

describe('every date', () => {
  for (const [style, written] of [
    ['short', '5/17/80'],
    ['medium', 'May 17, 1980'],
    ['long', 'May 17, 1980'],
    ['full', 'Saturday, May 17, 1980'],
  ] as const)
    it(`is written in the style ${style}`, async () => {
      serve(
        testSettings((settings) => {
          settings.result.dateFormat = style;
        }),
      );
      await start({ lang: 'en-US' });
      expect(deep('.facts')!.textContent).to.contain(written);
    });
});
