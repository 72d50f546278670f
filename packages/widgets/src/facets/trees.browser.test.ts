/** Tests of hierarchical facets: checkbox states, search at all levels, initial expansion. */
import { sendKeys } from '@web/test-runner-commands';
import { expect } from 'chai';
import { expectAccessible, queryDeep, serve, settled, until } from '../../test/support/page.ts';
import { click, eachVisit, lastRequest, start, type } from '../../test/support/search.ts';
import { respond, testSettings } from '../../test/support/service.ts';

eachVisit();

const topics = () => queryDeep('.facet', queryDeep('facet-panel')!.shadowRoot!)!;
const row = (name: string) =>
  [...topics().querySelectorAll<HTMLElement>('.value')].find(
    (one) => one.querySelector('.name')!.textContent === name,
  );
const checkbox = (name: string) => row(name)!.querySelector('input')!;
const expand = (name: string) => click(row(name)!.parentElement!.querySelector('.disclosure')!);
const selectedLabels = (): string[] =>
  (lastRequest().selectedFacets ?? []).map(({ label }: { label: string }) => label);
const setUrlWithTopics = (...names: [topic: string, label: string][]): void => {
  const url = new URL(location.href);
  for (const [name, label] of names)
    url.searchParams.append('search.facet', `dyn_uri_topics|${label}|https://example.org/topic/${name}`);
  history.replaceState(null, '', url);
};
/** The accessible name of a checkbox. */
const accessibleNameOf = (name: string): string => {
  const label = row(name)!.cloneNode(true) as HTMLElement;
  for (const hidden of label.querySelectorAll('[aria-hidden=true]')) hidden.remove();
  return [...label.children]
    .map(({ textContent }) => textContent!.trim())
    .join(' ')
    .trim();
};

async function selectSuggestedWages() {
  await type('wages');
  // Document suggestions may appear before the concept.
  await until(() =>
    queryDeep('[role=option] .count')?.closest('[role=option]')?.textContent?.includes('Wages'),
  );
  await sendKeys({ press: 'ArrowDown' });
  await until(() => queryDeep('[role=option][aria-selected=true] .count'));
  await sendKeys({ press: 'Enter' });
  await settled();
}

describe('a hierarchical facet', () => {
  it('shows ancestors of a selected value as indeterminate', async () => {
    await start();
    await expand('Economics');
    await expand('Labour market');
    await click(checkbox('Wages'));
    await settled();
    expect(['Economics', 'Labour market'].map((name) => checkbox(name).indeterminate)).to.deep.equal([
      true,
      true,
    ]);
    expect(checkbox('Economics').checked).to.equal(false);
    expect(checkbox('Unemployment').indeterminate).to.equal(false);
    await expectAccessible();
    await click(checkbox('Wages'));
    expect(checkbox('Economics').indeterminate).to.equal(false);
    expect(row('Wages') === undefined).to.equal(false);
  });
  it('unchecks one of the values that a selected one includes, and checks it again', async () => {
    await start();
    await expand('Economics');
    await expand('Labour market');
    await click(checkbox('Economics'));
    expect(row('Wages')!.className).to.equal('value included');
    expect(checkbox('Wages').checked).to.equal(true);
    expect(accessibleNameOf('Wages')).to.equal('Wages 7 documents');
    await expectAccessible();
    await click(checkbox('Labour market'));
    expect(selectedLabels()).to.deep.equal(['Monetary policy']);
    expect(['Labour market', 'Wages'].map((name) => checkbox(name).checked)).to.deep.equal([false, false]);
    expect(checkbox('Economics').indeterminate).to.equal(true);
    await click(checkbox('Labour market'));
    expect(selectedLabels()).to.deep.equal(['Economics']);
    expect(checkbox('Wages').checked).to.equal(true);
  });
  it('replaces broader or narrower selected values when a suggested concept is selected', async () => {
    setUrlWithTopics(['economics', 'Economics']);
    await start();
    await selectSuggestedWages();
    expect(selectedLabels()).to.deep.equal(['Wages']);
  });
  it('is initially expanded down to selected values until the visitor collapses it', async () => {
    setUrlWithTopics(['wages', 'Wages']);
    await start();
    expect(checkbox('Wages').checked).to.equal(true);
    await expand('Economics');
    expect(row('Wages') === undefined).to.equal(true);
    expect(checkbox('Economics').indeterminate).to.equal(true);
  });
  it('is searched at every level and expands the ancestors of matches', async () => {
    serve(
      testSettings(({ filter }) => {
        filter.facetsToShow[0]!.searchable = true;
      }),
    );
    await start();
    await click(topics().querySelector('.find')!);
    await sendKeys({ type: 'wag' });
    await until(() => row('Wages') && !row('Inflation'));
    expect([...topics().querySelectorAll('.tree .name')].map(({ textContent }) => textContent)).to.deep.equal(
      ['Economics', 'Labour market', 'Wages'],
    );
  });
});

describe('a concept selected by a tag or suggestion', () => {
  const chips = () =>
    [...queryDeep('.active .chips')!.children].map(({ textContent }) =>
      textContent!.replace(/\s+/g, ' ').trim(),
    );
  const pressed = () => [...queryDeep('.list')!.querySelectorAll('.chip[aria-pressed=true]')];
  /** Suggestions without a particular facet. */
  const serveAll = () =>
    serve(testSettings(), (url, body) => {
      if (!url.pathname.endsWith('/suggestConcepts')) return undefined;
      const response = respond(url, body) as { status: number; body: { result: { field: string }[] } };
      for (const one of response.body.result) one.field = 'dyn_uri_all_concepts';
      return response;
    });
  it('is checked in its facet, has its label, and can be deselected there', async () => {
    serveAll();
    await start();
    await selectSuggestedWages();
    expect(chips()).to.deep.equal(['Topic: Wages']);
    expect(checkbox('Wages').checked).to.equal(true);
    expect(pressed()).not.to.have.length(0);
    await click(checkbox('Wages'));
    expect(lastRequest().selectedFacets).to.equal(undefined);
    expect(pressed()).to.have.length(0);
  });
  it('is checked in its facet if an old URL names no facet', async () => {
    const url = new URL(location.href);
    url.searchParams.append('search.facet', 'dyn_uri_all_concepts|https://example.org/topic/wages|Wages');
    history.replaceState(null, '', url);
    await start();
    expect(chips()).to.deep.equal(['Topic: Wages']);
    expect(checkbox('Wages').checked).to.equal(true);
    await click(checkbox('Unemployment'));
    expect(selectedLabels()).to.deep.equal(['Labour market']);
    await click(checkbox('Wages'));
    expect(selectedLabels()).to.deep.equal(['Unemployment']);
  });
});

describe('more than four selected values of a facet', () => {
  it('share one chip, which removes them', async () => {
    const url = new URL(location.href);
    const publishers = ['Harbour Books', 'Lake House', 'Valley Press', 'Stone Bridge', 'River Papers'];
    for (const publisher of publishers)
      url.searchParams.append('search.facet', `dyn_lit_publisher|${publisher}|`);
    url.searchParams.append('search.facet', 'dyn_lit_type|Book|');
    history.replaceState(null, '', url);
    await start();
    const chips = () => [...queryDeep('.active .chips')!.children];
    expect(chips().map(({ textContent }) => textContent!.replace(/\s+/g, ' ').trim())).to.deep.equal([
      'Type: Book',
      'Publisher: Harbour Books · Lake House +3',
    ]);
    await expectAccessible();
    await click(chips()[1]!.querySelector('button')!);
    expect(selectedLabels()).to.deep.equal(['Book']);
  });
});

describe('a selected value that the response omits', () => {
  it('stays in its facet with its count and can be deselected there', async () => {
    const url = new URL(location.href);
    url.searchParams.append('search', 'tariff');
    url.searchParams.append('search.facet', 'dyn_lit_type|Leaflet|');
    history.replaceState(null, '', url);
    await start();
    const rows = [...queryDeep('facet-panel')!.shadowRoot!.querySelectorAll<HTMLElement>('.value')];
    const leaflet = rows.find((one) => one.textContent!.includes('Leaflet'))!;
    expect(leaflet.querySelector('input')!.checked).to.equal(true);
    expect(leaflet.querySelector('.count')!.textContent).to.contain('0');
    await expectAccessible();
    await click(leaflet.querySelector('input')!);
    expect(selectedLabels()).to.deep.equal([]);
  });
});
