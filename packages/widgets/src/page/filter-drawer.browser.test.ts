/** Tests of the filter drawer and its history entry. */
import { setViewport } from '@web/test-runner-commands';
import { expect } from 'chai';
import { expectAccessible, focused, queryDeep, settled, until } from '../../test/support/page.ts';
import { click, eachVisit, heading, start } from '../../test/support/search.ts';

eachVisit();

describe('the filter drawer', () => {
  const arrive = async (attributes?: Record<string, string>) => {
    await setViewport({ width: 360, height: 700 });
    const element = await start(attributes);
    if (!attributes) await element.store!.change({ input: 'in' });
    await settled();
    return element;
  };
  const opener = () => queryDeep('.toolbar [aria-haspopup=dialog]')!;
  const open = async () => {
    await click(opener());
    await until(() => queryDeep('dialog.drawer[open]') && queryDeep('facet-panel'));
    await settled();
  };
  const box = (name: string) =>
    [...queryDeep('facet-panel')!.shadowRoot!.querySelectorAll<HTMLElement>('.value')]
      .find((row) => row.querySelector('.name')!.textContent === name)!
      .querySelector('input')!;
  const isClosed = () => !queryDeep('dialog.drawer[open]');
  const isCovered = () => JSON.stringify(history.state)?.includes('covering');
  const chosen = () => new URL(location.href).searchParams.getAll('search.facet');

  it('closes with Back and keeps the filters, which the next Back removes', async () => {
    const element = await arrive();
    await open();
    for (const name of ['Book', 'Article']) await click(box(name));
    expect(chosen()).to.have.length(2);
    await expectAccessible();
    history.back();
    await until(() => isClosed() && !isCovered() && chosen().length === 2);
    await until(() => focused() === opener());
    await settled();
    expect(element.store!.query.selectedFacets).to.have.length(2);
    await expectAccessible();
    history.back();
    await until(() => !chosen().length && !element.store!.query.selectedFacets.length);
    expect(element.store!.query.input).to.equal('in');
    history.back();
    await until(() => element.store!.query.input === '');
  });
  it('announces the number of results, because screen readers ignore the page behind it', async () => {
    await arrive();
    await open();
    await click(box('Book'));
    const region = queryDeep('dialog.drawer [role=status]')!;
    await until(() => /\d results? for “in”/.test(region.textContent!));
  });
  it('closes with Back without changing the search if no filter was selected', async () => {
    const element = await arrive();
    const { href } = location;
    await open();
    history.back();
    await until(() => isClosed() && !isCovered());
    await settled();
    expect(location.href).to.equal(href);
    expect(element.store!.query.input).to.equal('in');
    await open();
    await click(box('Book'));
    expect(chosen()).to.have.length(1);
  });
  it('leaves no additional history entry when its button closes it', async () => {
    const element = await arrive();
    await open();
    await click(queryDeep('.drawer-foot button')!);
    await until(() => isClosed() && !isCovered());
    history.back();
    await until(() => element.store!.query.input === '');
    await open();
    await click(box('Book'));
    await click(queryDeep('.drawer-foot button')!);
    await until(() => isClosed() && !isCovered());
    await settled();
    expect(heading()).to.equal('11 results');
    history.back();
    await until(() => !element.store!.query.selectedFacets.length);
  });
  it('scrolls as a whole on a very low screen', async () => {
    await arrive();
    await setViewport({ width: 320, height: 200 });
    await open();
    const drawer = queryDeep('.drawer')!;
    expect(drawer.scrollHeight).to.be.above(drawer.clientHeight);
    expect(queryDeep('.drawer-body')!.clientHeight).to.be.above(200);
    await expectAccessible();
  });
  it('adds no history entry with no-url', async () => {
    await arrive({ 'no-url': '' });
    const { length } = history;
    await open();
    expect(history.length).to.equal(length);
    await click(queryDeep('.drawer-head button')!);
    await until(isClosed);
  });
});
