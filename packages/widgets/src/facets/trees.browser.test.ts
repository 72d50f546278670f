/** Tests of hierarchical facets: checkbox states, search at all levels, initial expansion. */
import { sendKeys } from '@web/test-runner-commands';
import { expect } from 'chai';
import { accessible, deep, serve, settled, until } from '../../test/support/page.ts';
import { click, eachVisit, lastRequest, start, type } from '../../test/support/search.ts';
import { respond, testSettings } from '../../test/support/service.ts';

eachVisit();

const topics = () => deep('.facet', deep('facet-panel')!.shadowRoot!)!;
const row = (name: string) =>
  [...topics().querySelectorAll<HTMLElement>('.value')].find(
    (one) => one.querySelector('.name')!.textContent === name,
  );
const box = (name: string) => row(name)!.querySelector('input')!;
const open = (name: string) => click(row(name)!.parentElement!.querySelector('.disclosure')!);
const chosen = (): string[] =>
  (lastRequest().selectedFacets ?? []).map(({ label }: { label: string }) => label);
const arriveWith = (...names: [topic: string, label: string][]): void => {
  const address = new URL(location.href);
  for (const [name, label] of names)
    address.searchParams.append('search.facet', `dyn_uri_topics|${label}|https://example.org/topic/${name}`);
  history.replaceState(null, '', address);
};
/** The accessible name of a checkbox. */
const spoken = (name: string): string => {
  const label = row(name)!.cloneNode(true) as HTMLElement;
  for (const silent of label.querySelectorAll('[aria-hidden=true]')) silent.remove();
  return [...label.children]
    .map(({ textContent }) => textContent!.trim())
    .join(' ')
    .trim();
};

async function selectSuggestedWages() {
  await type('wages');
  // Document suggestions may appear before the concept.
  await until(() => deep('[role=option] .count')?.closest('[role=option]')?.textContent?.includes('Wages'));
  await sendKeys({ press: 'ArrowDown' });
  await until(() => deep('[role=option][aria-selected=true] .count'));
  await sendKeys({ press: 'Enter' });
  await settled();
}

describe('a hierarchical facet', () => {
  it('shows ancestors of a selected value as indeterminate', async () => {
    await start();
    await open('Economics');
    await open('Labour market');
    await click(box('Wages'));
    await settled();
    expect(['Economics', 'Labour market'].map((name) => box(name).indeterminate)).to.deep.equal([true, true]);
    expect(box('Economics').checked).to.equal(false);
    expect(box('Unemployment').indeterminate).to.equal(false);
    await accessible();
    await click(box('Wages'));
    expect(box('Economics').indeterminate).to.equal(false);
    expect(row('Wages') === undefined).to.equal(false);
  });
  it('shows descendants of a selected value as included, and toggles between narrower and broader', async () => {
    await start();
    await open('Economics');
    await open('Labour market');
    await click(box('Economics'));
    expect(row('Wages')!.className).to.equal('value included');
    expect(box('Wages').checked).to.equal(true);
    const [own, within] = [box('Economics'), box('Wages')].map((one) => getComputedStyle(one));
    expect(within!.backgroundColor).not.to.equal(own!.backgroundColor);
    expect(within!.borderTopStyle).not.to.equal(own!.borderTopStyle);
    expect(['Economics', 'Wages'].map(spoken)).to.deep.equal([
      'Economics 21 documents',
      'Narrow to Wages 7 documents',
    ]);
    await accessible();
    await click(box('Labour market'));
    expect(chosen()).to.deep.equal(['Labour market']);
    expect(box('Labour market').checked).to.equal(true);
    expect(box('Economics').indeterminate).to.equal(true);
    await click(box('Economics'));
    expect(chosen()).to.deep.equal(['Economics']);
    expect(box('Labour market').checked).to.equal(true);
  });
  it('replaces broader or narrower selected values when a suggested concept is selected', async () => {
    arriveWith(['economics', 'Economics']);
    await start();
    await selectSuggestedWages();
    expect(chosen()).to.deep.equal(['Wages']);
  });
  it('is initially expanded down to selected values until the visitor collapses it', async () => {
    arriveWith(['wages', 'Wages']);
    await start();
    expect(box('Wages').checked).to.equal(true);
    await open('Economics');
    expect(row('Wages') === undefined).to.equal(true);
    expect(box('Economics').indeterminate).to.equal(true);
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
    [...deep('.active .chips')!.children].map(({ textContent }) => textContent!.replace(/\s+/g, ' ').trim());
  const pressed = () => [...deep('.list')!.querySelectorAll('.chip[aria-pressed=true]')];
  /** Suggestions without a particular facet. */
  const serveAll = () =>
    serve(testSettings(), (url, body) => {
      if (!url.pathname.endsWith('/suggestConcepts')) return undefined;
      const given = respond(url, body) as { status: number; body: { result: { field: string }[] } };
      for (const one of given.body.result) one.field = 'dyn_uri_all_concepts';
      return given;
    });
  it('is checked in its facet, has its label, and can be deselected there', async () => {
    serveAll();
    await start();
    await selectSuggestedWages();
    expect(chips()).to.deep.equal(['Topic: Wages']);
    expect(box('Wages').checked).to.equal(true);
    expect(pressed()).not.to.have.length(0);
    await click(box('Wages'));
    expect(lastRequest().selectedFacets).to.equal(undefined);
    expect(pressed()).to.have.length(0);
  });
  it('is checked in its facet if an old URL names no facet', async () => {
    const address = new URL(location.href);
    address.searchParams.append('search.facet', 'dyn_uri_all_concepts|https://example.org/topic/wages|Wages');
    history.replaceState(null, '', address);
    await start();
    expect(chips()).to.deep.equal(['Topic: Wages']);
    expect(box('Wages').checked).to.equal(true);
    await click(box('Unemployment'));
    expect(chosen()).to.deep.equal(['Wages', 'Unemployment']);
    await click(box('Wages'));
    expect(chosen()).to.deep.equal(['Unemployment']);
  });
});

describe('a selected value that the response omits', () => {
  it('stays in its facet with its count and can be deselected there', async () => {
    const address = new URL(location.href);
    address.searchParams.append('search', 'tariff');
    address.searchParams.append('search.facet', 'dyn_lit_type|Leaflet|');
    history.replaceState(null, '', address);
    await start();
    const rows = [...deep('facet-panel')!.shadowRoot!.querySelectorAll<HTMLElement>('.value')];
    const leaflet = rows.find((one) => one.textContent!.includes('Leaflet'))!;
    expect(leaflet.querySelector('input')!.checked).to.equal(true);
    expect(leaflet.querySelector('.count')!.textContent).to.contain('0');
    await accessible();
    await click(leaflet.querySelector('input')!);
    expect(chosen()).to.deep.equal([]);
  });
});
