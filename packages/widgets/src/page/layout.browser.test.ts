/** Where things stand: edges, crops, and what is drawn before the owner's colours are known. */
import type { SearchResponse } from '@semantic-search/contract';
import { setViewport } from '@web/test-runner-commands';
import { expect } from 'chai';
import { accessible, deep, mount, serve, settled, until } from '../../test/support/page.ts';
import { eachVisit, start } from '../../test/support/search.ts';
import { respond, testSettings } from '../../test/support/service.ts';

eachVisit();

const right = (selector: string) => Math.round(deep(selector)!.getBoundingClientRect().right);

describe('the page', () => {
  afterEach(() => {
    document.documentElement.removeAttribute('style');
    document.adoptedStyleSheets = [];
  });
  for (const width of [768, 1280, 1600])
    it(`ends at one edge: search box, toolbar, results, pager (${width} px)`, async () => {
      await setViewport({ width, height: 900 });
      await start();
      const edge = right('semantic-search-box');
      for (const other of ['.toolbar', '.list .result', '.pager', '.pager > :last-child'])
        expect(right(other), other).to.equal(edge);
    });
  it('ends at one edge with the filters elsewhere, too', async () => {
    const panel = document.createElement('facet-panel');
    panel.setAttribute('for', 'search');
    document.body.append(panel);
    await start({ id: 'search' });
    await until(() => !deep('.side'));
    expect(right('.list .result')).to.be.below(1200);
    expect(right('semantic-search-box')).to.equal(right('.list .result'));
    panel.remove();
  });
  it('keeps the order beside the count when a document stands beside the list', async () => {
    const element = await start();
    await element.store!.change({ input: 'inflation' });
    deep('[data-document]')!.click();
    await until(() => deep('.beside') && deep('.concept'));
    const top = (selector: string) => {
      const { top, bottom } = deep(selector)!.getBoundingClientRect();
      return (top + bottom) / 2;
    };
    expect(top('.sort')).to.be.closeTo(top('#results'), 2);
  });
  it('takes no capitals, spacing or shadow from where it stands', async () => {
    const main = document.createElement('main');
    main.style.cssText =
      'text-transform: uppercase; letter-spacing: 3px; word-spacing: 9px; text-indent: 2em; white-space: nowrap; text-shadow: 1px 1px red; font-variant: small-caps; cursor: wait';
    document.body.append(main);
    await start();
    for (const selector of ['.navbar .title', '.summary', 'facet-panel', 'input[role=combobox]']) {
      const {
        textTransform,
        letterSpacing,
        wordSpacing,
        textIndent,
        whiteSpace,
        textShadow,
        fontVariant,
        cursor,
      } = getComputedStyle(deep(selector)!);
      expect([textTransform, wordSpacing, textIndent, whiteSpace, textShadow, fontVariant]).to.deep.equal([
        'none',
        '0px',
        '0px',
        'normal',
        'none',
        'normal',
      ]);
      expect(letterSpacing).not.to.equal('3px');
      expect(cursor).not.to.equal('wait');
    }
  });
  it('takes nothing of how words stand from rules of the page for everything in it, and its font', async () => {
    const rules = new CSSStyleSheet();
    rules.replaceSync(
      '* { font-family: monospace; font-style: italic; letter-spacing: 3px; word-break: break-all; line-break: anywhere; hyphens: auto; line-height: 1; text-align: center; text-transform: uppercase }',
    );
    document.adoptedStyleSheets.push(rules);
    await start();
    const similar = await mount('similar-docs', {
      configuration: '7',
      token: 't',
      uri: 'https://example.org/document/1',
    });
    const texts = ['.navbar .title', '.summary', '[part=facts]'].map((selector) => deep(selector)!);
    for (const text of [...texts, similar.shadowRoot!.querySelector('.panel')!]) {
      const style = getComputedStyle(text);
      expect(style.letterSpacing).not.to.equal('3px');
      expect(style.textAlign).to.be.oneOf(['start', 'left']);
      expect(parseFloat(style.lineHeight) / parseFloat(style.fontSize)).to.be.above(1.2);
      expect([
        style.fontStyle,
        style.wordBreak,
        style.lineBreak,
        style.hyphens,
        style.textTransform,
        style.fontFamily,
      ]).to.deep.equal(['normal', 'normal', 'auto', 'manual', 'none', 'monospace']);
    }
  });
  for (const style of [
    'display: flex',
    'display: flex; flex-direction: column; align-items: start',
    'display: grid; grid-template-columns: auto 1fr',
    'float: left',
    'display: inline-block',
    'display: table-cell',
    'inline-size: fit-content',
  ])
    it(`has room where a parent asks how wide its content is (${style})`, async () => {
      await setViewport({ width: 900, height: 700 });
      const main = document.createElement('main');
      main.style.cssText = style;
      document.body.append(main);
      const element = await start();
      expect(element.getBoundingClientRect().width).to.be.within(600, 900);
      await setViewport({ width: 320, height: 640 });
      await settled();
      if (!style.includes('table')) expect(document.documentElement.scrollWidth).to.equal(320);
    });
  it('begins every line at the edge where the page begins, whatever the direction of its words', async () => {
    for (const [dir, lang] of [
      ['rtl', 'en'],
      ['rtl', 'ar'],
      ['ltr', 'ar'],
    ] as const) {
      document.documentElement.dir = dir;
      const element = await start({ lang });
      await until(() => deep('.list .title'));
      const wordsOf = (selector: string) => {
        const range = document.createRange();
        range.selectNodeContents(deep(selector)!);
        return range;
      };
      const isRight = getComputedStyle(deep('.page')!).direction === 'rtl';
      const edge = ({ left, right }: DOMRect) => (isRight ? right : left);
      const title = edge(deep('.list .title')!.getBoundingClientRect());
      for (const line of ['#results', '.list .summary'])
        expect(edge(wordsOf(line).getBoundingClientRect()), `${line} ${dir} ${lang}`).to.be.closeTo(title, 2);
      element.remove();
    }
  });
  it('is no wider than its room, however long a word is', async () => {
    const word = 'Donaudampfschifffahrt'.repeat(11);
    serve(testSettings(), (url, body) => {
      const given = respond(url, body) as { status: number; body: SearchResponse };
      if (url.pathname.endsWith('/search'))
        for (const group of given.body.facets) Object.assign(group, { label: word });
      return given;
    });
    const element = await start();
    expect(document.documentElement.scrollWidth).to.equal(1280);
    await element.store!.change({ input: 'inflation' });
    await settled();
    expect(document.documentElement.scrollWidth).to.equal(1280);
  });
  it('stays low under a long title', async () => {
    await start({ heading: 'Proceedings of the society and of its friends '.repeat(6) });
    expect(deep('.navbar')!.getBoundingClientRect().height).to.be.below(200);
    await accessible();
  });
  it('holds a document in large text on a small screen', async () => {
    await setViewport({ width: 320, height: 640 });
    document.documentElement.style.fontSize = '200%';
    await start();
    deep('[data-document]')!.click();
    (await until(() => deep('.concept'))).click();
    await until(() => deep('.card'));
    expect(document.documentElement.scrollWidth).to.equal(320);
  });
  it('has no target too low to be hit', async () => {
    await setViewport({ width: 320, height: 640 });
    const element = await start();
    await element.store!.change({ input: 'economics' });
    await until(() => deep('.understood summary'));
    const heightOf = (selector: string) => deep(selector)!.getBoundingClientRect().height;
    expect(heightOf('.understood summary')).to.be.at.least(24);
    await element.store!.change({ input: 'inflation' });
    await until(() => deep('[data-document]'));
    expect(heightOf('[data-document]')).to.be.at.least(24);
    deep('[data-document]')!.click();
    await until(() => deep('.concept') && deep('[part=similar-title]'));
    expect(heightOf('.concept')).to.be.at.least(24);
    expect(heightOf('[part=similar-title]')).to.be.at.least(24);
  });
  it('shows pictures cut alike, in cards as high as their neighbours', async () => {
    serve(
      testSettings((settings) => {
        settings.result.showResultAsImage = true;
      }),
    );
    await start();
    const cards = [...deep('.cards')!.querySelectorAll<HTMLElement>('.result')].slice(0, 3);
    expect(new Set(cards.map((card) => card.getBoundingClientRect().height)).size).to.equal(1);
    for (const card of cards) {
      const { width, height } = card.querySelector('.picture')!.getBoundingClientRect();
      expect(width / height).to.be.closeTo(4 / 3, 0.02);
    }
    await accessible();
  });
  it('is drawn in no colour of its own before the configuration is there', async () => {
    serve(testSettings(), (url) => (url.pathname.endsWith('/7') ? 'never' : undefined));
    const element = document.createElement('semantic-search');
    element.setAttribute('configuration', '7');
    element.setAttribute('token', 't');
    const main = document.createElement('main');
    main.append(element);
    document.body.append(main);
    await until(() => deep('.navbar'));
    await settled();
    for (const part of ['.navbar', '.page'])
      expect(getComputedStyle(deep(part)!).backgroundColor, part).to.equal('rgba(0, 0, 0, 0)');
  });
});

describe('what the thesaurus added', () => {
  it('is named in full on request, and left out by a button that says so', async () => {
    const element = await start();
    await element.store!.change({ input: 'inflation' });
    const line = await until(() => deep('.understood'));
    expect(line.querySelector('button')!.textContent).to.equal('Search for exactly “inflation”');
    await accessible();
  });
});
