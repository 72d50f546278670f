/** Tests of `<facet-panel>`, standalone and inside a search. */
import { setViewport } from '@web/test-runner-commands';
import { expect } from 'chai';
import { expectAccessible, mount, queryDeep, serve, settled, until } from '../test/support/page.ts';
import { click, eachVisit, start, unfold } from '../test/support/search.ts';

eachVisit();

describe('facet-panel in the page', () => {
  it('is accessible and replaces the built-in filters', async () => {
    await mount('facet-panel', { for: 'here' });
    const search = await mount('semantic-search', { id: 'here', configuration: '7', token: 't' });
    const panel = document.querySelector('facet-panel')!;
    await until(() => panel.shadowRoot!.querySelector('input'));
    await settled();
    expect(search.shadowRoot!.querySelector('facet-panel') === null).to.equal(true);
    await expectAccessible();
    panel.shadowRoot!.querySelector<HTMLInputElement>('input[type=checkbox]')!.click();
    await until(() => search.store!.query.selectedFacets.length);
  });
  it('follows changes of its `for` attribute and the replacement of its search', async () => {
    const panel = await mount('facet-panel');
    const inside = (search: HTMLElement) => search.shadowRoot!.querySelector('facet-panel');
    const one = await mount('semantic-search', { id: 'one', configuration: '7', token: 't' });
    const two = await mount('semantic-search', { id: 'two', configuration: '7', token: 't' });
    expect(panel.store).to.equal(undefined);
    panel.for = 'one';
    await until(() => panel.store === one.store && !inside(one));
    panel.for = 'two';
    await until(() => panel.store === two.store && inside(one) && !inside(two));
    const next = document.createElement('semantic-search');
    for (const { name, value } of two.attributes) next.setAttribute(name, value);
    two.replaceWith(next);
    await until(() => next.store && panel.store === next.store);
    await until(() => panel.shadowRoot!.querySelector('input'));
    expect(inside(next) === null).to.equal(true);
    next.remove();
    await until(() => !panel.store && !panel.shadowRoot!.querySelector('input'));
  });
  it('has the theme of its search unless its own `theme` attribute is set', async () => {
    const search = await mount('semantic-search', {
      id: 'here',
      configuration: '7',
      token: 't',
      theme: 'dark',
    });
    const panel = await mount('facet-panel', { for: 'here' });
    const list = await mount('similar-docs', { for: 'here' });
    const scheme = (element: HTMLElement) => getComputedStyle(element).colorScheme;
    await until(() => panel.store && list.store);
    expect([panel, list].map(scheme)).to.deep.equal(['dark', 'dark']);
    panel.theme = 'light';
    await settled();
    expect([panel, list].map(scheme)).to.deep.equal(['light', 'dark']);
    search.theme = 'light';
    panel.theme = null;
    await settled();
    expect([panel, list].map(scheme)).to.deep.equal(['light', 'light']);
    search.theme = null;
    await settled();
    expect([panel, list].map(scheme)).to.deep.equal(['normal', 'normal']);
    search.theme = 'dark';
    await settled();
    search.remove();
    await settled();
    expect([panel, list].map(scheme)).to.deep.equal(['normal', 'normal']);
  });
  it('warns once for each ID in `for` that no search has', async () => {
    const warnings: string[] = [];
    const { warn } = console;
    console.warn = (text: string) => warnings.push(text);
    try {
      const panel = await mount('facet-panel', { for: 'nowhere' });
      await until(() => warnings.length);
      await start();
      panel.for = 'elsewhere';
      await until(() => warnings.length > 1);
    } finally {
      console.warn = warn;
    }
    expect(warnings).to.deep.equal(
      ['nowhere', 'elsewhere'].map(
        (id) => `<facet-panel for="${id}">: there is no <semantic-search id="${id}"> in the page.`,
      ),
    );
  });
  it('filters values while the visitor types and shows all on request', async () => {
    await mount('semantic-search', { configuration: '7', token: 't' });
    const panel = queryDeep('facet-panel')!;
    const names = () =>
      [...panel.shadowRoot!.querySelectorAll('.facet:nth-child(3) .name')].map((name) => name.textContent);
    expect(names()).to.have.length(8);
    panel.shadowRoot!.querySelector<HTMLElement>('.facet:nth-child(3) .plain')!.click();
    await settled();
    expect(names()).to.have.length(12);
    const searchField = panel.shadowRoot!.querySelector<HTMLInputElement>('.find')!;
    searchField.value = 'house';
    searchField.dispatchEvent(new Event('input'));
    await settled();
    expect(names()).to.deep.equal(['Lake House']);
    searchField.value = 'Láke HÓUSE';
    searchField.dispatchEvent(new Event('input'));
    await settled();
    expect(names()).to.deep.equal(['Lake House']);
  });
  it('applies a custom range and shows it as one filter', async () => {
    const search = await mount('semantic-search', { configuration: '7', token: 't' });
    await unfold();
    const form = queryDeep<HTMLFormElement>('.ends')!;
    const [from, to] = form.querySelectorAll('input');
    from!.value = '50';
    to!.value = '90';
    form.requestSubmit();
    await until(() => queryDeep('.chosen'));
    expect(search.store!.query.selectedFacets).to.deep.equal([
      { field: 'dyn_flt_pages', label: '[50 TO 90]' },
    ]);
    expect(queryDeep('.chosen')!.textContent).to.contain('50 – 90');
    await expectAccessible();
  });
  it('expands the first three facets and shows the number of selected values of the others', async () => {
    const facets = () => [...queryDeep('facet-panel')!.shadowRoot!.querySelectorAll<HTMLElement>('.facet')];
    const open = () => facets().map((facet) => facet.querySelector('[aria-expanded=true].heading') !== null);
    const search = await start();
    expect(open()).to.deep.equal([true, true, true, false]);
    await unfold();
    facets()[3]!.querySelector<HTMLInputElement>('.ends input')!.value = '100';
    facets()[3]!.querySelector<HTMLFormElement>('.ends')!.requestSubmit();
    await until(() => search.store!.query.selectedFacets.length);
    await settled();
    await click(facets()[3]!.querySelector('.heading')!);
    await click(facets()[0]!.querySelector('.heading')!);
    expect(facets()[3]!.querySelector('.badge')!.textContent).to.equal('1');
    await search.store!.change({ input: 'tariff' });
    await settled();
    expect(open(), 'after a new response').to.deep.equal([false, true, true, false]);
    await setViewport({ width: 320, height: 700 });
    await settled();
    await click(queryDeep('[aria-haspopup=dialog]')!);
    await until(() => queryDeep('facet-panel'));
    await settled();
    expect(open(), 'in the filter drawer').to.deep.equal([false, true, true, false]);
    await expectAccessible();
  });
  it('renders a facet with five hundred values and updates it after a selection', async () => {
    const many = Array.from({ length: 500 }, (_, index) => ({
      count: 500 - index,
      label: `Value ${index}`,
      value: null,
      children: null,
    }));
    const body = {
      message: '',
      resultType: '',
      status: 200,
      success: true,
      total: 500,
      concepts: [],
      result: [],
      query: { concepts: [] },
      facets: [{ field: 'dyn_lit_x', label: 'Many', facets: many }],
    };
    serve(undefined, (url) => (url.pathname.endsWith('/search') ? { status: 200, body } : undefined));
    await mount('semantic-search', { configuration: '7', token: 't' });
    const panel = await until(() => queryDeep<HTMLElementTagNameMap['facet-panel']>('facet-panel'));
    const button = () => panel.shadowRoot!.querySelector<HTMLElement>('.plain');
    (await until(button)).click();
    await settled();
    expect(panel.shadowRoot!.querySelectorAll('.value')).to.have.length(500);
    panel.shadowRoot!.querySelector<HTMLInputElement>('.value input')!.click();
    await settled();
    expect(panel.shadowRoot!.querySelectorAll(':checked')).to.have.length(1);
  });
});
