/** Tests of the tabs above the results. */
import { sendKeys } from '@web/test-runner-commands';
import { expect } from 'chai';
import { expectAccessible, queryDeep, until } from '../../test/support/page.ts';
import { eachVisit, lastRequest, serveSettings, start } from '../../test/support/search.ts';

eachVisit();

const tabs = () => [...queryDeep('.tabs')!.querySelectorAll<HTMLInputElement>('input')];
const names = () => tabs().map((tab) => tab.parentElement!.querySelector('bdi')!.textContent);
const chosen = () => names()[tabs().findIndex(({ checked }) => checked)];

async function startWithTabs(): Promise<string> {
  let title = '';
  serveSettings((settings) => {
    const facet = settings.filter.facetsToShow.find(({ uri }) => uri === 'Type')!;
    facet.sorting = 'label';
    settings.filter.tabs = facet.uri;
    title = facet.title;
  });
  await start();
  await until(() => queryDeep('.tabs'));
  return title;
}

describe('tabs', () => {
  it('show all first, with counts, instead of the facet in the panel', async () => {
    const title = await startWithTabs();
    expect(names()[0]).to.equal('All');
    expect(chosen()).to.equal('All');
    expect(names()).to.have.length.greaterThan(2);
    expect(queryDeep('.tab .count')!.textContent).to.match(/\d/);
    const panel = await until(() => queryDeep('facet-panel')?.shadowRoot?.querySelector('.panel'));
    expect(panel.textContent).not.to.include(title);
    await expectAccessible();
  });

  it('are chosen by arrow keys, and keep other filters', async () => {
    await startWithTabs();
    tabs()[0]!.focus();
    await sendKeys({ press: 'ArrowRight' });
    await until(() => chosen() === names()[1]);
    await until(() =>
      lastRequest()!.selectedFacets?.some(({ label }: { label: string }) => label === names()[1]),
    );
    await sendKeys({ press: 'ArrowLeft' });
    await until(() => chosen() === 'All' && !lastRequest()!.selectedFacets?.length);
  });

  it('scroll in themselves on a narrow page, from right to left too', async () => {
    await startWithTabs();
    const list = queryDeep('.tabs')!;
    list.style.inlineSize = '160px';
    expect(list.scrollWidth).to.be.greaterThan(list.clientWidth);
    list.dir = 'rtl';
    const [first, second] = tabs().map((tab) => tab.parentElement!.getBoundingClientRect().left);
    expect(first).to.be.greaterThan(second!);
    expect(document.documentElement.scrollWidth).to.be.at.most(innerWidth);
  });
});
