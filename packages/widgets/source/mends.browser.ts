/** What a visitor with a real mouse and keyboard meets: the focus is never lost, and nothing is silent. */
import { sendKeys, sendMouse, setViewport } from '@web/test-runner-commands';
import { expect } from 'chai';
import './detail-view.ts';
import './facet-panel.ts';
import { clean, deep, focused, mount, requests, serve, settled, until } from './page.testing.ts';
import './semantic-search.ts';
import { testSettings } from './service.testing.ts';

const asked = () => JSON.parse(requests.filter(({ url }) => url.pathname.endsWith('/search')).at(-1)!.body);
const start = (attributes: Record<string, string> = {}) =>
  mount('semantic-search', { configuration: '7', token: 't', ...attributes });

/** As a hand does it: what listens runs with all that a browser does in between. */
async function click(element: Element) {
  element.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = element.getBoundingClientRect();
  await sendMouse({
    type: 'click',
    position: [Math.round(left + width / 2), Math.round(top + height / 2)],
  });
  await settled();
}
const chips = () => [...deep('.active')!.querySelectorAll<HTMLElement>('.remove')];
const types = (...labels: string[]) => labels.map((label) => ({ field: 'dyn_lit_type', label }));

beforeEach(async () => {
  await setViewport({ width: 1280, height: 900 });
  serve();
});
afterEach(clean);

describe('the focus', () => {
  it('goes from a removed filter to the next one, and from the last to the results', async () => {
    const element = await start();
    await element.session!.change({ selectedFacets: types('Book', 'Thesis', 'Article') });
    await settled();
    await click(chips()[1]!);
    expect(focused()?.getAttribute('aria-label')).to.equal('Remove filter Article');
    await sendKeys({ press: 'Enter' });
    await settled();
    expect(focused()?.getAttribute('aria-label')).to.equal('Remove filter Book');
    await sendKeys({ press: 'Enter' });
    await settled();
    expect(focused()?.id).to.equal('results');
    expect(asked().selectedFacets ?? []).to.deep.equal([]);
  });
  it('goes to the results when another try succeeds', async () => {
    let failing = true;
    serve(testSettings(), (url) =>
      failing && url.pathname.endsWith('/search') ? { status: 503, body: {} } : undefined,
    );
    await start();
    const again = await until(() => deep('[part=error] button'));
    failing = false;
    await click(again);
    await until(() => deep('.result'));
    expect(focused()?.id).to.equal('results');
  });
});
