/** Tests of the sort order of the results, and of the results that follow the first paint. */
import { expect } from 'chai';
import type { LitElement } from 'lit';
import { queryDeep, serve, settled, until } from '../../test/support/page.ts';
import { eachVisit, start, titles } from '../../test/support/search.ts';
import { testSettings } from '../../test/support/service.ts';

eachVisit();

describe('the sort menu', () => {
  it('offers relevance only for a query with input', async () => {
    const element = await start();
    const names = () => [...queryDeep<HTMLSelectElement>('.sort select')!.options].map(({ text }) => text);
    expect(names()[0]).to.equal('Newest first');
    await element.store!.change({ input: 'tariff' });
    await settled();
    expect(names()[0]).to.equal('Relevance');
    expect(queryDeep<HTMLSelectElement>('.sort select')!.selectedIndex).to.equal(0);
  });
  it('offers no dates if the page shows no dates', async () => {
    const names = async (change: Parameters<typeof testSettings>[0]) => {
      serve(testSettings(change));
      const element = await start();
      const texts = [...queryDeep<HTMLSelectElement>('.sort select')!.options].map(({ text }) => text);
      element.remove();
      return texts;
    };
    const withoutDates = ({ filter }: ReturnType<typeof testSettings>) => {
      filter.componentOrder = ['search', 'facets', 'reset', 'results'];
    };
    expect(await names(withoutDates)).to.deep.equal(['Relevance', 'Title']);
    const withFacet = (settings: ReturnType<typeof testSettings>) => {
      withoutDates(settings);
      settings.filter.facetsToShow[0]!.uri = 'date';
    };
    expect(await names(withFacet)).to.deep.equal(['Newest first', 'Oldest first', 'Title']);
  });
});

describe('the first results', () => {
  it('are painted before the further results and the pager', async () => {
    const counts: number[] = [];
    const count = async ({ target }: Event) => {
      await (target as LitElement).updateComplete;
      counts.push(titles().length, queryDeep('.pager') ? 1 : 0);
    };
    document.addEventListener('semantic-search-ready', count, { once: true });
    await start();
    expect(counts).to.deep.equal([4, 0]);
    await until(() => queryDeep('.pager'));
    expect(titles()).to.have.length(10);
  });
});
