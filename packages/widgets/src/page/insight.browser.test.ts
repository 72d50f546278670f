/** Tests of the beacons with searches and clicks: when they are sent, and what a browser can refuse. */
import type { SearchEvent } from '@semantic-search/contract';
import { expect } from 'chai';
import { settled, until } from '../../test/support/page.ts';
import { click, eachVisit, input, start, titles, type } from '../../test/support/search.ts';

/** Only searches with a publishable token are counted. */
const token = `${btoa('{"alg":"HS256","typ":"publishable+jwt"}')}.claims.signature`;

eachVisit();

describe('the beacons of a page', () => {
  const beacons: { address: string; events: SearchEvent[] }[] = [];
  let accepts = true;
  const hide = (isHidden: boolean) => {
    Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  };
  const types = () => beacons.map(({ events }) => events.map((event) => event.type));

  beforeEach(() => {
    beacons.length = 0;
    accepts = true;
    navigator.sendBeacon = (address, body) => {
      if (accepts) beacons.push({ address: String(address), events: JSON.parse(String(body)).events });
      return accepts;
    };
  });
  afterEach(() => {
    Reflect.deleteProperty(document, 'hidden');
    Reflect.deleteProperty(navigator, 'sendBeacon');
  });

  /** A page whose statistics have loaded. */
  async function visit(attributes: Record<string, string> = {}) {
    const element = await start({ token, 'no-url': '', ...attributes });
    await import('./insight.ts');
    await settled();
    return element;
  }
  async function searchAndOpen() {
    await type('tariff');
    await click(titles()[0]!);
    expect(beacons, 'a visible page waits').to.deep.equal([]);
  }

  it('contain a search and its click when the page is hidden, once', async () => {
    await visit();
    await searchAndOpen();
    hide(true);
    window.dispatchEvent(new PageTransitionEvent('pagehide'));
    expect(types()).to.deep.equal([['search', 'click']]);
    expect(beacons[0]!.address).to.include(`/api/configurations/7/events?access_token=${token}`);
  });
  it('contain a suggested document that opens in another tab', async () => {
    const element = await visit();
    await type('tariff');
    const { title } = element.store!.response!.result[0]!;
    const box = element.renderRoot.querySelector('semantic-search-box')!.shadowRoot!;
    const option = () =>
      [...box.querySelectorAll('[role=option]')].find((row) => row.textContent?.includes(title));
    await until(option);
    const { open } = window;
    window.open = () => null;
    option()!.dispatchEvent(new MouseEvent('auxclick', { button: 1, bubbles: true, composed: true }));
    window.open = open;
    hide(true);
    expect(types()).to.deep.equal([['search', 'click']]);
  });
  it('are sent when the page is left without being hidden, as in old versions of Safari', async () => {
    await visit();
    await searchAndOpen();
    window.dispatchEvent(new PageTransitionEvent('pagehide'));
    expect(types()).to.deep.equal([['search', 'click']]);
  });
  it('are sent when the page removes the search', async () => {
    const element = await visit();
    await searchAndOpen();
    element.remove();
    expect(types()).to.deep.equal([['search', 'click']]);
  });
  it('are sent at once while the page is hidden, because it may not be shown again', async () => {
    await visit();
    hide(true);
    await type('tariff');
    await until(() => beacons.length);
    expect(types()).to.deep.equal([['search']]);
  });
  it('are sent to the configuration of their events', async () => {
    const element = await visit();
    await searchAndOpen();
    element.setAttribute('configuration', '8');
    await until(() => element.store!.response && !element.store!.request);
    await element.store!.change({ input: 'inflation' });
    hide(true);
    expect(beacons.map(({ address }) => /\d+(?=\/events)/.exec(address)![0])).to.deep.equal(['7', '8']);
  });
  it('are repeated if the browser refuses them, because others of the page are too long', async () => {
    await visit();
    await searchAndOpen();
    accepts = false;
    hide(true);
    hide(false);
    accepts = true;
    hide(true);
    expect(types()).to.deep.equal([['search', 'click']]);
  });
  it('may be missing in the browser', async () => {
    Object.defineProperty(navigator, 'sendBeacon', { value: undefined, configurable: true });
    await visit();
    await searchAndOpen();
    hide(true);
    expect(input().value).to.equal('tariff');
  });
  it('contain as much of a long text as a visitor can type', async () => {
    const element = await visit();
    await element.store!.change({ input: `${'long words '.repeat(1000)} ann@example.org` });
    hide(true);
    const [{ query }] = beacons[0]!.events as [SearchEvent];
    expect(query).to.have.length(1000);
  });
});
