/** Trees of concepts: what is chosen in part or with something broader, found deep down, and shown on arrival. */
import { sendKeys } from '@web/test-runner-commands';
import { expect } from 'chai';
import { accessible, deep, serve, settled, until } from '../../test/support/page.ts';
import { asked, click, eachVisit, start, type } from '../../test/support/search.ts';
import { respond, testSettings } from '../../test/support/service.ts';

eachVisit();

const topics = () => deep('.facet', deep('facet-panel')!.shadowRoot!)!;
const row = (name: string) =>
  [...topics().querySelectorAll<HTMLElement>('.value')].find(
    (one) => one.querySelector('.name')!.textContent === name,
  );
const box = (name: string) => row(name)!.querySelector('input')!;
const open = (name: string) => click(row(name)!.parentElement!.querySelector('.twig')!);
const chosen = (): string[] => (asked().selectedFacets ?? []).map(({ label }: { label: string }) => label);
const arriveWith = (...names: [topic: string, label: string][]): void => {
  const address = new URL(location.href);
  for (const [name, label] of names)
    address.searchParams.append('search.facet', `dyn_uri_topics|${label}|https://example.org/topic/${name}`);
  history.replaceState(null, '', address);
};
/** The name of a box, as a screen reader has it. */
const spoken = (name: string): string => {
  const label = row(name)!.cloneNode(true) as HTMLElement;
  for (const silent of label.querySelectorAll('[aria-hidden=true]')) silent.remove();
  return [...label.children]
    .map(({ textContent }) => textContent!.trim())
    .join(' ')
    .trim();
};

describe('a tree', () => {
  it('shows what is above a chosen value as chosen in part', async () => {
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
  it('shows what is below a chosen value as included, and narrows to it or takes it in again', async () => {
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
  it('gives up what is narrower or broader when the search box offers a concept', async () => {
    arriveWith(['economics', 'Economics']);
    await start();
    await type('wages');
    // Documents are suggested as well, and may come before the topic does.
    await until(() => deep('[role=option] .count')?.closest('[role=option]')?.textContent?.includes('Wages'));
    await sendKeys({ press: 'ArrowDown' });
    await until(() => deep('[role=option][aria-selected=true] .count'));
    await sendKeys({ press: 'Enter' });
    await settled();
    expect(chosen()).to.deep.equal(['Wages']);
  });
  it('is open, on arrival, down to what is chosen, until the visitor closes it', async () => {
    arriveWith(['wages', 'Wages']);
    await start();
    expect(box('Wages').checked).to.equal(true);
    await open('Economics');
    expect(row('Wages') === undefined).to.equal(true);
    expect(box('Economics').indeterminate).to.equal(true);
  });
  it('is searched at every level, and opens the way to what was found', async () => {
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

describe('a topic chosen from a tag or a suggestion', () => {
  const chips = () =>
    [...deep('.active .chips')!.children].map(({ textContent }) => textContent!.replace(/\s+/g, ' ').trim());
  const pressed = () => [...deep('.list')!.querySelectorAll('.chip[aria-pressed=true]')];
  /** The service knows of no facet in particular, as it suggests concepts of all of them. */
  const serveAll = () =>
    serve(testSettings(), (url, body) => {
      if (!url.pathname.endsWith('/suggestConcepts')) return undefined;
      const given = respond(url, body) as { status: number; body: { result: { field: string }[] } };
      for (const one of given.body.result) one.field = 'dyn_uri_all_concepts';
      return given;
    });
  it('is ticked in its facet, has its name, and is taken back there', async () => {
    serveAll();
    await start();
    await type('wages');
    // Documents are suggested as well, and may come before the topic does.
    await until(() => deep('[role=option] .count')?.closest('[role=option]')?.textContent?.includes('Wages'));
    await sendKeys({ press: 'ArrowDown' });
    await until(() => deep('[role=option][aria-selected=true] .count'));
    await sendKeys({ press: 'Enter' });
    await settled();
    expect(chips()).to.deep.equal(['Topic: Wages']);
    expect(box('Wages').checked).to.equal(true);
    expect(pressed()).not.to.have.length(0);
    await click(box('Wages'));
    expect(asked().selectedFacets).to.equal(undefined);
    expect(pressed()).to.have.length(0);
  });
  it('is the same choice where an old address names no facet', async () => {
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

describe('a chosen value that the response left out', () => {
  it('stays in its facet with what it gives, and is taken back there', async () => {
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
