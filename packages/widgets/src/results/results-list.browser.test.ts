/** Tests of the sort order of the results. */
import { expect } from 'chai';
import { deep, settled } from '../../test/support/page.ts';
import { eachVisit, start } from '../../test/support/search.ts';

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
});
