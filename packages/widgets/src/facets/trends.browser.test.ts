/** Tests of the trend chart. */
import { expect } from 'chai';
import { expectAccessible, queryDeep, serve } from '../../test/support/page.ts';
import { eachVisit, start } from '../../test/support/search.ts';
import { search, testSettings } from '../../test/support/service.ts';

eachVisit();

/** The chart on a page whose date facet has these ranges; null if there is none. */
async function drawn(ranges: [label: string, count: number][]) {
  const settings = testSettings((custom) => {
    custom.filter.componentOrder = ['trends', 'results'];
  });
  serve(settings, (url, body) => {
    if (!url.pathname.endsWith('/search')) return undefined;
    const response = search(JSON.parse(body), settings.result);
    const facets = ranges.map(([label, count]) => ({ count, label, value: null, children: null }));
    response.facets = [{ field: 'dyn_flt_date', label: 'Year', facets }];
    return { status: 200, body: response };
  });
  await start();
  return queryDeep('figure.trends');
}

describe('trends', () => {
  it('trends are sorted by time, proportional to the counts, and described in text', async () => {
    const chart = (await drawn([
      ['1900 – 1950', 20],
      ['1800 – 1850', 5],
      ['1850 – 1900', 10],
    ]))!;
    const heights = [...chart.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('height')));
    expect(heights).to.deep.equal([8, 16, 32]);
    expect([...chart.querySelectorAll('li')].map(({ textContent }) => textContent)).to.deep.equal([
      '1800 – 1850: 5 documents',
      '1850 – 1900: 10 documents',
      '1900 – 1950: 20 documents',
    ]);
    expect(chart.querySelector('.axis')!.textContent).to.equal('1800 – 18501900 – 1950');
    await expectAccessible();
  });
  it('trends are hidden if no document has a date', async () => {
    const chart = await drawn([
      ['1900 – 1950', 0],
      ['1950 – 2000', 0],
      ['2000 – 2050', 0],
    ]);
    expect(chart === null).to.equal(true);
  });
  it('trends are hidden with fewer than three points in time', async () => {
    const chart = await drawn([
      ['1900 – 1950', 20],
      ['1950 – 2000', 5],
    ]);
    expect(chart === null).to.equal(true);
  });
});
