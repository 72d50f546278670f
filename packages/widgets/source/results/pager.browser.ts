/** The pager: more results under the former ones. */
import { expect } from 'chai';
import { accessible, deep, focused, until } from '../testing/page.testing.ts';
import { asked, eachVisit, start, titles } from '../testing/search.testing.ts';

eachVisit();

describe('more results', () => {
  it('come under the former ones, and the focus goes to the first that is new', async () => {
    await start({ paging: 'more' });
    expect(titles()).to.have.length(10);
    deep('.pager button')!.click();
    await until(() => titles().length === 20);
    expect(asked().start).to.equal(10);
    await until(() => focused() === titles()[10]);
    await accessible();
  });
  it('are all there again after a reload', async () => {
    history.replaceState(null, '', '?search.start=20');
    await start({ paging: 'more' });
    expect(titles()).to.have.length(30);
    expect(new Set(titles().map(({ dataset }) => dataset.document))).to.have.property('size', 30);
  });
});
