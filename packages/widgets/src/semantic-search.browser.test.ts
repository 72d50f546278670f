/** `<semantic-search>` in a real browser: what it asks, shows and tells. */
import { sendKeys } from '@web/test-runner-commands';
import { expect } from 'chai';
import { focused, queryDeep, requests, serve, settled, until } from '../test/support/page.ts';
import {
  click,
  eachVisit,
  heading,
  input,
  lastRequest,
  serveSettings,
  start,
  titles,
  type,
} from '../test/support/search.ts';
import { respond, search, testSettings } from '../test/support/service.ts';

eachVisit();

describe('semantic-search', () => {
  it('accepts heading levels 1 to 6 and uses 2 for other values', async () => {
    const level = (attribute: string) =>
      start({ 'heading-level': attribute }).then((element) => {
        element.remove();
        return element.headingLevel;
      });
    expect([await level('1'), await level('6'), await level('abc'), await level('9')]).to.deep.equal([
      1, 6, 2, 2,
    ]);
  });
  it('requests configuration and results in parallel, and nothing else', async () => {
    await start();
    expect(requests.map(({ url }) => url.pathname.replace(/.*\/api\/configurations/, ''))).to.have.members([
      '/7',
      '/7/search',
    ]);
  });
  it('aborts an outdated request and shows only the newest response', async () => {
    let held = 0;
    serve(testSettings(), (_, body) => (body.includes('"slow"') && ++held ? 'never' : undefined));
    const element = await start();
    void element.store!.change({ input: 'slow' });
    await until(() => held);
    const first = requests.at(-1)!;
    await element.store!.change({ input: 'tariff' });
    await settled();
    expect(first.signal!.aborted).to.equal(true);
    expect(heading()).to.contain('tariff');
  });
  it('applies attributes over the configuration', async () => {
    const element = await start({ heading: 'Our papers', 'title-action': 'link' });
    const title = () => queryDeep('[part=title]')?.textContent;
    const target = () => queryDeep('[data-document]')?.getAttribute('href');
    await until(target);
    expect(requests.filter(({ url }) => url.pathname.endsWith('/search'))).to.have.length(1);
    expect(title()).to.equal('Our papers');
    expect(target()).to.contain('/read/');
    element.removeAttribute('title-action');
    element.heading = '';
    await until(() => target()?.includes('search.document='));
    expect(title()).to.equal(undefined);
  });
  it('fires events and lets the page handle a selected document', async () => {
    const reported: string[] = [];
    for (const name of ['ready', 'query', 'results', 'facet-change'] as const)
      document.addEventListener(`semantic-search-${name}`, () => reported.push(name), { once: true });
    const element = await start();
    queryDeep<HTMLInputElement>('facet-panel')!.shadowRoot!.querySelector<HTMLInputElement>('input')!.click();
    await settled();
    expect(reported).to.include.members(['ready', 'query', 'results', 'facet-change']);
    element.addEventListener('semantic-search-select', (event) => event.preventDefault(), { once: true });
    queryDeep('[data-document]')!.click();
    await settled();
    expect(queryDeep('semantic-search-detail') === null).to.equal(true);
  });
  it('announces results, suggestions and actions in one live region', async () => {
    await start();
    const statuses = (root: ParentNode): Element[] =>
      [...root.querySelectorAll('*')].flatMap((element) => [
        ...(element.matches('[role=status], [aria-live]') ? [element] : []),
        ...(element.shadowRoot ? statuses(element.shadowRoot) : []),
      ]);
    await type('tariff');
    await until(() => queryDeep('[role=option]'));
    const spoken = () => queryDeep('[role=status]')!.textContent!;
    await until(() => spoken().includes(' suggestion') && spoken().includes('results for “tariff”'));
    queryDeep('.actions > button')!.click();
    await until(() => queryDeep('semantic-search-actions')?.shadowRoot?.querySelector('button'));
    expect(statuses(document)).to.have.length(1);
  });
  it('announces an outcome again that equals the previous one', async () => {
    const element = await start();
    const region = queryDeep('[role=status]')!;
    const outcome = await until(() => region.textContent);
    await element.store!.change({ sort: { field: 'title' } });
    await until(() => region.textContent === '');
    await until(() => region.textContent === outcome);
  });
  it('follows the link of a suggested document if titles do', async () => {
    serveSettings((settings) => {
      settings.result.titleAction = 'link';
    });
    await start();
    await type('in');
    const addresses: string[] = [];
    const record = (event: NavigateEvent) => {
      if (event.destination.sameDocument) return;
      addresses.push(event.destination.url);
      event.preventDefault();
    };
    navigation.addEventListener('navigate', record);
    (await until(() => queryDeep('[data-suggested]'))).click();
    navigation.removeEventListener('navigate', record);
    expect(addresses).to.deep.equal(['https://example.org/read/1']);
    expect(queryDeep('semantic-search-detail') === null).to.equal(true);
  });
  it('opens a suggested document in another tab with Ctrl and Enter', async () => {
    await start();
    await type('in');
    const opened: unknown[] = [];
    const { open } = window;
    window.open = (address) => {
      opened.push(address);
      return null;
    };
    await until(() => queryDeep('[data-suggested]'));
    await sendKeys({ press: 'ArrowUp' });
    await until(() => queryDeep('[data-suggested][aria-selected=true]'));
    await sendKeys({ down: 'Control' });
    await sendKeys({ press: 'Enter' });
    await sendKeys({ up: 'Control' });
    window.open = open;
    expect(opened).to.have.length(1);
    expect(queryDeep('semantic-search-detail') === null).to.equal(true);
  });
  it('opens no result below a suggestion that the visitor double-clicks', async () => {
    const element = await start();
    await type('in');
    (await until(() => queryDeep('[role=option] .count'))).click();
    titles()[0]!.dispatchEvent(
      new MouseEvent('click', { detail: 2, bubbles: true, composed: true, cancelable: true }),
    );
    expect(element.store!.document).to.equal(undefined);
    titles()[0]!.click();
    expect(element.store!.document).to.equal(titles()[0]!.dataset.document);
  });
  it('keeps the heading of the results below a fixed header after a change of the page', async () => {
    document.documentElement.style.setProperty('--semantic-search-sticky-offset', '90px');
    await start();
    document.documentElement.style.minBlockSize = '400vh';
    await click(queryDeep('.pager a:last-of-type')!);
    await until(() => focused()?.id === 'results');
    expect(queryDeep('#results')!.getBoundingClientRect().top).to.be.at.least(90);
    document.documentElement.style.cssText = '';
  });
  it('keeps the results while offline and retries when online', async () => {
    let offline = false;
    serve(testSettings(), () => (offline ? 'offline' : undefined));
    const element = await start();
    offline = true;
    await element.store!.change({ input: 'tariff' });
    await settled();
    expect(queryDeep('[part=error]')!.textContent).to.contain('No connection');
    expect(queryDeep('[data-document]') === null).to.equal(false);
    offline = false;
    window.dispatchEvent(new Event('online'));
    await until(() => heading()?.includes('tariff') && !queryDeep('[part=error]'));
  });
  it('filters by a tag in the facet that contains the concept', async () => {
    await start();
    queryDeep('[part=tag]')!.click();
    await until(() => queryDeep('.chosen'));
    await settled();
    expect(lastRequest().selectedFacets).to.deep.equal([
      { field: 'dyn_uri_topics', label: 'Unemployment', value: 'https://example.org/topic/unemployment' },
    ]);
    expect(queryDeep('[part=tag][aria-pressed=true]') === null).to.equal(false);
  });
  it('filters by a tag of a concept that belongs to no facet', async () => {
    serve(testSettings(), (url, body) => {
      const response = respond(url, body) as { status: number; body: { facets?: unknown[] } };
      response.body.facets?.shift();
      return response;
    });
    await start();
    queryDeep('[part=tag]')!.click();
    await until(() => queryDeep('.chosen'));
    await settled();
    expect(lastRequest().selectedFacets).to.deep.equal([
      {
        field: 'dyn_uri_all_concepts',
        label: 'https://example.org/topic/unemployment',
        value: 'Unemployment',
      },
    ]);
    expect(queryDeep('.chosen')!.textContent!.replace(/\s+/g, ' ')).to.contain('Topics: Unemployment');
    expect(queryDeep('[part=tag][aria-pressed=true]') === null).to.equal(false);
  });
  it('shows the expansion of the query and searches for the exact words on request', async () => {
    await start();
    await type('inflation');
    expect((await until(() => queryDeep('.understood'))).textContent).to.contain('Price increase');
    queryDeep('.understood button')!.click();
    await until(() => lastRequest().input === '"inflation"');
  });
  it('tells what was understood in one line', async () => {
    const concept = (words: string, matchingLabel: string, begin: number, alsoSearched: string[]) => ({
      uri: `https://example.org/${matchingLabel}`,
      label: matchingLabel,
      matchingLabel,
      begin,
      end: begin + words.length,
      alsoSearched,
    });
    const answer = {
      suggestion: undefined as string | undefined,
      concepts: [concept('owl', 'owls', 0, ['Owls', 'night raptors'])],
    };
    serve(testSettings(), (url, body) => {
      if (!url.pathname.endsWith('/search')) return undefined;
      const { suggestion, concepts } = answer;
      return {
        status: 200,
        body: { ...search({}), ...(body.includes('owl') && { query: { concepts }, suggestion }) },
      };
    });
    const element = await start();
    const line = async (input: string, suggestion?: string) => {
      answer.suggestion = suggestion;
      await element.store!.change({ input });
      await settled();
      expect(queryDeep('.understood')!.getBoundingClientRect().height).to.be.below(40);
      return queryDeep('.understood')!.textContent!.replace(/\s+/g, ' ').trim();
    };
    expect(await line('owl')).to.equal('Also showing night raptors Search for exactly “owl”');
    answer.concepts[0]!.end = 4;
    expect(await line('owll', 'owls'), 'corrected').to.equal(
      'Also showing owls · night raptors Search for exactly “owll”',
    );
    expect(await line('owll feters', 'owls feathers'), 'not corrected').to.equal(
      'Did you mean: owls feathers Also showing night raptors',
    );
    answer.concepts.push(concept('snow', 'snow', 5, ['firn']));
    expect(await line('owll snow')).to.equal(
      'Also showing night raptors · firn Search for exactly “owll snow”',
    );
    queryDeep('.understood .remove')!.click();
    await until(() => lastRequest().input === '"owll" "snow"');
  });
  it('repeats the words as they were typed', async () => {
    serve(testSettings(), (url) =>
      url.pathname.endsWith('/search') ? { status: 200, body: search({}) } : undefined,
    );
    const element = await start();
    for (const [input, written] of [
      ['owl -snow', '42 results for “owl -snow”'],
      ['"snowy owl" -arctic', '42 results for "snowy owl" -arctic'],
      ['"snowy owl"', '42 results for "snowy owl"'],
      ['(5" screen)', '42 results for (5" screen)'],
    ] as const) {
      await element.store!.change({ input });
      await settled();
      expect(heading()).to.equal(written);
    }
    element.lang = 'fr';
    await until(() => queryDeep('#results')?.textContent === '42 résultats pour (5" screen)');
  });
  it('offers a spelling correction without applying it', async () => {
    await start();
    await type('inflatoin');
    const offer = await until(() => queryDeep('.did-you-mean button'));
    expect(input().value).to.equal('inflatoin');
    offer.focus();
    offer.click();
    await until(() => lastRequest().input === 'inflation');
    await settled();
    expect(input().value).to.equal('inflation');
  });
  it('renders no markup, link or style of untrusted documents', async () => {
    serve(
      testSettings((settings) => {
        settings.title = '<img src=x onerror=alert(1)>';
      }),
      (url, body) => {
        if (!url.pathname.endsWith('/search')) return undefined;
        return {
          status: 200,
          body: {
            message: '',
            resultType: '',
            status: 200,
            success: true,
            total: 1,
            concepts: [],
            facets: [],
            query: { concepts: [] },
            result: [
              {
                id: body || 'x',
                title: '<script>alert(1)</script>',
                description: '<b>x</b>',
                link: 'javascript:alert(1)',
                date: null,
                empty: false,
                image: 'javascript:alert(1)',
                documentDetails: [],
                searchSpaceId: '',
                type: '',
                facetList: [],
              },
            ],
          },
        };
      },
    );
    const element = await start();
    const root = element.shadowRoot!;
    expect(root.querySelector('script, img, b') === null).to.equal(true);
    expect(root.querySelector('[part=title]')!.textContent).to.equal('<img src=x onerror=alert(1)>');
    for (const link of root.querySelectorAll('a')) expect(link.protocol).to.match(/^https?:$/);
  });
  it('applies the configured title action unless the page cancels it', async () => {
    serve(
      testSettings((settings) => {
        settings.result.titleAction = 'link';
      }),
    );
    const element = await start();
    const link = queryDeep<HTMLAnchorElement>('[data-document]')!;
    expect(link.href).to.equal('https://example.org/read/1');
    element.addEventListener('semantic-search-select', (event) => event.preventDefault(), { once: true });
    link.click();
    await settled();
    expect(queryDeep('semantic-search-detail') === null).to.equal(true);
  });
});
