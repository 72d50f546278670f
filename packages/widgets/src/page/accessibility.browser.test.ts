/** Accessibility tests of the search page in all states. */
import { emulateMedia, sendKeys, setViewport } from '@web/test-runner-commands';
import { expect } from 'chai';
import { accessible, deep, serve, settled, until } from '../../test/support/page.ts';
import { eachVisit, heading, start, type } from '../../test/support/search.ts';
import { testSettings } from '../../test/support/service.ts';

eachVisit();

describe('semantic-search is accessible', () => {
  it('with results', async () => {
    await start();
    await accessible();
  });
  it('with suggestions open and one of them active', async () => {
    await start();
    await type('in');
    await until(() => deep('[role=option]'));
    await sendKeys({ press: 'ArrowDown' });
    await until(() => deep('[role=option][aria-selected=true]'));
    await accessible();
  });
  it('with an expanded branch and active filters', async () => {
    await start();
    deep('.disclosure[aria-expanded]')!.click();
    (await until(() => deep<HTMLInputElement>('.tree .tree input'))).click();
    await until(() => deep('.chosen'));
    await settled();
    deep<HTMLInputElement>('.branch input')!.click();
    await until(() => deep<HTMLInputElement>('.branch input')!.checked);
    await accessible();
  });
  it('with nothing found', async () => {
    await start();
    await type('inflatoin');
    await until(() => deep('[part=empty]'));
    await accessible();
  });
  it('with an error', async () => {
    serve(testSettings(), (url) =>
      url.pathname.endsWith('/search') ? { status: 503, body: {} } : undefined,
    );
    await start();
    await until(() => deep('[part=error]'));
    await accessible();
  });
  it('with the detail view next to the list and an explained concept', async () => {
    await start();
    deep('[data-document]')!.click();
    (await until(() => deep('.concept'))).click();
    await until(() => deep('.card'));
    await accessible();
  });
  it('with similar documents open in place', async () => {
    await start();
    deep('.fold')!.click();
    await until(() => deep('.shared'));
    await accessible();
  });
  it('at 320 px without overflow', async () => {
    await setViewport({ width: 320, height: 700 });
    await start();
    expect(document.documentElement.scrollWidth).to.be.at.most(320);
    await accessible();
  });
  it('at 320 px with the filters in their dialog', async () => {
    await setViewport({ width: 320, height: 700 });
    await start();
    deep('[aria-haspopup=dialog]')!.click();
    await until(() => deep('dialog[open]'));
    await accessible();
  });
  it('from right to left', async () => {
    document.documentElement.dir = 'rtl';
    document.documentElement.lang = 'ar';
    await start();
    expect(getComputedStyle(deep('.page')!).direction).to.equal('rtl');
    await accessible();
  });
  it('in the dark theme', async () => {
    await emulateMedia({ colorScheme: 'dark' });
    await start({ theme: 'dark' });
    await type('inflation');
    await accessible();
  });
  it('in German', async () => {
    document.documentElement.lang = 'de';
    await start();
    await until(() => heading()?.includes('Treffer'));
    await accessible();
  });
  it('with configured colors of low contrast', async () => {
    serve(
      testSettings((settings) => {
        const pair = (backgroundColor: string, fontColor: string) => ({ backgroundColor, fontColor });
        Object.assign(settings.layout, {
          navbar: pair('#ffd400', '#ffffff'),
          facets: pair('#ff66cc', '#cc3399'),
          documents: pair('#e8ffe8', '#88cc88'),
          basicActionColor: pair('#ffff00', '#ffffff'),
          focusActionColor: pair('#00ffff', '#eeeeee'),
          criticalActionColor: pair('#ff9999', '#ffffff'),
        });
      }),
    );
    await start();
    await type('inflation');
    await accessible();
  });
  it('as the only content of a page, with heading level 1 and image cards', async () => {
    serve(
      testSettings((settings) => {
        settings.result.showResultAsImage = true;
      }),
    );
    const element = await start({ 'heading-level': '1' });
    document.querySelector('h1')!.remove();
    expect(element.shadowRoot!.querySelector('.picture') === null).to.equal(false);
    await accessible();
  });
});
