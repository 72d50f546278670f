/** `<semantic-search>` in a real browser: first by axe in every state, then by keyboard, then what it does. */
import { emulateMedia, sendKeys, setViewport } from '@web/test-runner-commands';
import { expect } from 'chai';
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
import './document/detail-view.ts';
import './facet-panel.ts';
import './semantic-search.ts';
import './similar-docs.ts';
import { testSettings } from './testing/service.testing.ts';

const asked = () => JSON.parse(requests.filter(({ url }) => url.pathname.endsWith('/search')).at(-1)!.body);
const start = (attributes = {}) =>
  mount('semantic-search', { configuration: '7', token: 't', ...attributes });
const input = () => deep<HTMLInputElement>('input[role=combobox]')!;
const heading = () => deep('#results')!.textContent;

async function type(text: string) {
  input().focus();
  await sendKeys({ type: text });
  await until(() => asked().input === text);
  await settled();
}

beforeEach(async () => {
  await setViewport({ width: 1280, height: 900 });
  serve();
});
afterEach(async () => {
  clean();
  await emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
  document.documentElement.dir = '';
  document.documentElement.lang = 'en';
});

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
    await accessible();
  });
  it('with a branch of the tree open and filters chosen', async () => {
    await start();
    deep('.twig[aria-expanded]')!.click();
    deep<HTMLInputElement>('facet-panel, .tree input')!;
    deep<HTMLInputElement>('.tree .tree input')?.click();
    deep<HTMLInputElement>('.branch input')!.click();
    await until(() => deep('.active'));
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
  it('with the detail view beside the list, and a concept explained', async () => {
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
  it('at 320 px, with nothing wider than the page', async () => {
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
  it('in the dark', async () => {
    await emulateMedia({ colorScheme: 'dark' });
    await start();
    await type('inflation');
    await accessible();
  });
  it('in German', async () => {
    document.documentElement.lang = 'de';
    await start();
    await until(() => heading()?.includes('Treffer'));
    await accessible();
  });
  it('in the colours of an owner with no eye for contrast', async () => {
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
  it('as the whole page, with its title as the first heading, showing cards', async () => {
    serve(
      testSettings((settings) => {
        settings.result.showResultAsImage = true;
      }),
    );
    const element = await start({ 'heading-level': '1' });
    document.querySelector('h1')!.remove();
    expect(element.shadowRoot!.querySelector('.picture')).not.to.equal(null);
    await accessible();
  });
});

describe('the keyboard', () => {
  it('goes through suggestions without choosing the first by itself, and Escape closes, then clears', async () => {
    await start();
    await type('in');
    await until(() => deep('[role=option]'));
    expect(input().hasAttribute('aria-activedescendant')).to.equal(false);
    await sendKeys({ press: 'ArrowDown' });
    await settled();
    expect(deep('[aria-selected=true]')!.id).to.equal(input().getAttribute('aria-activedescendant'));
    await sendKeys({ press: 'Escape' });
    await settled();
    expect(input().getAttribute('aria-expanded')).to.equal('false');
    expect(input().value).to.equal('in');
    await sendKeys({ press: 'Escape' });
    await settled();
    expect(input().value).to.equal('');
  });
  it('chooses a concept, which narrows the results and leaves the box', async () => {
    await start();
    await type('jobless');
    await until(() => deep('[role=option]'));
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'Enter' });
    await until(() => deep('.chosen'));
    expect(asked().selectedFacets).to.deep.equal([
      { field: 'dyn_uri_topics', label: 'Unemployment', value: 'https://example.org/topic/unemployment' },
    ]);
    expect(input().value).to.equal('');
  });
  it('reaches the box with a slash', async () => {
    await start();
    await sendKeys({ press: '/' });
    expect(focused()).to.equal(input());
    expect(input().value).to.equal('');
  });
  it('stays on the checkbox when its facet is rendered again', async () => {
    await start();
    const boxes = [
      ...deep('facet-panel')!.shadowRoot!.querySelectorAll<HTMLInputElement>('input[type=checkbox]'),
    ];
    const last = boxes.at(-1)!;
    last.focus();
    await sendKeys({ press: 'Space' });
    await until(() => deep('.chosen'));
    await settled();
    expect(focused()).to.equal(last);
    expect(last.checked).to.equal(true);
  });
  it('lands on the heading after paging, and on the title after the detail view', async () => {
    await start();
    deep('[aria-label="Page 2"]')!.click();
    await until(() => asked().start === 10 && focused()?.id === 'results');
    const title = deep('[data-document]')!;
    title.focus();
    await sendKeys({ press: 'Enter' });
    await until(() => focused()?.id === 'title');
    await sendKeys({ press: 'Escape' });
    await until(() => focused()?.dataset.document === title.dataset.document);
  });
  it('gets the focus back from the dialog to its button', async () => {
    await setViewport({ width: 400, height: 700 });
    await start();
    const opener = deep('[aria-haspopup=dialog]')!;
    opener.focus();
    await sendKeys({ press: 'Enter' });
    await until(() => deep('dialog[open]'));
    await sendKeys({ press: 'Escape' });
    await until(() => focused() === opener);
  });
});

describe('the detail view', () => {
  const openFirst = async () => {
    deep('[data-document]')!.click();
    return until(() => deep('.concept'));
  };
  it('can be shared: its address opens it', async () => {
    history.replaceState(null, '', '?search.document=https%3A%2F%2Fexample.org%2Fdocument%2F2');
    await start();
    expect((await until(() => deep('#title'))).textContent).to.contain('Inflation expectations');
    expect(focused()).to.equal(document.body);
  });
  it('closes with the back button', async () => {
    await start();
    await openFirst();
    history.back();
    await until(() => !deep('semantic-search-detail'));
  });
  it('explains a concept and searches for it', async () => {
    await start();
    (await openFirst()).click();
    const card = await until(() => deep('.card'));
    expect(card.textContent).to.contain('as the field uses the word');
    expect(card.textContent).to.contain('Broader');
    card.querySelector<HTMLElement>('.primary')!.click();
    await until(() => asked().input === 'Unemployment' || asked().input === 'Inflation');
    expect(deep('semantic-search-detail')).to.equal(null);
  });
  it('explains a concept to the keyboard, and gives the focus back', async () => {
    await start();
    const concept = await openFirst();
    concept.focus();
    await sendKeys({ press: 'Enter' });
    await until(() => focused()?.classList.contains('card'));
    await sendKeys({ press: 'Escape' });
    await until(() => focused() === concept);
    expect(deep('.card')).to.equal(null);
  });
  it('stays in view beside a long list', async () => {
    await start();
    scrollTo(0, 1200);
    [...deep('.list')!.querySelectorAll<HTMLElement>('[data-document]')].at(-1)!.click();
    const title = await until(() => deep('#title'));
    await settled();
    const { top } = title.getBoundingClientRect();
    expect(top).to.be.within(0, innerHeight);
    expect(scrollY).to.be.greaterThan(0);
  });
  it('says what is wrong when the document is gone, and leads back', async () => {
    history.replaceState(null, '', '?search.document=https%3A%2F%2Fexample.org%2Fnone');
    await start();
    await until(() => deep('semantic-search-detail')?.shadowRoot?.textContent?.includes('does not exist'));
    deep('.back')!.click();
    await until(() => !deep('semantic-search-detail'));
  });
  it('names what similar and recommended documents share', async () => {
    await start();
    await openFirst();
    await until(
      () => deep('semantic-search-detail')!.shadowRoot!.querySelectorAll('similar-docs').length === 2,
    );
    expect((await until(() => deep('.shared'))).textContent).to.contain('In common');
  });
});

describe('the configuration decides', () => {
  it('what a title does', async () => {
    serve(
      testSettings((settings) => {
        settings.result.titleAction = 'link';
      }),
    );
    const element = await start();
    const link = deep<HTMLAnchorElement>('[data-document]')!;
    expect(link.href).to.equal('https://example.org/read/1');
    element.addEventListener('semantic-search-select', (event) => event.preventDefault(), { once: true });
    link.click();
    await settled();
    expect(deep('semantic-search-detail')).to.equal(null);
  });
  it('what is shown and in which order', async () => {
    serve(
      testSettings(({ filter, result }) => {
        filter.componentOrder = ['results', 'facets'];
        Object.assign(result, { showTags: false, showSimilarDocuments: false, showResultCount: false });
      }),
    );
    await start();
    expect(deep('input[role=combobox], .dates, .chips, .fold')).to.equal(null);
    expect(heading()).to.equal('Results');
    expect(deep('.side')!.getBoundingClientRect().left).to.be.greaterThan(
      deep('.main')!.getBoundingClientRect().left,
    );
  });
  it('how many tags there are', async () => {
    serve(
      testSettings(({ result }) => {
        result.numberOfTags = 1;
      }),
    );
    await start();
    expect(deep('.chips')!.children).to.have.length(1);
  });
});

describe('semantic-search', () => {
  it('asks for configuration and results at once, and nothing more', async () => {
    await start();
    expect(requests.map(({ url }) => url.pathname.replace(/.*\/api\/configurations/, ''))).to.have.members([
      '/7',
      '/7/search',
    ]);
  });
  it('aborts the question that is overtaken and shows only the newest answer', async () => {
    let held = 0;
    serve(testSettings(), (_, body) => (body.includes('"slow"') && ++held ? 'never' : undefined));
    const element = await start();
    void element.session!.change({ input: 'slow' });
    await until(() => held);
    const first = requests.at(-1)!;
    await element.session!.change({ input: 'tariff' });
    await settled();
    expect(first.signal!.aborted).to.equal(true);
    expect(heading()).to.contain('tariff');
  });
  it('keeps the question in the address, and goes back', async () => {
    const element = await start();
    await element.session!.change({ input: 'tariff' });
    await element.session!.change({ selectedFacets: [{ field: 'dyn_lit_type', label: 'Book' }] });
    expect(new URL(location.href).searchParams.get('search')).to.equal('tariff');
    history.back();
    await until(() => !element.session!.question.selectedFacets.length);
    expect(element.session!.question.input).to.equal('tariff');
    history.back();
    await until(() => element.session!.question.input === '');
  });
  it('starts with the question that the address holds', async () => {
    history.replaceState(
      null,
      '',
      '?search=tariff&search.start=0&search.facet=dyn_lit_type%7CBook%7C&other=1',
    );
    await start();
    expect(asked()).to.deep.include({
      input: 'tariff',
      selectedFacets: [{ field: 'dyn_lit_type', label: 'Book' }],
    });
  });
  it('takes no step of its own when the address is only spelled differently', async () => {
    history.replaceState(null, '', '?search=open%20economy');
    const before = history.length;
    await start();
    expect(history.length).to.equal(before);
    expect(location.search).to.equal('?search=open%20economy');
  });
  it('leaves two instances on one page apart', async () => {
    const one = await start({ id: 'one' });
    const two = await start({ id: 'two' });
    await one.session!.change({ input: 'tariff' });
    await settled();
    expect(two.session!.question.input).to.equal('');
    expect(location.search).to.equal('?one=tariff');
  });
  it('tells the page what happens, and lets it take over a chosen document', async () => {
    const told: string[] = [];
    for (const name of ['ready', 'query', 'results', 'facet-change'] as const)
      document.addEventListener(`semantic-search-${name}`, () => told.push(name), { once: true });
    const element = await start();
    deep<HTMLInputElement>('facet-panel')!.shadowRoot!.querySelector<HTMLInputElement>('input')!.click();
    await settled();
    expect(told).to.include.members(['ready', 'query', 'results', 'facet-change']);
    element.addEventListener('semantic-search-select', (event) => event.preventDefault(), { once: true });
    deep('[data-document]')!.click();
    await settled();
    expect(deep('semantic-search-detail')).to.equal(null);
  });
  it('keeps the last results when the connection is lost and asks again when it is back', async () => {
    let offline = false;
    serve(testSettings(), () => (offline ? 'offline' : undefined));
    const element = await start();
    offline = true;
    await element.session!.change({ input: 'tariff' });
    await settled();
    expect(deep('[part=error]')!.textContent).to.contain('No connection');
    expect(deep('[data-document]')).not.to.equal(null);
    offline = false;
    window.dispatchEvent(new Event('online'));
    await until(() => heading()?.includes('tariff'));
    expect(deep('[part=error]')).to.equal(null);
  });
  it('narrows to a concept by its tag, in the form the interface asks for', async () => {
    await start();
    deep('[part=tag]')!.click();
    await until(() => deep('.chosen'));
    expect(asked().selectedFacets).to.deep.equal([
      {
        field: 'dyn_uri_all_concepts',
        label: 'https://example.org/topic/unemployment',
        value: 'Unemployment',
      },
    ]);
    expect(deep('.chosen')!.textContent).to.contain('Unemployment');
    expect(deep('[part=tag][aria-pressed=true]')).not.to.equal(null);
  });
  it('says what it also searched for, and searches for the words alone on request', async () => {
    await start();
    await type('inflation');
    expect((await until(() => deep('.understood'))).textContent).to.contain('Price increase');
    deep('.understood button')!.click();
    await until(() => asked().input === '"inflation"');
  });
  it('offers a correction and does not apply it', async () => {
    await start();
    await type('inflatoin');
    const offer = await until(() => deep('.did-you-mean button'));
    expect(input().value).to.equal('inflatoin');
    offer.click();
    await until(() => asked().input === 'inflation');
    await settled();
    expect(input().value).to.equal('inflation');
  });
  it('paints nothing of what a stranger sent as markup, link or style', async () => {
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
    expect(root.querySelector('script, img, b')).to.equal(null);
    expect(root.querySelector('[part=title]')!.textContent).to.equal('<img src=x onerror=alert(1)>');
    for (const link of root.querySelectorAll('a')) expect(link.protocol).to.match(/^https?:$/);
  });
});
