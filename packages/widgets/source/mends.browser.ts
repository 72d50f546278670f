/** What a visitor with a real mouse and keyboard meets: the focus is never lost, and nothing is silent. */
import type { SearchResponse, Settings } from '@semantic-search/contract';
import { sendKeys, sendMouse, setViewport } from '@web/test-runner-commands';
import { expect } from 'chai';
import './document/detail-view.ts';
import './facet-panel.ts';
import {
  accessible,
  clean,
  deep,
  focused,
  mount,
  requests,
  serve,
  settled,
  until,
} from './testing/page.testing.ts';
import './semantic-search.ts';
import { answer, testSettings } from './testing/service.testing.ts';

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

describe('a facet', () => {
  /** A service whose facet of topics delivers ten made-up ones, and knows more. */
  const serveTen = (part: (settings: Settings) => void = () => {}) => {
    const settings = testSettings((all) => {
      all.filter.facetsToShow[0]!.searchable = true;
      part(all);
    });
    serve(settings, (url, body) => {
      const given = answer(url, body, settings);
      if (!url.pathname.endsWith('/search')) return given;
      const found = given.body as SearchResponse;
      found.facets[0]!.facets = Array.from({ length: 12 }, (_, index) => ({
        count: 1,
        label: `Made up ${index}`,
        value: `https://example.org/made-up/${index}`,
        children: null,
      }));
      return given;
    });
  };
  const topics = () => deep('.facet', deep('facet-panel')!.shadowRoot!)!;

  it('finds concepts that the answer did not deliver, and ticks them', async () => {
    serveTen();
    await start();
    await click(topics().querySelector('.find')!);
    await sendKeys({ type: 'tariff' });
    const box = await until(() => topics().querySelector('.further input'));
    const { searchParams } = requests.findLast(({ url }) => url.pathname.endsWith('/suggestConcepts'))!.url;
    expect(searchParams.get('context')).to.equal('dyn_uri_topics');
    expect(topics().textContent).not.to.contain('No values match');
    await click(box);
    expect(asked().selectedFacets).to.deep.equal([
      { field: 'dyn_uri_topics', label: 'Tariff', value: 'https://example.org/topic/tariff' },
    ]);
  });
  it('shows all its values where there is no button for more', async () => {
    serveTen((settings) => {
      settings.filter.facetsToShow[0]!.showAllButton = false;
    });
    await start();
    expect(topics().querySelectorAll('.value')).to.have.length(12);
    expect(topics().querySelector('.plain')).to.equal(null);
  });
  it('names its button for more in words', async () => {
    serveTen();
    await start();
    expect(topics().querySelector('.plain')!.textContent).to.equal('Show 4 more of Topic');
  });
});

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
    await element.session!.change({ input: 'xyzzy' });
    await settled();
    expect(deep('.side')!.getBoundingClientRect().width).to.equal(0);
    await click([...deep('[part=empty]')!.querySelectorAll('button')].at(-1)!);
    await until(() => deep('.result'));
    expect(asked().input).to.equal(undefined);
    expect(focused()?.id).to.equal('results');
    expect(deep('.side')!.getBoundingClientRect().width).to.be.greaterThan(0);
  });
});

describe('the keyboard', () => {
  it('skips from the box to the results', async () => {
    await start();
    deep('input[role=combobox]')!.focus();
    await sendKeys({ press: 'Tab' });
    expect(focused()?.textContent).to.equal('Skip to results');
    expect(focused()!.getBoundingClientRect().width).to.be.greaterThan(24);
    await sendKeys({ press: 'Enter' });
    expect(focused()?.id).to.equal('results');
  });
});
