/** Tests of the custom result template. */
import { expect } from 'chai';
import { queryDeep, serve, until } from '../../test/support/page.ts';
import { eachVisit } from '../../test/support/search.ts';
import { search, testSettings } from '../../test/support/service.ts';

eachVisit();

describe('a custom result template', () => {
  it('renders results whose date is outside the calendar', async () => {
    const settings = testSettings();
    serve(settings, (url, body) => {
      if (!url.pathname.endsWith('/search')) return undefined;
      const response = search(JSON.parse(body), settings.result);
      for (const result of response.result) result.date = 1e20;
      return { status: 200, body: response };
    });
    const element = document.createElement('semantic-search');
    element.innerHTML =
      '<template slot="result"><b data-text="title"></b><i data-text="date"></i></template>';
    for (const [name, value] of [
      ['configuration', '7'],
      ['token', 't'],
    ] as const)
      element.setAttribute(name, value);
    document.body.append(element);
    const rendered = await until(() => element.querySelector('[data-result]'));
    expect(rendered.querySelector('b')!.textContent).not.to.equal('');
    expect(rendered.querySelector('i')!.textContent).to.equal('');
  });
  it('renders each result in the light DOM, with highlights and without interpreting values as markup', async () => {
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
    await until(() => element.querySelector('[data-result] mark'));
    const rendered = [...element.querySelectorAll<HTMLElement>('[data-result]')];
    expect(rendered[0]!.querySelector('mark')!.textContent!.toLowerCase()).to.equal('tariff');
    expect(rendered[0]!.querySelector('p')!.textContent).not.to.equal('');
    expect(rendered[0]!.querySelector('img, b') === null).to.equal(true);
    expect(rendered[0]!.getBoundingClientRect().height).to.be.greaterThan(10);
    rendered[0]!.querySelector('a')!.click();
    await until(() => queryDeep('semantic-search-detail'));
  });
});
