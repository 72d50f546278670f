/** Tests of the concepts, the matching sections and the image of a result. */
import type { SearchResponse } from '@semantic-search/contract';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { expect } from 'chai';
import { expectAccessible, focused, queryDeep, serve, until } from '../../test/support/page.ts';
import { eachVisit, start, titles, type } from '../../test/support/search.ts';
import { respond, testSettings } from '../../test/support/service.ts';

eachVisit();

const names = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Tariff rates'];

/** Each result has the concepts `names`. */
function serveConcepts(count = names.length): void {
  serve(testSettings(), (url, body) => {
    if (!url.pathname.endsWith('/search')) return undefined;
    const { input = '' } = JSON.parse(body);
    const response = respond(url, JSON.stringify({ input })) as { status: number; body: SearchResponse };
    const facets = names
      .slice(0, count)
      .map((label) => ({ count: 1, label, value: `https://example.org/${label}`, children: null }));
    for (const document of response.body.result)
      document.facetList = [{ field: 'dyn_uri_made', label: 'Made', facets }];
    return response;
  });
}

const chips = () => [...queryDeep('.foot')!.querySelectorAll<HTMLElement>('.chip')];
const shown = () => chips().flatMap((chip) => (chip.checkVisibility() ? [chip.textContent!.trim()] : []));

describe('the concepts of a result', () => {
  it('are three and a button that shows the others', async () => {
    serveConcepts();
    await start();
    expect(shown()).to.deep.equal(['Alpha', 'Beta', 'Gamma', '+3']);
    await expectAccessible();
    chips().at(-1)!.click();
    expect(shown()).to.deep.equal(names);
    expect(focused() === chips()[3]).to.equal(true);
  });
  it('begin with those that match the query', async () => {
    serveConcepts();
    await start();
    await type('tariff');
    expect(shown()).to.deep.equal(['Tariff rates', 'Alpha', 'Beta', '+3']);
  });
  it('begin with those that filter the results', async () => {
    serveConcepts();
    const element = await start();
    await element.store!.change({
      selectedFacets: [{ field: 'dyn_uri_all_concepts', label: 'https://example.org/Delta', value: 'Delta' }],
    });
    await element.updateComplete;
    expect(shown()[0]).to.equal('Delta');
  });
  it('are not folded if only one would be hidden', async () => {
    serveConcepts(4);
    await start();
    expect(shown()).to.deep.equal(names.slice(0, 4));
  });
});

const section = (heading: string, url: string) => ({
  anchor: 'fees',
  heading,
  url,
  text: 'An adult pays 60 euros.',
  highlights: { heading: [{ begin: 0, end: 4 }], text: [{ begin: 9, end: 13 }] },
});

/** The first result has these sections. */
function serveSections(sections: unknown): void {
  serve(testSettings(), (url, body) => {
    const response = respond(url, body) as { status: number; body: SearchResponse };
    if (url.pathname.endsWith('/search')) Object.assign(response.body.result[0]!, { sections });
    return response;
  });
}

const links = () => [...(queryDeep('.sections')?.querySelectorAll('a') ?? [])];

describe('the matching sections of a result', () => {
  const url = 'https://example.org/passport#fees';

  it('are links to the headings of its page, with highlights and snippets', async () => {
    serveSections([section('Fees', url), section('Fees abroad', `${url}-2`)]);
    await start();
    expect(links().map(({ href, textContent }) => [textContent, href])).to.deep.equal([
      ['Fees', url],
      ['Fees abroad', `${url}-2`],
    ]);
    expect(
      [...queryDeep('.sections')!.querySelectorAll('mark')].map(({ textContent }) => textContent),
    ).to.deep.equal(['Fees', 'pays', 'Fees', 'pays']);
    expect(queryDeep('.sections')!.getAttribute('aria-label')).to.equal(titles()[0]!.textContent);
    await expectAccessible();
  });
  it('have no snippet where the summary is their passage', async () => {
    const highlights = { heading: [], text: [] };
    serve(testSettings(), (url, body) => {
      const response = respond(url, body) as { status: number; body: SearchResponse };
      if (url.pathname.endsWith('/search'))
        Object.assign(response.body.result[0]!, {
          description: 'An adult pays 60 euros.',
          highlights: { title: [], description: [{ begin: 9, end: 13 }] },
          sections: [{ ...section('Fees', url.href), text: '', highlights }],
        });
      return response;
    });
    await start();
    const first = queryDeep('.result')!;
    expect(first.querySelector('[part=summary]')!.textContent).to.equal('An adult pays 60 euros.');
    expect(first.querySelector('[part=summary] mark')!.textContent).to.equal('pays');
    expect(links().map(({ textContent }) => textContent)).to.deep.equal(['Fees']);
    expect(first.querySelector('[part=section-text]')).to.equal(null);
    await expectAccessible();
  });
  it('follow the title in the order of the Tab key', async () => {
    serveSections([section('Fees', url)]);
    await start();
    titles()[0]!.focus();
    await sendKeys({ press: 'Tab' });
    expect(focused() === links()[0]).to.equal(true);
  });
  it('fire a cancelable event', async () => {
    serveSections([section('Fees', url)]);
    const element = await start();
    const selected: string[] = [];
    element.addEventListener('semantic-search-select', (event) => {
      selected.push(event.detail.document.id);
      event.preventDefault();
    });
    const click = new MouseEvent('click', { bubbles: true, cancelable: true, composed: true });
    links()[0]!.dispatchEvent(click);
    expect(click.defaultPrevented).to.equal(true);
    expect(selected).to.deep.equal([titles()[0]!.dataset.document]);
  });
  for (const [what, sections] of [
    ['script addresses', [section('Fees', 'javascript:alert(1)')]],
    ['no address', [section('Fees', '')]],
    ['malformed members', [null, 7, { heading: [], url: 5 }]],
    ['another type', 'Fees'],
  ] as const) {
    it(`are not shown with ${what}`, async () => {
      serveSections(sections);
      await start();
      expect(titles().length).to.be.above(0);
      expect(links()).to.deep.equal([]);
    });
  }
  it('are shown if they are readable', async () => {
    serveSections([{ heading: 'Fees', url, highlights: 7 }]);
    await start();
    expect(links().map(({ textContent }) => textContent)).to.deep.equal(['Fees']);
  });
});

describe('the image of a result', () => {
  const sizeOf = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return { width, height };
  };
  /** The first document has no image, the second one a path on the service, the third one an image that fails to load. */
  const serveImages = () =>
    serve(testSettings(), (url, body) => {
      if (!url.pathname.endsWith('/search')) return undefined;
      const response = respond(url, body, testSettings()) as { status: number; body: SearchResponse };
      const images = [null, '/pictures/owl.svg', 'data:image/png;base64,AAAA', 'javascript:alert(1)'];
      for (const [index, document] of response.body.result.entries()) document.image = images[index] ?? null;
      return response;
    });
  const thumbnails = () =>
    [...queryDeep('[part=results]')!.querySelectorAll('.result')].map((each) =>
      each.querySelector<HTMLImageElement>('[part=thumbnail]'),
    );

  it('is a small decorative image of a reserved size, from the service or the web', async () => {
    serveImages();
    const element = await start();
    const [none, own, broken, unsafe] = thumbnails();
    expect([none, unsafe]).to.deep.equal([null, null]);
    expect(own!.src).to.equal(
      `${new URL(element.endpoint, location.href).href.replace(/\/$/, '')}/pictures/owl.svg`,
    );
    expect(own!.alt).to.equal('');
    expect(own!.loading).to.equal('lazy');
    expect(sizeOf(own!)).to.deep.equal(sizeOf(broken!));
    expect(sizeOf(own!).width / sizeOf(own!).height).to.be.closeTo(4 / 3, 0.02);
    await expectAccessible();
  });
  it('precedes the text, and replaces the icon in suggestions', async () => {
    serveImages();
    await start();
    const [, own] = thumbnails();
    const text = own!.closest('.result')!.querySelector('.title')!;
    expect(text.getBoundingClientRect().left).to.be.above(own!.getBoundingClientRect().right);
    type('trade');
    await until(() => queryDeep('[role=option] img'));
    expect(queryDeep('[role=option] img')!.closest('[role=option]')!.querySelector('.icon')).to.equal(null);
  });
  it('is small next to an open document, so that the summary has the full width of the list', async () => {
    serveImages();
    await setViewport({ width: 1280, height: 900 });
    await start();
    queryDeep('[data-document]')!.click();
    await until(() => queryDeep('.beside') && queryDeep('.concept') && sizeOf(thumbnails()[1]!).width < 128);
    const [, own] = thumbnails();
    const result = own!.closest('.result')!;
    expect(sizeOf(own!).width).to.be.below(0.25 * sizeOf(result).width);
    expect(result.querySelector('.summary')!.getBoundingClientRect().left).to.equal(
      own!.getBoundingClientRect().left,
    );
  });
});
