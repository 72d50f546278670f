/** Tests of `paging="more"`: further results appended to the list. */
import type { SearchRequest, SearchResponse } from '@semantic-search/contract';
import { expect } from 'chai';
import { expectAccessible, focused, queryDeep, serve, until } from '../../test/support/page.ts';
import { eachVisit, lastRequest, start, titles } from '../../test/support/search.ts';
import { respond, testSettings } from '../../test/support/service.ts';

eachVisit();

describe('paging="more"', () => {
  it('appends results and moves the focus to the first new one', async () => {
    await start({ paging: 'more' });
    expect(titles()).to.have.length(10);
    queryDeep('.pager button')!.click();
    await until(() => titles().length === 20);
    expect(lastRequest().start).to.equal(10);
    await until(() => focused() === titles()[10]);
    await expectAccessible();
  });
  it('restores all appended results after a reload', async () => {
    history.replaceState(null, '', '?search.start=20');
    await start({ paging: 'more' });
    expect(titles()).to.have.length(30);
    expect(new Set(titles().map(({ dataset }) => dataset.document))).to.have.property('size', 30);
  });
  it('limits the initial results if the URL requests millions, and appends more on request', async () => {
    let first: SearchResponse['result'] = [];
    const many = Array.from({ length: 100 }, (_, index) => index);
    serve(testSettings(), (url, body) => {
      const response = respond(url, body) as { status: number; body: SearchResponse };
      if (!url.pathname.endsWith('/search')) return response;
      const { start: from = 0, count = 10 } = JSON.parse(body) as SearchRequest;
      const [one] = response.body.result.length ? response.body.result : first;
      first = [one!];
      const result = many.slice(0, count).map((index) => ({ ...one!, id: `urn:${from + index}` }));
      return { ...response, body: { ...response.body, total: 5_000_000, result } };
    });
    history.replaceState(null, '', '?search.start=2000000000');
    await start({ paging: 'more' });
    expect(titles()).to.have.length(510);
    queryDeep('.pager button')!.click();
    await until(() => titles().length === 520);
    expect(titles().at(-1)!.dataset.document).to.equal('urn:519');
  });
});
