/** The line of facts: dates in the owner’s style. */
import { expect } from 'chai';
import { deep, serve } from '../testing/page.testing.ts';
import { eachVisit, start } from '../testing/search.testing.ts';
import { testSettings } from '../testing/service.testing.ts';

eachVisit();

it('facts stand apart for those who hear them, too', async () => {
  await start();
  const line = deep('.facts')!.cloneNode(true) as HTMLElement;
  for (const silent of line.querySelectorAll('[aria-hidden]')) silent.remove();
  expect(line.textContent).to.match(/^\S+\s+May 17, 1980\s+\S/);
});

describe('every date', () => {
  for (const [style, written] of [
    ['short', '5/17/80'],
    ['medium', 'May 17, 1980'],
    ['long', 'May 17, 1980'],
    ['full', 'Saturday, May 17, 1980'],
  ] as const)
    it(`is written in the style ${style}`, async () => {
      serve(
        testSettings((settings) => {
          settings.result.dateFormat = style;
        }),
      );
      await start({ lang: 'en-US' });
      expect(deep('.facts')!.textContent).to.contain(written);
    });
});
