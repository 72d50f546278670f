/** The question in the address of the page. */
import { expect } from 'chai';
import { settled, until } from '../testing/page.testing.ts';
import { asked, eachVisit, start } from '../testing/search.testing.ts';

eachVisit();

describe('the address', () => {
  it('keeps the question in the address, and goes back', async () => {
    const element = await start();
    await element.session!.change({ input: 'tariff' });
    await element.session!.change({ selectedFacets: [{ field: 'dyn_lit_type', label: 'Book' }] });
    expect(new URL(location.href).searchParams.get('search')).to.equal('tariff');
    history.back();
    await until(() => !element.session!.question.selectedFacets.length);
    expect(element.session!.question.input).to.equal('tariff');
    history.back();
    await until(() => element.session!.question.input === '');
  });
  it('starts with the question that the address holds', async () => {
    history.replaceState(
      null,
      '',
      '?search=tariff&search.start=0&search.facet=dyn_lit_type%7CBook%7C&other=1',
    );
    await start();
    expect(asked()).to.deep.include({
      input: 'tariff',
      selectedFacets: [{ field: 'dyn_lit_type', label: 'Book' }],
    });
  });
  it('takes no step of its own when the address is only spelled differently', async () => {
    history.replaceState(null, '', '?search=open%20economy');
    const before = history.length;
    await start();
    expect(history.length).to.equal(before);
    expect(location.search).to.equal('?search=open%20economy');
  });
  it('leaves two instances on one page apart', async () => {
    const one = await start({ id: 'one' });
    const two = await start({ id: 'two' });
    await one.session!.change({ input: 'tariff' });
    await settled();
    expect(two.session!.question.input).to.equal('');
    expect(location.search).to.equal('?one=tariff');
  });
  it('gives two instances without ids names of their own', async () => {
    const one = await start();
    const two = await start();
    await one.session!.change({ input: 'tariff' });
    await two.session!.change({ input: 'inflation' });
    expect(location.search).to.equal('?search=tariff&search-2=inflation');
  });
});
