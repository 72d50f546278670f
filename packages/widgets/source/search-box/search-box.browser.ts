/** The search box: example, recent searches, voice. */
import { sendKeys } from '@web/test-runner-commands';
import { expect } from 'chai';
import { deep, until } from '../testing/page.testing.ts';
import { eachVisit, start } from '../testing/search.testing.ts';

eachVisit();

describe('the search box', () => {
  it('gives an example from the space, and remembers nothing where the owner says so', async () => {
    const element = await start({ 'no-recent': '' });
    const input = deep<HTMLInputElement>('input[role=combobox]')!;
    expect(input.placeholder).to.match(/^For example: \w+/);
    input.focus();
    await sendKeys({ type: 'tariff' });
    await sendKeys({ press: 'Enter' });
    await until(() => element.session!.answered?.input === 'tariff');
    expect(localStorage.length).to.equal(0);
  });
});
