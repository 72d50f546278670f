/** Layout tests: alignment, overflow, image cards, first paint. */
import type { SearchResponse } from '@semantic-search/contract';
import { emulateMedia, setViewport } from '@web/test-runner-commands';
import { expect } from 'chai';
import { expectAccessible, mount, queryDeep, serve, settled, until } from '../../test/support/page.ts';
import { eachVisit, serveSettings, start, unfold } from '../../test/support/search.ts';
import { respond, testSettings } from '../../test/support/service.ts';

eachVisit();

const right = (selector: string) => Math.round(queryDeep(selector)!.getBoundingClientRect().right);

describe('the color scheme', () => {
  const surface = () => getComputedStyle(queryDeep('.page')!).backgroundColor;
  const lightness = () => Number(surface().match(/\d+/)![0]);
  afterEach(() => document.documentElement.removeAttribute('style'));
  it('is light on a page without a dark one, whatever the visitor prefers', async () => {
    await emulateMedia({ colorScheme: 'dark' });
    await start();
    expect(lightness()).to.be.above(200);
  });
  it('is dark if the page allows it and the visitor prefers it', async () => {
    document.documentElement.style.colorScheme = 'light dark';
    await emulateMedia({ colorScheme: 'dark' });
    await start();
    expect(lightness()).to.be.below(60);
  });
  it('is dark with theme="dark"', async () => {
    await start({ theme: 'dark' });
    expect(lightness()).to.be.below(60);
  });
});

describe('styles of the page', () => {
  const style = document.createElement('style');
  afterEach(() => style.remove());
  const addStyles = (text: string) => {
    style.textContent = text;
    document.head.append(style);
  };
  it('with a root of 10 pixels leave readable text and the full width', async () => {
    await setViewport({ width: 1280, height: 900 });
    addStyles('html { font-size: 10px }');
    await start();
    expect(Number.parseFloat(getComputedStyle(queryDeep('[part="facts"]')!).fontSize)).to.be.at.least(10);
    expect(right('.page')).to.be.above(1240);
  });
  it('with the property --navbar-size do not change the header', async () => {
    await setViewport({ width: 1280, height: 900 });
    addStyles('html { --navbar-size: 300px }');
    await start();
    expect(queryDeep('.navbar')!.getBoundingClientRect().height).to.be.within(80, 200);
  });
});

describe('a wide page', () => {
  it('has two columns of results that end where the search box ends', async () => {
    await setViewport({ width: 1920, height: 1000 });
    await start();
    const [first, second] = [...queryDeep('.list')!.children].map((item) => item.getBoundingClientRect());
    expect(second!.top).to.equal(first!.top);
    expect(second!.left).to.be.above(first!.right);
    expect(Math.round(second!.right)).to.equal(right('semantic-search-box'));
    expect(right('semantic-search-box')).to.be.above(1850);
  });
  it('has one column of results next to a document', async () => {
    await setViewport({ width: 1920, height: 1000 });
    await start();
    queryDeep('[data-document]')!.click();
    await until(() => {
      const [first, second] = [...queryDeep('.list')!.children].map((item) => item.getBoundingClientRect());
      return queryDeep('.beside') && second!.top > first!.top;
    });
  });
});

describe('the filters', () => {
  afterEach(() => scrollTo(0, 0));
  it('stay in view and scroll by themselves', async () => {
    await setViewport({ width: 1280, height: 500 });
    await start();
    await unfold();
    const filters = queryDeep('.filters')!;
    queryDeep('.pager')!.scrollIntoView({ block: 'end' });
    await until(() => filters.getBoundingClientRect().top === 0);
    expect(filters.getBoundingClientRect().bottom).to.be.at.most(500);
    expect(filters.scrollHeight).to.be.above(filters.clientHeight);
  });
  it('stay below a fixed header of the page', async () => {
    const element = await start();
    element.style.setProperty('--semantic-search-sticky-offset', '60px');
    queryDeep('.pager')!.scrollIntoView({ block: 'end' });
    await until(() => queryDeep('.filters')!.getBoundingClientRect().top === 60);
  });
});

describe('the page', () => {
  afterEach(() => {
    document.documentElement.removeAttribute('style');
    document.adoptedStyleSheets = [];
  });
  for (const width of [768, 1280, 1600])
    it(`aligns search box, toolbar, results and pager at one edge (${width} px)`, async () => {
      await setViewport({ width, height: 900 });
      await start();
      const edge = right('semantic-search-box');
      for (const other of ['.toolbar', '.list .result', '.pager']) expect(right(other), other).to.equal(edge);
    });
  it('has no column of filters if the configuration has no filters', async () => {
    serveSettings(({ filter }) => {
      filter.facetsToShow = [];
      filter.componentOrder = ['search', 'facets', 'reset', 'results'];
    });
    await start();
    expect(queryDeep('.side')).to.equal(null);
  });
  it('aligns at one edge with a separate facet panel', async () => {
    const panel = document.createElement('facet-panel');
    panel.setAttribute('for', 'search');
    document.body.append(panel);
    await start({ id: 'search' });
    await until(() => !queryDeep('.side'));
    expect(right('semantic-search-box')).to.equal(right('.list .result'));
    panel.remove();
  });
  it('keeps the sort menu next to the count when a document is open next to the list', async () => {
    const element = await start();
    await element.store!.change({ input: 'inflation' });
    queryDeep('[data-document]')!.click();
    await until(() => queryDeep('.beside') && queryDeep('.concept'));
    const top = (selector: string) => {
      const { top, bottom } = queryDeep(selector)!.getBoundingClientRect();
      return (top + bottom) / 2;
    };
    expect(top('.sort')).to.be.closeTo(top('#results'), 2);
  });
  it('inherits no text transform, spacing or shadow', async () => {
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
      } = getComputedStyle(queryDeep(selector)!);
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
  it('resists universal rules of the page and inherits its font', async () => {
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
    const texts = ['.navbar .title', '.summary', '[part=facts]'].map((selector) => queryDeep(selector)!);
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
    it(`has an intrinsic width in parents that size to their content (${style})`, async () => {
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
  it('aligns all lines at the start edge, whatever the direction of the text', async () => {
    for (const [dir, lang] of [
      ['rtl', 'en'],
      ['rtl', 'ar'],
      ['ltr', 'ar'],
    ] as const) {
      document.documentElement.dir = dir;
      const element = await start({ lang });
      await until(() => queryDeep('.list .title'));
      const wordsOf = (selector: string) => {
        const range = document.createRange();
        range.selectNodeContents(queryDeep(selector)!);
        return range;
      };
      const isRight = getComputedStyle(queryDeep('.page')!).direction === 'rtl';
      const edge = ({ left, right }: DOMRect) => (isRight ? right : left);
      const title = edge(queryDeep('.list .title')!.getBoundingClientRect());
      for (const line of ['#results', '.list .summary'])
        expect(edge(wordsOf(line).getBoundingClientRect()), `${line} ${dir} ${lang}`).to.be.closeTo(title, 2);
      element.remove();
    }
  });
  it('does not overflow because of long words', async () => {
    const word = 'Donaudampfschifffahrt'.repeat(11);
    serve(testSettings(), (url, body) => {
      const response = respond(url, body) as { status: number; body: SearchResponse };
      if (url.pathname.endsWith('/search'))
        for (const group of response.body.facets) Object.assign(group, { label: word });
      return response;
    });
    const element = await start();
    expect(document.documentElement.scrollWidth).to.equal(1280);
    await element.store!.change({ input: 'inflation' });
    await settled();
    expect(document.documentElement.scrollWidth).to.equal(1280);
  });
  it('has a low header with a long title', async () => {
    await start({ heading: 'Proceedings of the society and of its friends '.repeat(6) });
    expect(queryDeep('.navbar')!.getBoundingClientRect().height).to.be.below(200);
    await expectAccessible();
  });
  it('shows a document in large text on a small screen', async () => {
    await setViewport({ width: 320, height: 640 });
    document.documentElement.style.fontSize = '200%';
    await start();
    queryDeep('[data-document]')!.click();
    (await until(() => queryDeep('.concept'))).click();
    await until(() => queryDeep('.card'));
    expect(document.documentElement.scrollWidth).to.equal(320);
  });
  it('has no target below the minimum height, also with a font of low lines', async () => {
    await setViewport({ width: 320, height: 640 });
    const descriptors = { ascentOverride: '75%', descentOverride: '15%', lineGapOverride: '0%' };
    const names = [
      'DejaVu Sans',
      'Liberation Sans',
      'Noto Sans',
      'Roboto',
      'Ubuntu',
      'Segoe UI',
      'Arial',
      'Helvetica',
    ];
    const source = names.map((name) => `local("${name}")`).join();
    // A machine without these fonts tests its own.
    const font = await new FontFace('Low', source, descriptors).load().catch(() => undefined);
    if (font) document.fonts.add(font);
    document.body.style.fontFamily = 'Low';
    const element = await start();
    await element.store!.change({ input: 'economics' });
    await until(() => queryDeep('.understood summary'));
    const heightOf = (selector: string) => queryDeep(selector)!.getBoundingClientRect().height;
    expect(heightOf('.understood summary')).to.be.at.least(24);
    await element.store!.change({ input: 'inflation' });
    await until(() => queryDeep('[data-document]'));
    expect(heightOf('[data-document]')).to.be.at.least(24);
    queryDeep('[data-document]')!.click();
    await until(() => queryDeep('.concept') && queryDeep('[part=similar-title]'));
    expect(heightOf('.concept')).to.be.at.least(24);
    expect(heightOf('[part=similar-title]')).to.be.at.least(24);
    document.body.style.fontFamily = '';
    if (font) document.fonts.delete(font);
  });
  it('shows image cards of equal height with equally cropped pictures', async () => {
    serve(
      testSettings((settings) => {
        settings.result.showResultAsImage = true;
      }),
    );
    await start();
    const cards = [...queryDeep('.cards')!.querySelectorAll<HTMLElement>('.result')].slice(0, 3);
    expect(new Set(cards.map((card) => card.getBoundingClientRect().height)).size).to.equal(1);
    for (const card of cards) {
      const { width, height } = card.querySelector('.picture')!.getBoundingClientRect();
      expect(width / height).to.be.closeTo(4 / 3, 0.02);
    }
    await expectAccessible();
  });
  it('has no colors before the configuration has loaded', async () => {
    serve(testSettings(), (url) => (url.pathname.endsWith('/7') ? 'never' : undefined));
    const element = document.createElement('semantic-search');
    element.setAttribute('configuration', '7');
    element.setAttribute('token', 't');
    const main = document.createElement('main');
    main.append(element);
    document.body.append(main);
    await until(() => queryDeep('.navbar'));
    await settled();
    for (const part of ['.navbar', '.page'])
      expect(getComputedStyle(queryDeep(part)!).backgroundColor, part).to.equal('rgba(0, 0, 0, 0)');
  });
});

describe('recognized concepts', () => {
  it('are listed in full on request and excluded by a button', async () => {
    const element = await start();
    await element.store!.change({ input: 'inflation' });
    const line = await until(() => queryDeep('.understood'));
    expect(line.querySelector('button')!.textContent).to.equal('Search for exactly “inflation”');
    await expectAccessible();
  });
});
