/** Tests of the sort order of the results. */
import { expect } from 'chai';
import { deep, serve, settled } from '../../test/support/page.ts';
import { eachVisit, start } from '../../test/support/search.ts';
import { testSettings } from '../../test/support/service.ts';

eachVisit();

describe('the sort menu', () => {
  it('offers relevance only for a query with input', async () => {
    const element = await start();
    const names = () => [...deep<HTMLSelectElement>('.sort select')!.options].map(({ text }) => text);
    expect(names()[0]).to.equal('Newest first');
    await element.store!.change({ input: 'tariff' });
    await settled();
    expect(names()[0]).to.equal('Relevance');
    expect(deep<HTMLSelectElement>('.sort select')!.selectedIndex).to.equal(0);
  });
  it('offers no dates if the page shows no dates', async () => {
    const names = async (change: Parameters<typeof testSettings>[0]) => {
      serve(testSettings(change));
      const element = await start();
      const texts = [...deep<HTMLSelectElement>('.sort select')!.options].map(({ text }) => text);
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
