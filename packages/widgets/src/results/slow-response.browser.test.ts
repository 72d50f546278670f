/** Tests of the notice for slow responses. */
import { expect } from 'chai';
import { expectAccessible, queryDeep, requests, serve, until } from '../../test/support/page.ts';
import { eachVisit, start } from '../../test/support/search.ts';
import { testSettings } from '../../test/support/service.ts';

eachVisit();

describe('a slow response', () => {
  const { setTimeout: wait } = window;
  afterEach(() => {
    window.setTimeout = wait;
  });
  /** Skips the delay of the notice. */
  const skipDelay = () => {
    window.setTimeout = ((done: TimerHandler, time = 0) =>
      wait(done, time === 10_000 ? 0 : time)) as typeof window.setTimeout;
  };
  const text = 'This is taking longer than usual. Try again';
  const notice = (place: string) =>
    until(() => {
      const found = queryDeep(`${place} .notice`);
      return found?.textContent === text && found;
    });
  const requested = (operation: string) =>
    requests.filter(({ url }) => url.pathname.endsWith(operation)).length;

  it('shows a notice above the skeleton and retries on request', async () => {
    let stuck = true;
    serve(testSettings(), () => (stuck ? 'never' : undefined));
    skipDelay();
    void start();
    const said = await notice('.main');
    expect(queryDeep('.main .waiting') === null).to.equal(false);
    await until(() => queryDeep('[role=status]')?.textContent?.includes('This is taking longer than usual.'));
    await expectAccessible();
    window.setTimeout = wait;
    stuck = false;
    said.querySelector('button')!.click();
    await until(() => queryDeep('[data-document]') && !queryDeep('.notice'));
  });
  it('shows a notice above the previous results', async () => {
    serve(testSettings(), (_, body) => (body.includes('"slow"') ? 'never' : undefined));
    const element = await start();
    skipDelay();
    void element.store!.change({ input: 'slow' });
    await notice('.main');
    expect(queryDeep('.searching ol.list') === null).to.equal(false);
    window.setTimeout = wait;
    await element.store!.change({ input: 'tariff' });
    await until(() => !queryDeep('.notice'));
  });
  it('shows no notice if the response arrives in time', async () => {
    const element = await start();
    const over: (() => void)[] = [];
    window.setTimeout = ((done: () => void, time = 0) =>
      time === 10_000 ? over.push(done) && wait(done, 50) : wait(done, time)) as typeof window.setTimeout;
    await element.store!.change({ input: 'tariff' });
    await new Promise((done) => wait(done, 100));
    expect(over).to.have.length(1);
    expect(queryDeep('.notice') === null).to.equal(true);
  });
  it('shows a notice in the detail view and retries on request', async () => {
    let stuck = true;
    serve(testSettings(), (url) => (stuck && url.pathname.endsWith('/document') ? 'never' : undefined));
    await start();
    skipDelay();
    queryDeep('[data-document]')!.click();
    const said = await notice('article');
    window.setTimeout = wait;
    stuck = false;
    const before = requested('/document');
    said.querySelector('button')!.click();
    await until(() => queryDeep('.text') && !queryDeep('.notice'));
    expect(requested('/document')).to.equal(before + 1);
  });
});

describe('before a response', () => {
  const animation = (element: Element, pseudo?: string) => getComputedStyle(element, pseudo).animationName;

  it('the first page shows a skeleton of the results and filters, without text for screen readers', async () => {
    serve(testSettings(), () => 'never');
    void start();
    await until(() => queryDeep('.main .waiting .result') && queryDeep('.side .waiting .skeleton'));
    const skeletons = [queryDeep('.main .waiting')!, queryDeep('.side .waiting')!];
    expect(skeletons.map(({ ariaHidden }) => ariaHidden)).to.deep.equal(['true', 'true']);
    expect(skeletons[0]!.querySelectorAll('.result')).to.have.length(4);
    // It is hidden at first, so that a fast response does not flicker.
    expect(animation(queryDeep('.page')!)).to.equal('wait');
    await until(() => getComputedStyle(queryDeep('.main .waiting')!).visibility === 'visible');
    await expectAccessible();
  });
  it('a line advances below the header while further results load', async () => {
    serve(testSettings(), (_, body) => (body.includes('"slow"') ? 'never' : undefined));
    const element = await start();
    const header = queryDeep('.navbar')!;
    expect(animation(header, '::after')).to.equal('none');
    void element.store!.change({ input: 'slow' });
    await until(() => queryDeep('.page.searching'));
    expect(animation(header, '::after')).to.equal('advance');
    await element.store!.change({ input: 'tariff' });
    await until(() => !element.store!.request && !queryDeep('.page.searching'));
    expect(animation(header, '::after')).to.equal('none');
  });
});
