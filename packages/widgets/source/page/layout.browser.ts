/** Where things stand: edges, crops, and what is drawn before the owner's colours are known. */
import { setViewport } from '@web/test-runner-commands';
import { expect } from 'chai';
import { accessible, deep, serve, settled, until } from '../testing/page.testing.ts';
import { eachVisit, start } from '../testing/search.testing.ts';
import { testSettings } from '../testing/service.testing.ts';

eachVisit();

const right = (selector: string) => Math.round(deep(selector)!.getBoundingClientRect().right);

describe('the page', () => {
  for (const width of [768, 1280, 1600])
    it(`ends at one edge: search box, toolbar, results, pager (${width} px)`, async () => {
      await setViewport({ width, height: 900 });
      await start();
      const edge = right('semantic-search-box');
      for (const other of ['.toolbar', '.list .result', '.pager', '.pager > :last-child'])
        expect(right(other), other).to.equal(edge);
    });
  it('shows pictures cut alike, in cards as high as their neighbours', async () => {
    serve(
      testSettings((settings) => {
        settings.result.showResultAsImage = true;
      }),
    );
    await start();
    const cards = [...deep('.cards')!.querySelectorAll<HTMLElement>('.result')].slice(0, 3);
    expect(new Set(cards.map((card) => card.getBoundingClientRect().height)).size).to.equal(1);
    for (const card of cards) {
      const { width, height } = card.querySelector('.picture')!.getBoundingClientRect();
      expect(width / height).to.be.closeTo(4 / 3, 0.02);
    }
    await accessible();
  });
  it('is drawn in no colour of its own before the configuration is there', async () => {
    serve(testSettings(), (url) => (url.pathname.endsWith('/7') ? 'never' : undefined));
    const element = document.createElement('semantic-search');
    element.setAttribute('configuration', '7');
    element.setAttribute('token', 't');
    const main = document.createElement('main');
    main.append(element);
    document.body.append(main);
    await until(() => deep('.navbar'));
    await settled();
    for (const part of ['.navbar', '.page'])
      expect(getComputedStyle(deep(part)!).backgroundColor, part).to.equal('rgba(0, 0, 0, 0)');
  });
});

describe('what the thesaurus added', () => {
  it('is named in full on request, and left out by a button that says so', async () => {
    const element = await start();
    await element.session!.change({ input: 'inflation' });
    const line = await until(() => deep('.understood'));
    expect(line.querySelector('button')!.textContent).to.equal('Search for exactly “inflation”');
    await accessible();
  });
});
