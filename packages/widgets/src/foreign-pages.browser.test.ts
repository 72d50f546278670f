/** Tests of the elements in pages of other people: properties of frameworks, shadow roots, page translators. */
import { expect } from 'chai';
import { mount, queryDeep, requests, settled, until } from '../test/support/page.ts';
import { eachVisit, heading, start, titles, unfold } from '../test/support/search.ts';

eachVisit();

const root = () => document.querySelector('main') ?? document.body;

describe('a property set by a framework', () => {
  const configurations: [what: string, value: unknown][] = [
    ['a string', '7'],
    ['a number', 7],
    ['a string with spaces', ' 7 '],
  ];
  for (const [what, value] of configurations)
    it(`may be ${what} for the configuration`, async () => {
      const element = document.createElement('semantic-search');
      Object.assign(element, { configuration: value, token: 't' });
      document.body.append(element);
      await element.ready;
      await settled();
      expect(heading()).to.equal('42 results');
      element.remove();
    });
  it('may be set before the element is upgraded', async () => {
    // Elements of a document without a window are not upgraded.
    const element = document.implementation.createHTMLDocument().createElement('semantic-search');
    const properties = {
      configuration: '7',
      token: 't',
      titleAction: 'link',
      headingLevel: '3',
      heading: 42,
    };
    Object.assign(element, properties);
    document.body.append(element);
    await element.ready;
    await settled();
    expect(queryDeep('[data-document]')!.getAttribute('href')).to.contain('/read/');
    expect(queryDeep('.title')!.textContent).to.equal('42');
    expect(queryDeep('.title')!.ariaLevel).to.equal('3');
    expect(queryDeep('#results')!.closest('[aria-level]')!.ariaLevel).to.equal('4');
    element.remove();
  });
  it('may be removed with undefined and null', async () => {
    const element = await start();
    for (const nothing of [undefined, null]) {
      Object.assign(element, { endpoint: nothing, token: nothing, language: nothing, heading: nothing });
      await element.updateComplete;
      await until(() => element.store?.response && !element.store.request);
      await settled();
      expect(heading()).to.equal('42 results');
      expect(element.token).to.equal('');
      expect(element.endpoint).to.match(/^http/);
    }
    element.removeAttribute('endpoint');
    expect(element.endpoint).to.match(/^http/);
  });
  it('may be an empty string for a switch, as in the template of a framework', async () => {
    const element = await start();
    Object.assign(element, { noActions: '' });
    await settled();
    expect(queryDeep('.actions') === null).to.equal(true);
    Object.assign(element, { noActions: undefined });
    await settled();
    expect(queryDeep('.actions') === null).to.equal(false);
  });
  it('may be a string for similar documents and filters', async () => {
    const similar = await mount('similar-docs');
    const uri = 'https://example.org/document/1';
    Object.assign(similar, { configuration: '7', token: 't', uri, number: '2', headingLevel: '4' });
    await until(() => similar.shadowRoot!.querySelectorAll('[part=similar-title]').length === 2);
    expect(similar.shadowRoot!.querySelector('.heading')!.ariaLevel).to.equal('4');
    const titleLevel = similar.shadowRoot!.querySelector('[part=similar-title]')!.closest('[aria-level]');
    if (titleLevel) expect(titleLevel.ariaLevel).to.equal('5');
  });
});

describe('a page that swaps its content', () => {
  it('removes a search and inserts it again, with the query and one set of results', async () => {
    const element = await start({ id: 'search' });
    await element.store!.change({ input: 'tariff' });
    await settled();
    element.remove();
    await settled();
    const before = requests.length;
    root().append(element);
    await until(() => element.store?.response && !element.store.request);
    await settled();
    expect(heading()).to.equal('7 results for “tariff”');
    expect(element.renderRoot.querySelectorAll('.page')).to.have.length(1);
    expect(requests.slice(before).filter(({ url }) => url.pathname.endsWith('/search'))).to.have.length(1);
  });
  it('changes attributes while the search is detached', async () => {
    const element = await start();
    element.remove();
    element.setAttribute('heading', 'Archive');
    await settled();
    expect(element.store).to.equal(undefined);
    root().append(element);
    await until(() => element.store?.response && !element.store.request);
    await settled();
    expect(queryDeep('[part=title]')!.textContent).to.equal('Archive');
  });
  it('replaces the body by a copy of its markup, whose elements find each other', async () => {
    await mount('facet-panel', { for: 'search' });
    const first = await start({ id: 'search' });
    await until(() => document.querySelector('facet-panel')!.shadowRoot!.querySelector('.value'));
    const markup = root().innerHTML;
    root().innerHTML = markup;
    const panel = document.querySelector('facet-panel')!;
    const second = document.querySelector('semantic-search')!;
    await second.ready;
    await until(() => panel.shadowRoot!.querySelector('.value'));
    expect(first.store).to.equal(undefined);
    expect(panel.store).to.equal(second.store);
    expect(heading()).to.equal('42 results');
  });
  it('moves the filters to another search', async () => {
    const one = await start({ id: 'one' });
    const two = await start({ id: 'two' });
    const panel = await mount('facet-panel', { for: 'one' });
    await until(() => panel.store === one.store);
    panel.remove();
    panel.setAttribute('for', 'two');
    await settled();
    expect(panel.store).to.equal(undefined);
    root().append(panel);
    await until(() => panel.store === two.store);
    await until(() => one.renderRoot.querySelector('facet-panel'));
    expect(two.renderRoot.querySelector('facet-panel')).to.equal(null);
  });
});

describe('a shadow root of the page', () => {
  const shadow = () => {
    const host = document.createElement('div');
    root().append(host);
    return host.attachShadow({ mode: 'open' });
  };
  const values = (within: ParentNode) =>
    until(() => within.querySelector('facet-panel')?.shadowRoot?.querySelector('.value'));

  it('contains filters of a search outside it', async () => {
    const element = await start({ id: 'search' });
    expect(element.renderRoot.querySelector('facet-panel')).not.to.equal(null);
    const inside = shadow();
    inside.innerHTML = '<facet-panel for="search"></facet-panel>';
    await values(inside);
    await settled();
    expect(element.renderRoot.querySelector('facet-panel')).to.equal(null);
  });
  it('contains the search of filters outside it', async () => {
    await mount('facet-panel', { for: 'search' });
    const inside = shadow();
    inside.innerHTML = '<semantic-search id="search" configuration="7" token="t"></semantic-search>';
    await values(document);
  });
  it('is around filters in the content of a search', async () => {
    await start();
    const host = document.createElement('div');
    document.querySelector('semantic-search')!.append(host);
    host.attachShadow({ mode: 'open' }).innerHTML = '<facet-panel></facet-panel>';
    await values(host.shadowRoot!);
  });
});

describe('a page translator', () => {
  const textsIn = (within: Node): Text[] => {
    const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode())
      if (walker.currentNode.textContent!.trim()) texts.push(walker.currentNode as Text);
    return texts;
  };
  const shadowRoots = (within: ParentNode): ShadowRoot[] =>
    [...within.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
      shadowRoot ? [shadowRoot, ...shadowRoots(shadowRoot)] : [],
    );
  const translatable = () =>
    shadowRoots(document)
      .flatMap(textsIn)
      .filter(({ parentElement }) => parentElement && !parentElement.closest('style, script, font'));
  const font = (...content: (Node | string)[]) => {
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    inner.append(...content);
    outer.append(inner);
    return outer;
  };

  /** How translators replace a text node. */
  const translators: Record<string, (text: Text) => void> = {
    'replaces text nodes': (text) => text.replaceWith(font(`«${text.data}»`)),
    'inserts a copy and removes the text node': (text) => {
      text.before(font(`«${text.data}»`));
      text.remove();
    },
    'moves text nodes into its elements': (text) => {
      const outer = font();
      text.before(outer);
      outer.firstChild!.appendChild(text);
      text.data = `«${text.data}»`;
    },
    'changes the text nodes': (text) => {
      text.data = `«${text.data}»`;
    },
    'replaces the children of an element': (text) => {
      const { parentNode } = text;
      if (!parentNode || parentNode instanceof ShadowRoot) return;
      if ([...parentNode.childNodes].some((node) => node instanceof Element)) return;
      (parentNode as Element).replaceChildren(`«${parentNode.textContent}»`);
    },
  };

  for (const [what, translate] of Object.entries(translators))
    it(`that ${what} gets every later text`, async () => {
      const errors: unknown[] = [];
      const note = (event: ErrorEvent | PromiseRejectionEvent) =>
        errors.push('reason' in event ? event.reason : event.message);
      addEventListener('error', note);
      addEventListener('unhandledrejection', note);
      const element = await start();
      await unfold();
      for (const text of translatable()) translate(text);
      const steps: [input: string, heading: string][] = [
        ['tariff', '7 results for “tariff”'],
        ['inflation', 'inflation'],
        ['zzz', 'Nothing found for “zzz”'],
        ['', '42 results'],
      ];
      for (const [input, text] of steps) {
        await element.store!.change({ input });
        await settled();
        expect(heading()).to.contain(text);
        for (const node of translatable()) translate(node);
      }
      await element.store!.change({ input: 'tariff' });
      await settled();
      const expected = element.store!.response!.result.map(({ title }) => title);
      expect(titles().map(({ textContent }) => textContent!.replace(/[«»]/g, '').trim())).to.deep.equal(
        expected,
      );
      expect(errors).to.deep.equal([]);
      removeEventListener('error', note);
      removeEventListener('unhandledrejection', note);
    });
  it('keeps its translations of texts that have not changed', async () => {
    const element = await start();
    for (const text of translatable()) translators['replaces text nodes']!(text);
    const label = () => queryDeep('.title')!.textContent!;
    expect(label()).to.contain('«');
    for (const input of ['tariff', 'inflation']) {
      await element.store!.change({ input });
      await settled();
      expect(label()).to.contain('«');
      expect(heading()).to.contain(input).and.not.to.contain('«');
    }
  });
  it('is no extension that adds elements of its own, which stay', async () => {
    const element = await start();
    const addition = document.createElement('grammar-hints');
    queryDeep('.page')!.append(addition);
    await element.store!.change({ input: 'tariff' });
    await settled();
    expect(addition.isConnected).to.equal(true);
  });
});
