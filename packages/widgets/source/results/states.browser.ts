/** States without results: nothing is silent, and each leads on. */
import { expect } from 'chai';
import { accessible, deep, focused, serve, settled, until } from '../testing/page.testing.ts';
import { asked, click, eachVisit, start } from '../testing/search.testing.ts';
import { testSettings } from '../testing/service.testing.ts';

eachVisit();

describe('nothing is silent', () => {
  const listen = (name: 'warn' | 'error') => {
    const told: string[] = [];
    const former = console[name];
    console[name] = (...words: unknown[]) => told.push(words.join(' '));
    return { told, stop: () => Object.assign(console, { [name]: former }) };
  };
  it('says what is missing where no configuration is named', async () => {
    const warnings = listen('warn');
    const errors: string[] = [];
    const keep = (event: Event) => errors.push((event as CustomEvent<{ error: Error }>).detail.error.message);
    document.addEventListener('semantic-search-error', keep);
    await start({ configuration: 'seven' });
    document.removeEventListener('semantic-search-error', keep);
    warnings.stop();
    expect(deep('[part=error]')!.textContent).to.equal('No search has been set up here');
    const own = warnings.told.filter((words) => words.includes('attribute "configuration"'));
    expect(own).to.have.length(1);
    expect(errors).to.deep.equal(own);
    await accessible();
  });
  it('tells the owner once why a page is refused, and the visitor no other try', async () => {
    const problem = {
      type: '/problems/forbidden',
      title: 'No',
      status: 403,
      detail: 'Not from this origin.',
    };
    serve(testSettings(), () => ({ status: 403, body: problem }));
    const errors = listen('error');
    const element = await start();
    errors.stop();
    expect(errors.told).to.deep.equal(['<semantic-search>: Not from this origin.']);
    const panel = deep('[part=error]')!;
    expect(panel.querySelector('button')).to.equal(null);
    const frame = element.getBoundingClientRect();
    expect(frame.height).to.be.lessThan(200);
    expect(panel.getBoundingClientRect().left - frame.left).to.be.at.least(16);
  });
  it('leads back to everything where nothing was found', async () => {
    const element = await start();
    const { left } = deep('semantic-search-box')!.getBoundingClientRect();
    await element.session!.change({ input: 'xyzzy' });
    await settled();
    expect(deep('.side')!.getBoundingClientRect().width).to.equal(0);
    expect(deep('semantic-search-box')!.getBoundingClientRect().left, 'the box stays').to.equal(left);
    await click([...deep('[part=empty]')!.querySelectorAll('button')].at(-1)!);
    await until(() => deep('.result'));
    expect(asked().input).to.equal(undefined);
    expect(focused()?.id).to.equal('results');
    expect(deep('.side')!.getBoundingClientRect().width).to.be.greaterThan(0);
  });
});
