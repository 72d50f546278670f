/** What can be done with the results: link, print, export. */
import { sendKeys } from '@web/test-runner-commands';
import { expect } from 'chai';
import { accessible, deep, focused, until } from '../testing/page.testing.ts';
import { eachVisit, start } from '../testing/search.testing.ts';

eachVisit();

describe('sharing and exporting', () => {
  it('is accessible while open, closes with Escape and gives the focus back', async () => {
    await start();
    const opener = deep('.actions > button')!;
    opener.click();
    await until(() => deep('semantic-search-actions'));
    await until(() => focused()?.textContent === 'Copy link');
    await accessible();
    await sendKeys({ press: 'Escape' });
    await until(() => focused() === opener);
    expect(deep('semantic-search-actions')).to.equal(null);
  });
  it('is not there where the owner does without', async () => {
    await start({ 'no-actions': '' });
    expect(deep('.actions')).to.equal(null);
  });
});
