/** Tests of date and number ranges: inputs, slider, histogram. */
import { sendKeys } from '@web/test-runner-commands';
import { expect } from 'chai';
import { expectAccessible, queryDeep, requests, serve, settled, until } from '../../test/support/page.ts';
import { click, eachVisit, input, lastRequest, start, unfold } from '../../test/support/search.ts';
import { search, testSettings } from '../../test/support/service.ts';

eachVisit();

const sliders = () => [...queryDeep('facet-panel')!.shadowRoot!.querySelectorAll('.slider')];

/** Starts a search with a date facet of these ranges. */
async function startWithYears(labels: readonly string[]) {
  const settings = testSettings();
  serve(settings, (url, body) => {
    if (!url.pathname.endsWith('/search')) return undefined;
    const response = search(JSON.parse(body), settings.result);
    const facets = labels.map((label) => ({ count: 3, label, value: null, children: null }));
    response.facets.push({ field: 'dyn_flt_date', label: 'Year', facets });
    return { status: 200, body: response };
  });
  const element = await start();
  await unfold();
  return element;
}

/** Presses the keys on the lower and then on the upper thumb, and expects the range with the label `expected`. */
async function slide(expected: string, labels: readonly string[], ...keysByThumb: (readonly string[])[]) {
  const element = await startWithYears(labels);
  const thumbs = sliders().at(-1)!.querySelectorAll('input');
  for (const [index, presses] of keysByThumb.entries()) {
    thumbs[index]!.focus();
    for (const press of presses) await sendKeys({ press });
  }
  await until(() => element.store!.query.selectedFacets[0]?.label === expected);
  expect(element.store!.query.selectedFacets).to.have.length(1);
}

describe('range facets', () => {
  it('accept exact days', async () => {
    const element = await start();
    const form = await until(() => queryDeep<HTMLFormElement>('.dates'));
    const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
    field('from').value = '1999';
    form.querySelector<HTMLInputElement>('[type=checkbox]')!.click();
    expect(field('from').value).to.equal('1999-01-01');
    expect(field('from').ariaLabel).to.equal('Date: From');
    expect(form.querySelector('button')!.ariaLabel, 'of which filter').to.equal('Apply: Date');
    field('from').value = '1999-03-05';
    form.requestSubmit();
    await until(() => lastRequest().dateRange);
    expect(element.store!.query.dateRange).to.deep.equal({ from: '1999-03-05', to: '' });
    await settled();
    await expectAccessible();
    expect([field('from').type, field('to').type]).to.deep.equal(['date', 'date']);
  });
  it('show the years again if the exact days are the first and last of years', async () => {
    await start();
    const form = await until(() => queryDeep<HTMLFormElement>('.dates'));
    const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
    const checkbox = form.querySelector<HTMLInputElement>('[type=checkbox]')!;
    field('from').value = '1999';
    checkbox.click();
    form.requestSubmit();
    await until(() => lastRequest().dateRange);
    await settled();
    expect([checkbox.checked, field('from').type, field('from').value]).to.deep.equal([
      false,
      'number',
      '1999',
    ]);
    form.requestSubmit();
    await settled();
    expect(lastRequest().dateRange).to.deep.equal({ from: '1999-01-01', to: null });
  });
  it('accept years in any order', async () => {
    await start();
    const form = await until(() => queryDeep<HTMLFormElement>('.dates'));
    const [from, to] = form.querySelectorAll<HTMLInputElement>('.field');
    [from!.value, to!.value] = ['1999', '985'];
    form.requestSubmit();
    await until(() => lastRequest().dateRange);
    expect(lastRequest().dateRange).to.deep.equal({ from: '0985-01-01', to: '1999-12-31' });
  });
  it('select a range with the slider by keyboard, snapping to the edges of the bars', async () => {
    const element = await start();
    await unfold();
    const thumb = queryDeep<HTMLInputElement>('.slider input')!;
    thumb.focus();
    await sendKeys({ press: 'ArrowRight' });
    await until(() => element.store!.query.selectedFacets.length);
    expect(element.store!.query.selectedFacets).to.deep.equal([
      { field: 'dyn_flt_pages', label: '[100 TO *]' },
    ]);
    expect(thumb.getAttribute('aria-valuetext')).to.equal('100');
  });
  it('send one request and add one history entry for several quick slider steps', async () => {
    await start();
    await unfold();
    const countSearches = () => requests.filter(({ url }) => url.pathname.endsWith('/search')).length;
    const before = countSearches();
    const thumb = queryDeep<HTMLInputElement>('.slider input')!;
    // Four key presses without delay, independent of the load of the machine.
    for (const step of [1, 1, -1, 1]) {
      thumb.stepUp(step);
      for (const name of ['input', 'change']) thumb.dispatchEvent(new Event(name, { bubbles: true }));
    }
    await until(() => queryDeep('.chosen bdi')?.textContent === '≥ 200');
    expect(countSearches()).to.equal(before + 1);
    history.back();
    await until(() => !queryDeep('.chosen'));
  });
  it('end a range with the last year below the upper thumb', async () => {
    await slide(
      '[1800 TO 1849]',
      ['1750 – 1799', '1800 – 1849', '1850 – 1899'],
      ['ArrowRight'],
      ['ArrowLeft'],
    );
  });
  it('include the last year in a range of single years', async () => {
    await slide('[2002 TO 2003]', ['2001', '2002', '2003', '2004'], ['ArrowRight'], ['ArrowLeft']);
  });
  it('select the bar that begins at the stop of both thumbs', async () => {
    await slide('[* TO 2001]', ['2001', '2002', '2003'], [], ['ArrowLeft', 'ArrowLeft', 'ArrowLeft']);
  });
  it('apply the ranges of two facets that the visitor changes one right after the other', async () => {
    const element = await startWithYears(['2001', '2002', '2003']);
    await unfold();
    for (const slider of sliders()) {
      slider.querySelector('input')!.focus();
      await sendKeys({ press: 'ArrowRight' });
    }
    await until(() => element.store!.query.selectedFacets.length === 2);
    expect(element.store!.query.selectedFacets.map(({ field }) => field)).to.have.members([
      'dyn_flt_pages',
      'dyn_flt_date',
    ]);
  });
  it('show date ranges in days or years, as they were entered', async () => {
    const chip = async (from: string, to: string) => {
      history.replaceState(null, '', `?search.from=${from}&search.to=${to}`);
      const element = await start();
      const text = queryDeep('.chosen bdi')!.textContent;
      element.remove();
      return text;
    };
    expect(await chip('1970-01-01', '1990-01-01')).to.equal('Jan 1, 1970 – Jan 1, 1990');
    expect(await chip('1970-01-01', '1990-12-31')).to.equal('1970 – 1990');
  });
  it('have inputs that fit long numbers, and localize the numbers of the filter', async () => {
    const element = await start();
    await unfold();
    const form = queryDeep<HTMLFormElement>('.ends')!;
    const [from, to] = form.querySelectorAll('input');
    from!.value = '1e3';
    to!.value = '200000';
    const availableWidth = to!.clientWidth - 2 * Number.parseFloat(getComputedStyle(to!).paddingInlineStart);
    const canvas = document.createElement('canvas').getContext('2d')!;
    canvas.font = getComputedStyle(to!).font;
    expect(canvas.measureText('-2000000').width).to.be.below(availableWidth);
    form.requestSubmit();
    await until(() => queryDeep('.chosen bdi'));
    expect(queryDeep('.chosen bdi')!.textContent).to.equal('1000 – 200,000');
    expect(element.store!.query.selectedFacets[0]!.label).to.equal('[1000 TO 200000]');
  });
  it('draw bars with the square root of their counts as height, colored inside the selected range', async () => {
    const element = await start();
    await unfold();
    const bars = () => [...queryDeep('.histogram')!.querySelectorAll('rect')];
    const counts = [
      ...element.store!.response!.facets.find(({ field }) => field === 'dyn_flt_pages')!.facets,
    ].map(({ count }) => count);
    const highest = Math.max(...counts);
    for (const [index, bar] of bars().entries()) {
      const relativeHeight = bar.height.baseVal.value / 32;
      expect(relativeHeight).to.be.closeTo(Math.sqrt(counts[index]! / highest), 0.05);
    }
    await element.store!.change({ selectedFacets: [{ field: 'dyn_flt_pages', label: '[100 TO 300]' }] });
    await settled();
    expect(bars().map((bar) => bar.classList.contains('on'))).to.deep.equal([false, true, true, false]);
    const [slider, histogram] = [queryDeep('.slider')!, queryDeep('.histogram')!].map((part) =>
      part.getBoundingClientRect(),
    );
    expect(slider!.top, 'the thumbs do not cover the bars').to.be.at.least(histogram!.bottom - 1);
  });
  it('list the values as checkboxes only if there is no histogram', async () => {
    const countCheckboxes = async (labels: readonly string[]) => {
      const element = await startWithYears(labels);
      const facets = [...queryDeep('facet-panel')!.shadowRoot!.querySelectorAll('.facet')];
      const count = facets.at(-1)!.querySelectorAll('input[type=checkbox]').length;
      element.remove();
      return count;
    };
    expect(await countCheckboxes(['2001', '2002', '2003'])).to.equal(0);
    expect(await countCheckboxes(['2001', '2002'])).to.equal(2);
    expect(await countCheckboxes(['[3 TO 3]', '[4 TO 4]', '[5 TO 5]'])).to.equal(3);
  });
  it('follow the writing direction in slider and histogram', async () => {
    document.documentElement.dir = 'rtl';
    await start();
    await unfold();
    const bars = queryDeep('.histogram')!;
    const [first, last] = [bars.querySelector('rect')!, bars.querySelector('rect:last-of-type')!];
    expect(first.getBoundingClientRect().left).to.be.above(last.getBoundingClientRect().left);
    const [low] = queryDeep('.slider')!.querySelectorAll('input');
    expect(getComputedStyle(low!).direction).to.equal('rtl');
  });
  it('name the lowest and the highest value below the slider and in the empty inputs', async () => {
    await startWithYears(['1750 – 1799', '1800 – 1849', '1850 – 1899']);
    const facet = [...queryDeep('facet-panel')!.shadowRoot!.querySelectorAll('.facet')].at(-1)!;
    expect([...facet.querySelectorAll('.axis bdi')].map(({ textContent }) => textContent)).to.deep.equal([
      '1750',
      '1850',
      '1899',
    ]);
    const placeholders = (root: Element) =>
      [...root.querySelectorAll('input[type=number]')].map((field) => field.getAttribute('placeholder'));
    expect(placeholders(facet)).to.deep.equal(['1750', '1899']);
    expect(placeholders(queryDeep('.dates')!)).to.deep.equal(['1750', '1899']);
  });
  it('show the bounds in the inputs while a thumb moves', async () => {
    await startWithYears(['1750 – 1799', '1800 – 1849', '1850 – 1899']);
    const thumb = sliders().at(-1)!.querySelector('input')!;
    thumb.stepUp();
    thumb.dispatchEvent(new Event('input', { bubbles: true }));
    const fields = [...thumb.closest('.facet')!.querySelectorAll<HTMLInputElement>('.ends input')];
    expect(fields.map(({ value }) => value)).to.deep.equal(['1800', '']);
  });
  it('scroll into the view when they are opened, and stay there while those above become shorter', async () => {
    serve(testSettings(), (url, body) => {
      if (!url.pathname.endsWith('/search')) return undefined;
      const request = JSON.parse(body);
      const response = search(request);
      if (request.selectedFacets) {
        for (const group of response.facets.slice(0, -1)) group.facets.length = 1;
        response.result.length = 1;
      }
      return { status: 200, body: response };
    });
    await start();
    await unfold();
    const panel = queryDeep('facet-panel')!.shadowRoot!;
    const facet = [...panel.querySelectorAll<HTMLElement>('.facet')].at(-1)!;
    const heading = facet.querySelector<HTMLElement>('.heading')!;
    await click(heading);
    heading.scrollIntoView({ block: 'end' });
    await click(heading);
    await until(() => facet.getBoundingClientRect().bottom <= innerHeight + 1);
    const slider = facet.querySelector('.slider')!;
    const { top } = slider.getBoundingClientRect();
    slider.querySelector('input')!.focus();
    // As on many sites.
    document.documentElement.style.scrollBehavior = 'smooth';
    await sendKeys({ press: 'ArrowRight' });
    await until(() => panel.querySelectorAll('.value').length < 4);
    await settled();
    document.documentElement.style.scrollBehavior = '';
    expect(slider.getBoundingClientRect().top).to.be.closeTo(top, 2);
    // Elsewhere, the facets close up again.
    input().focus();
    await sendKeys({ press: 'Shift' });
    expect(facet.style.marginBlockStart).to.equal('');
  });
  it('reserve their space before the controls have loaded', async () => {
    await start();
    await unfold();
    const controls = queryDeep('.ranges')!;
    const height = controls.getBoundingClientRect().height;
    controls.replaceChildren();
    expect(controls.getBoundingClientRect().height).to.equal(height);
  });
  it('have no separator above the dates if they are the only filter', async () => {
    serve(
      testSettings(({ filter }) => {
        filter.componentOrder = ['date', 'results'];
      }),
    );
    await start();
    expect(getComputedStyle(queryDeep('.dates')!).borderBlockStartStyle).to.equal('none');
  });
});
