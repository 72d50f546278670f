/** Ranges of dates and numbers. */
import { sendKeys } from '@web/test-runner-commands';
import { expect } from 'chai';
import { accessible, deep, settled, until } from '../testing/page.testing.ts';
import { asked, eachVisit, start } from '../testing/search.testing.ts';

eachVisit();

describe('dates and numbers', () => {
  it('are narrowed to exact days on request', async () => {
    const element = await start();
    const form = deep<HTMLFormElement>('.dates')!;
    const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
    field('from-year').value = '1999';
    field('exact').click();
    expect(field('from-day').value).to.equal('1999-01-01');
    field('from-day').value = '1999-03-05';
    form.requestSubmit();
    await until(() => asked().dateRange);
    expect(element.session!.question.dateRange).to.deep.equal({ from: '1999-03-05', to: '' });
    await settled();
    await accessible();
    expect(field('from-day').hidden).to.equal(false);
  });
  it('are narrowed by sliding to the edge of a bar, by keyboard too', async () => {
    const element = await start();
    const thumb = deep<HTMLInputElement>('.slider input')!;
    thumb.focus();
    await sendKeys({ press: 'ArrowRight' });
    await until(() => element.session!.question.selectedFacets.length);
    expect(element.session!.question.selectedFacets).to.deep.equal([
      { field: 'dyn_flt_pages', label: '[100 TO *]' },
    ]);
    expect(thumb.getAttribute('aria-valuetext')).to.equal('100');
  });
});
