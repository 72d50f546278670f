/** Results in the form of the owner’s own template. */
import { expect } from 'chai';
import { deep, settled, until } from '../../test/support/page.ts';
import { eachVisit } from '../../test/support/search.ts';

eachVisit();

describe('an owner’s template', () => {
  it('is filled for each result, in the page, with what was found marked and nothing as markup', async () => {
    const template = document.createElement('template');
    template.slot = 'result';
    template.innerHTML =
      '<h3><a data-link data-text="title"></a></h3><p data-text="Publisher"></p><img data-src alt=""><b data-if="image">x</b>';
    const element = document.createElement('semantic-search');
    element.append(template);
    element.setAttribute('configuration', '7');
    element.setAttribute('token', 't');
    const main = document.createElement('main');
    const heading = document.createElement('h1');
    heading.textContent = 'A page';
    main.append(heading, element);
    document.body.append(main);
    await element.ready;
    await element.store!.change({ input: 'tariff' });
    await settled();
    const filled = [...element.querySelectorAll<HTMLElement>('[data-result]')];
    expect(filled[0]!.querySelector('mark')!.textContent!.toLowerCase()).to.equal('tariff');
    expect(filled[0]!.querySelector('p')!.textContent).not.to.equal('');
    expect(filled[0]!.querySelector('img, b') === null).to.equal(true);
    expect(filled[0]!.getBoundingClientRect().height).to.be.greaterThan(10);
    filled[0]!.querySelector('a')!.click();
    await until(() => deep('semantic-search-detail'));
  });
});
