/** A service that takes long: the visitor is told, and may try again. */
import { expect } from 'chai';
import { accessible, deep, requests, serve, until } from '../../test/support/page.ts';
import { eachVisit, start } from '../../test/support/search.ts';
import { testSettings } from '../../test/support/service.ts';

eachVisit();

describe('a service that takes long', () => {
  const { setTimeout: wait } = window;
  afterEach(() => {
    window.setTimeout = wait;
  });
  /** What would be waited for longest is over at once. */
  const hasten = () => {
    window.setTimeout = ((done: TimerHandler, time = 0) =>
      wait(done, time === 10_000 ? 0 : time)) as typeof window.setTimeout;
  };
  const text = 'This is taking longer than usual. Try again';
  const notice = (place: string) =>
    until(() => {
      const found = deep(`${place} .notice`);
      return found?.textContent === text && found;
    });
  const asked = (operation: string) => requests.filter(({ url }) => url.pathname.endsWith(operation)).length;

  it('is excused for before anything has come, and asked again on request', async () => {
    let stuck = true;
    serve(testSettings(), () => (stuck ? 'never' : undefined));
    hasten();
    void start();
    const said = await notice('.main');
    expect(deep('.main .waiting') === null).to.equal(false);
    await until(() => deep('[role=status]')?.textContent?.includes('This is taking longer than usual.'));
    await accessible();
    window.setTimeout = wait;
    stuck = false;
    said.querySelector('button')!.click();
    await until(() => deep('[data-document]') && !deep('.notice'));
  });
  it('is excused for above the results from before', async () => {
    serve(testSettings(), (_, body) => (body.includes('"slow"') ? 'never' : undefined));
    const element = await start();
    hasten();
    void element.store!.change({ input: 'slow' });
    await notice('.main');
    expect(deep('.stale') === null).to.equal(false);
    window.setTimeout = wait;
    await element.store!.change({ input: 'tariff' });
    await until(() => !deep('.notice'));
  });
  it('is not excused for where it answers in time', async () => {
    const element = await start();
    const over: (() => void)[] = [];
    window.setTimeout = ((done: () => void, time = 0) =>
      time === 10_000 ? over.push(done) && wait(done, 50) : wait(done, time)) as typeof window.setTimeout;
    await element.store!.change({ input: 'tariff' });
    await new Promise((done) => wait(done, 100));
    expect(over).to.have.length(1);
    expect(deep('.notice') === null).to.equal(true);
  });
  it('is excused for in the detail view', async () => {
    let stuck = true;
    serve(testSettings(), (url) => (stuck && url.pathname.endsWith('/document') ? 'never' : undefined));
    await start();
    hasten();
    deep('[data-document]')!.click();
    const said = await notice('article');
    window.setTimeout = wait;
    stuck = false;
    const before = asked('/document');
    said.querySelector('button')!.click();
    await until(() => deep('.text') && !deep('.notice'));
    expect(asked('/document')).to.equal(before + 1);
  });
});
