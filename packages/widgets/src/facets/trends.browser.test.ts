/** Tests of the trend chart. */
import { expect } from 'chai';
import { expectAccessible, mount, settled } from '../../test/support/page.ts';
import { eachVisit } from '../../test/support/search.ts';

eachVisit();

async function drawn(ranges: [label: string, count: number][]) {
  const element = await mount('semantic-search-trends');
  element.group = {
    field: 'dyn_flt_date',
    label: 'Year',
    facets: ranges.map(([label, count]) => ({ count, label, value: null, children: null })),
  };
  await settled();
  return element.shadowRoot!;
}

describe('trends', () => {
  it('trends are sorted by time, proportional to the counts, and described in text', async () => {
    const root = await drawn([
      ['1900 – 1950', 20],
      ['1800 – 1850', 5],
      ['1850 – 1900', 10],
    ]);
    const heights = [...root.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('height')));
    expect(heights).to.deep.equal([8, 16, 32]);
    expect([...root.querySelectorAll('li')].map(({ textContent }) => textContent)).to.deep.equal([
      '1800 – 1850: 5 documents',
      '1850 – 1900: 10 documents',
      '1900 – 1950: 20 documents',
    ]);
    expect(root.querySelector('.axis')!.textContent).to.equal('1800 – 18501900 – 1950');
    await expectAccessible();
  });
  it('trends are hidden if no document has a date', async () => {
    const root = await drawn([
      ['1900 – 1950', 0],
      ['1950 – 2000', 0],
      ['2000 – 2050', 0],
    ]);
    expect(root.querySelector('figure') === null).to.equal(true);
  });
  it('trends are hidden with fewer than three points in time', async () => {
    const root = await drawn([
      ['1900 – 1950', 20],
      ['1950 – 2000', 5],
    ]);
    expect(root.querySelector('figure') === null).to.equal(true);
  });
});
