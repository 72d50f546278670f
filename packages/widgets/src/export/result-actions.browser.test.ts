/** Tests of the result actions: copy link, print, export. */
import { sendKeys } from '@web/test-runner-commands';
import { expect } from 'chai';
import { expectAccessible, focused, queryDeep, serve, until } from '../../test/support/page.ts';
import { eachVisit, serveSettings, start } from '../../test/support/search.ts';
import { respond, testSettings } from '../../test/support/service.ts';

eachVisit();

const open = async () => {
  queryDeep('.actions > button')!.click();
  await until(() => focused()?.textContent === 'Copy link');
};
const choose = (name: string) =>
  [...queryDeep('semantic-search-actions')!.shadowRoot!.querySelectorAll('button')]
    .find(({ textContent }) => textContent === name)!
    .click();
const reported = () => queryDeep('semantic-search-actions')?.shadowRoot?.querySelector('p')?.textContent;

/** Replaces a browser API while `use` runs. */
async function inPlaceOf(owner: object, name: string, value: unknown, use: () => Promise<void>) {
  Object.defineProperty(owner, name, { value, configurable: true });
  await use().finally(() => Reflect.deleteProperty(owner, name));
}

describe('sharing and exporting', () => {
  it('is accessible while open, closes with Escape and restores the focus', async () => {
    await start();
    const opener = queryDeep('.actions > button')!;
    await open();
    await expectAccessible();
    await sendKeys({ press: 'Escape' });
    await until(() => focused() === opener && !queryDeep('semantic-search-actions'));
  });
  it('is hidden with the attribute no-actions', async () => {
    await start({ 'no-actions': '' });
    expect(queryDeep('.actions') === null).to.equal(true);
  });
  it('copies the link and confirms it', async () => {
    const element = await start();
    await element.store!.change({ input: 'tariff' });
    const copied: string[] = [];
    const writeText = async (text: string) => void copied.push(text);
    await inPlaceOf(navigator, 'clipboard', { writeText }, async () => {
      await open();
      choose('Copy link');
      await until(() => reported() === 'Link copied');
    });
    expect(copied).to.deep.equal([location.href]);
    expect(copied[0]).to.contain('search=tariff');
  });
  it('shows the link if the browser denies clipboard access', async () => {
    await start();
    const writeText = () => Promise.reject(new DOMException('No.', 'NotAllowedError'));
    await inPlaceOf(navigator, 'clipboard', { writeText }, async () => {
      await open();
      choose('Copy link');
      await until(() => reported() === location.href);
    });
    await expectAccessible();
  });
  it('copies the address of a feed, with the token only if the feed needs it', async () => {
    const copied: URL[] = [];
    const writeText = async (text: string) => void copied.push(new URL(text));
    const subscribe = async (visible: boolean, claims: object) => {
      serveSettings((settings) => Object.assign(settings, { visible }));
      const base64 = btoa(JSON.stringify(claims))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '');
      const element = await start({ token: `head.${base64}.signature` });
      await element.store!.change({ input: 'tariff' });
      const count = copied.length;
      await open();
      choose('Subscribe to a feed');
      await until(() => copied.length > count);
      element.remove();
      expect(copied.at(-1)!.pathname).to.contain('/7/feed');
      expect(copied.at(-1)!.searchParams.get('input')).to.equal('tariff');
      return copied.at(-1)!.searchParams.get('access_token')?.split('.')[0];
    };
    const filter = { include: [{ uri: 'site', values: ['docs'] }] };
    await inPlaceOf(navigator, 'clipboard', { writeText }, async () => {
      expect(await subscribe(true, { sub: '~~~???' })).to.equal(undefined);
      expect(await subscribe(true, { sub: '~~~???', filter })).to.equal('head');
      expect(await subscribe(false, { sub: 'page' })).to.equal('head');
    });
  });
  it('closes before printing, so that it is not printed', async () => {
    await start();
    const onPaper: boolean[] = [];
    const print = () => void onPaper.push(queryDeep('semantic-search-actions') !== null);
    await inPlaceOf(window, 'print', print, async () => {
      await open();
      choose('Print');
      await until(() => onPaper.length);
    });
    expect(onPaper).to.deep.equal([false]);
  });
  it('shows how many results a file contains if there are more', async () => {
    const of = async (total: number) => {
      serve(testSettings(), (url, body) => {
        const response = respond(url, body) as { status: number; body: { total: number } };
        if (url.pathname.endsWith('/search')) response.body.total = total;
        return response;
      });
      const search = await start();
      await open();
      const { textContent } =
        queryDeep('semantic-search-actions')!.shadowRoot!.querySelector('li:last-child')!;
      search.remove();
      return textContent;
    };
    expect(await of(5000)).to.equal('Export as CSV 1,000 / 5,000');
    expect(await of(1000)).to.equal('Export as CSV');
  });
  it('reports a failed export and allows a retry', async () => {
    let failing = false;
    serve(testSettings(), (_, body) =>
      failing && body.includes('"count":100') ? { status: 503, body: {} } : undefined,
    );
    await start();
    await open();
    failing = true;
    choose('Export as CSV');
    await until(() => reported() === 'The search could not be answered');
    expect(
      queryDeep('semantic-search-actions')!.shadowRoot!.querySelector('[aria-disabled=true]') === null,
    ).to.equal(true);
  });
});
