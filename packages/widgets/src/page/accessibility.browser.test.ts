/** Accessibility tests of the search page in all states. */
import { emulateMedia, sendKeys, setViewport } from '@web/test-runner-commands';
import { expect } from 'chai';
import { expectAccessible, queryDeep, serve, settled, until } from '../../test/support/page.ts';
import { eachVisit, heading, start, type } from '../../test/support/search.ts';
import { testSettings } from '../../test/support/service.ts';

eachVisit();

describe('semantic-search is accessible', () => {
  it('with results', async () => {
    await start();
    await expectAccessible();
  });
  it('with suggestions open and one of them active', async () => {
    await start();
    await type('in');
    await until(() => queryDeep('[role=option]'));
    await sendKeys({ press: 'ArrowDown' });
    await until(() => queryDeep('[role=option][aria-selected=true]'));
    await expectAccessible();
  });
  it('with an expanded branch and active filters', async () => {
    await start();
    queryDeep('.disclosure[aria-expanded]')!.click();
    (await until(() => queryDeep<HTMLInputElement>('.tree .tree input'))).click();
    await until(() => queryDeep('.chosen'));
    await settled();
    queryDeep<HTMLInputElement>('.branch input')!.click();
    await until(() => queryDeep<HTMLInputElement>('.branch input')!.checked);
    await expectAccessible();
  });
  it('with nothing found', async () => {
    await start();
    await type('inflatoin');
    await until(() => queryDeep('[part=empty]'));
    await expectAccessible();
  });
  it('with an error', async () => {
    serve(testSettings(), (url) =>
      url.pathname.endsWith('/search') ? { status: 503, body: {} } : undefined,
    );
    await start();
    await until(() => queryDeep('[part=error]'));
    await expectAccessible();
  });
  it('with the detail view next to the list and an explained concept', async () => {
    await start();
    queryDeep('[data-document]')!.click();
    (await until(() => queryDeep('.concept'))).click();
    await until(() => queryDeep('.card'));
    await expectAccessible();
  });
  it('with similar documents open in place', async () => {
    await start();
    queryDeep('.fold')!.click();
    await until(() => queryDeep('.shared'));
    await expectAccessible();
  });
  it('at 320 px without overflow', async () => {
    await setViewport({ width: 320, height: 700 });
    await start();
    expect(document.documentElement.scrollWidth).to.be.at.most(320);
    await expectAccessible();
  });
  it('at 320 px with the filters in their dialog', async () => {
    await setViewport({ width: 320, height: 700 });
    await start();
    queryDeep('[aria-haspopup=dialog]')!.click();
    await until(() => queryDeep('dialog[open]'));
    await expectAccessible();
  });
  it('from right to left', async () => {
    document.documentElement.dir = 'rtl';
    document.documentElement.lang = 'ar';
    await start();
    expect(getComputedStyle(queryDeep('.page')!).direction).to.equal('rtl');
    await expectAccessible();
  });
  it('in the dark theme', async () => {
    await emulateMedia({ colorScheme: 'dark' });
    await start({ theme: 'dark' });
    await type('inflation');
    await expectAccessible();
  });
  it('in German', async () => {
    document.documentElement.lang = 'de';
    await start();
    await until(() => heading()?.includes('Treffer'));
    await expectAccessible();
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
    await expectAccessible();
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
    await expectAccessible();
  });
});
