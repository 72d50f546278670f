/** Tests of the search box: example query, recent searches, voice input. */
import type { SearchResponse } from '@semantic-search/contract';
import { sendKeys } from '@web/test-runner-commands';
import { expect } from 'chai';
import {
  expectAccessible,
  focused,
  queryDeep,
  requests,
  serve,
  settled,
  until,
} from '../../test/support/page.ts';
import { click, eachVisit, input, lastRequest, start, type } from '../../test/support/search.ts';
import { respond, testSettings } from '../../test/support/service.ts';

eachVisit();

const rows = () =>
  [...queryDeep('semantic-search-box')!.shadowRoot!.querySelectorAll('[role=option]')].map(
    ({ textContent }) => textContent?.trim(),
  );
const search = async (text: string) => {
  await type(text);
  await sendKeys({ press: 'Enter' });
  await click(queryDeep('[aria-label="Clear search"]')!);
};

describe('the search box', () => {
  it('offers popular searches when a visitor enters it, if the owner shows them', async () => {
    const settings = testSettings();
    settings.popularSearches = { show: true };
    serve(settings, (url) =>
      url.pathname.endsWith('/popularSearches')
        ? { status: 200, body: { queries: ['carbon tax', 'trade war'] } }
        : undefined,
    );
    await start();
    input().focus();
    await until(() => rows().some((row) => row?.includes('carbon tax')));
    await sendKeys({ press: 'ArrowDown' });
    await until(() => input().getAttribute('aria-activedescendant') === 'option-0');
    await sendKeys({ press: 'Enter' });
    // Later requests look for an alternative, because nothing matches.
    await until(() => requests.some(({ body }) => body && JSON.parse(body).input === 'carbon tax'));
  });
  it('marks the match in a synonym that also occurs in the words before it', async () => {
    const concept = { field: 'dyn_uri_topics', value: 'urn:a', label: 'Acre', context: null, count: 1 };
    const result = [{ ...concept, matchingLabel: 'a', matches: [{ begin: 0, end: 1 }] }];
    serve(testSettings(), (url) =>
      url.pathname.endsWith('/suggestConcepts') ? { status: 200, body: { result } } : undefined,
    );
    await start();
    await type('a');
    const mark = await until(() => queryDeep('[role=option] .muted b'));
    const before = new Range();
    before.setStart(mark.closest('.muted')!, 0);
    before.setEndBefore(mark);
    expect(`${before}|${mark.textContent}`).to.equal('matches |a');
  });
  it('does not request suggestions again when Enter submits their text', async () => {
    const concept = { field: 'dyn_uri_topics', value: 'urn:a', label: 'Acre', context: null, count: 1 };
    const result = [{ ...concept, matchingLabel: 'Acre', matches: [{ begin: 0, end: 4 }] }];
    serve(testSettings(), (url) =>
      url.pathname.endsWith('/suggestConcepts') ? { status: 200, body: { result } } : undefined,
    );
    await start();
    const requested = () => requests.filter(({ url }) => url.pathname.endsWith('/suggestConcepts')).length;
    await type('acre');
    await until(() => rows().some((row) => row?.includes('Acre')));
    await settled();
    const before = requested();
    await sendKeys({ press: 'Enter' });
    await settled();
    expect(requested()).to.equal(before);
    await sendKeys({ type: 's' });
    await until(() => requested() > before);
  });
  it('has the direction of its text, or of the page while it is empty', async () => {
    document.documentElement.dir = 'rtl';
    await start({ lang: 'ar' });
    const direction = () => getComputedStyle(input()).direction;
    expect(direction()).to.equal('rtl');
    await type('C++');
    expect(direction()).to.equal('ltr');
  });
  it('shows an example query from the search space', async () => {
    await start();
    expect(input().placeholder).to.match(/^For example: \w+/);
  });
  it('offers the popular searches of another configuration, or none, after a change of it', async () => {
    const settings = testSettings();
    settings.popularSearches = { show: true };
    serve(settings, (url) => {
      const [, id, operation] = /configurations\/(\d+)\/(\w+)$/.exec(url.pathname) ?? [];
      return operation === 'popularSearches' ? { status: 200, body: { queries: [`of ${id}`] } } : undefined;
    });
    const element = await start();
    input().focus();
    await until(() => rows().includes('of 7'));
    input().blur();
    element.setAttribute('configuration', '8');
    await settled();
    input().focus();
    await until(() => rows().includes('of 8'));
    expect(rows()).not.to.include('of 7');
  });
  it('has the number of documents of a concept as text for screen readers', async () => {
    await start();
    await type('tariff');
    // Document suggestions may appear before the concept.
    const topic = await until(() => queryDeep('[role=option] .count')?.closest('[role=option]'));
    const spoken = topic.cloneNode(true) as HTMLElement;
    spoken.querySelector('[aria-hidden]')!.remove();
    expect(spoken.textContent).to.contain('7 documents');
  });
  it('suggests in the top layer, where a container with hidden overflow does not clip', async () => {
    const element = await start();
    element.style.cssText = 'overflow: hidden; block-size: 120px; transform: translate(10px, 5px)';
    await type('tariff');
    const box = queryDeep('.box')!.getBoundingClientRect();
    const panel = queryDeep('[part=suggestions]')!;
    await until(() => panel.matches(':popover-open') && rows().length);
    const { top, left, right, bottom } = panel.getBoundingClientRect();
    expect([Math.round(left), Math.round(right)]).to.deep.equal([
      Math.round(box.left),
      Math.round(box.right),
    ]);
    expect(top - box.bottom).to.be.within(0, 8);
    expect(bottom).to.be.above(element.getBoundingClientRect().bottom);
    await click(queryDeep('[role=option]')!);
    await until(() => queryDeep('.chosen') || queryDeep('semantic-search-detail'));
    expect(panel.matches(':popover-open')).to.equal(false);
  });
  it('suggests a document by its heading, and Enter selects it', async () => {
    const url = 'https://example.org/customs#fees';
    serve(testSettings(), (address, body) => {
      const response = respond(address, body) as { status: number; body: SearchResponse };
      if (!address.pathname.endsWith('/search')) return response;
      const { result } = response.body;
      for (const document of result) Object.assign(document, { highlights: { title: [], description: [] } });
      const highlights = { heading: [{ begin: 0, end: 6 }], text: [] };
      const section = { anchor: 'fees', heading: 'Tariffs and fees', url, text: '', highlights };
      Object.assign(result[2]!, { title: 'Customs', sections: [section] });
      return response;
    });
    const element = await start();
    await type('tariff');
    await until(() => rows().includes('Tariffs and fees in Customs'));
    await expectAccessible();
    const row = rows().indexOf('Tariffs and fees in Customs');
    for (let step = 0; step <= row; step += 1) await sendKeys({ press: 'ArrowDown' });
    const selected: string[] = [];
    element.addEventListener('semantic-search-select', (event) => {
      selected.push(event.detail.document.title);
      // Otherwise the page would be left.
      event.preventDefault();
    });
    await sendKeys({ press: 'Enter' });
    await until(() => selected.length);
    expect(selected).to.deep.equal(['Customs']);
    expect(queryDeep('semantic-search-detail')).to.equal(null);
  });
  it('opens a document in another tab by middle click or with Ctrl, and only then', async () => {
    const element = await start();
    await type('tariff');
    await until(() => rows().length > 0 && element.store!.responseQuery?.input === 'tariff');
    const document = element.store!.response!.result[0]!;
    const box = queryDeep('semantic-search-box')!.shadowRoot!;
    await until(() => box.querySelector('[part=suggestions] bdi b') && rows().at(-1));
    const opened: unknown[] = [];
    const { open } = window;
    window.open = (...request) => {
      opened.push(request);
      return null;
    };
    const option = [...box.querySelectorAll('[role=option]')].find((row) =>
      row.textContent?.includes(document.title),
    )!;
    const press = (type: string, init: MouseEventInit) =>
      option.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true, ...init }));
    press('auxclick', { button: 1 });
    press('click', { ctrlKey: true });
    press('auxclick', { button: 2 });
    window.open = open;
    expect(opened).to.deep.equal(Array(2).fill([document.link, '_blank', 'noopener']));
    expect(element.store!.document).to.equal(undefined);
    press('click', {});
    expect(element.store!.document).to.equal(document.id);
  });
  it('tells documents with equal titles apart by their addresses', async () => {
    serve(testSettings(), (address, body) => {
      const response = respond(address, body) as { status: number; body: SearchResponse };
      if (!address.pathname.endsWith('/search')) return response;
      for (const [index, name] of ['stalls/index.html', 'sch%C3%B6n/%carts.html', 'about'].entries())
        Object.assign(response.body.result[index]!, {
          title: index < 2 ? 'Introduction' : 'About',
          link: `https://example.org/guide/${name}`,
        });
      return response;
    });
    await start();
    await type('tariff');
    await until(() => rows().includes('Introduction guide › stalls'));
    expect(rows()).to.include.members(['Introduction guide › schön › %carts', 'About']);
    await expectAccessible();
  });
  it('suggests a document without a title by its ID', async () => {
    serve(testSettings(), (url, body) => {
      const response = respond(url, body) as { status: number; body: SearchResponse };
      if (url.pathname.endsWith('/search')) response.body.result[0]!.title = '';
      return response;
    });
    await start();
    await type('tariff');
    await until(() => rows().some((row) => row?.startsWith('https://example.org/document/')));
    await expectAccessible();
  });
});

describe('recent searches', () => {
  it('are listed newest first without duplicates and can be repeated by keyboard', async () => {
    await start();
    for (const text of ['tariff', 'inflation', 'tariff']) await search(text);
    expect(rows()).to.deep.equal(['tariff', 'inflation']);
    await expectAccessible();
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'Enter' });
    await until(() => lastRequest().input === 'inflation');
  });
  it('can be deleted by keyboard', async () => {
    await start();
    await search('tariff');
    await sendKeys({ press: 'Tab' });
    expect(focused()!.textContent).to.contain('Forget');
    await sendKeys({ press: 'Enter' });
    await settled();
    expect(rows()).to.deep.equal([]);
    expect(focused() === input()).to.equal(true);
  });
  it('can be deleted by click', async () => {
    await start();
    await search('tariff');
    queryDeep('.private button')!.click();
    await settled();
    expect(rows()).to.deep.equal([]);
    expect(input().getAttribute('aria-expanded')).to.equal('false');
    expect(JSON.stringify(localStorage)).not.to.contain('tariff');
  });
  it('are separate per configuration and survive a reload', async () => {
    const first = await start();
    await search('tariff');
    first.remove();
    await start({ configuration: '8' });
    input().focus();
    await settled();
    expect(rows()).to.deep.equal([]);
    queryDeep('semantic-search')!.remove();
    await start();
    input().focus();
    await settled();
    expect(rows()).to.deep.equal(['tariff']);
  });
  it('are not stored with the attribute no-recent', async () => {
    await start({ 'no-recent': '' });
    await search('tariff');
    expect(rows()).to.deep.equal([]);
    expect(localStorage.length).to.equal(0);
  });
});

describe('voice', () => {
  const names = ['SpeechRecognition', 'webkitSpeechRecognition'] as const;
  const browser = window as unknown as Record<string, unknown>;
  const previous = names.map((name) => browser[name]);
  afterEach(() => {
    for (const [index, name] of names.entries()) browser[name] = previous[index];
  });
  const button = () => queryDeep('[aria-label="Search by voice"]');

  /** Fake SpeechRecognition; the test controls the transcript and its time. */
  class Recognition extends EventTarget {
    static last: Recognition;
    lang = '';
    start() {
      Recognition.last = this;
    }
    abort() {
      this.fail('aborted');
    }
    fail(error: string) {
      this.dispatchEvent(Object.assign(new Event('error'), { error }));
      this.dispatchEvent(new Event('end'));
    }
    hear(transcript: string) {
      this.dispatchEvent(Object.assign(new Event('result'), { results: [[{ transcript }]] }));
      this.dispatchEvent(new Event('end'));
    }
  }
  const listening = async () => {
    button()!.click();
    await until(() => button()!.getAttribute('aria-pressed') === 'true');
    return Recognition.last;
  };
  const quiet = () => until(() => button()!.getAttribute('aria-pressed') === 'false');

  it('searches for the transcript in the language of the page', async () => {
    browser.SpeechRecognition = Recognition;
    document.documentElement.lang = 'en-GB';
    await start({ voice: '' });
    const recognition = await listening();
    expect(recognition.lang).to.equal('en-GB');
    await expectAccessible();
    recognition.hear(' emissions trading ');
    await until(() => lastRequest().input === 'emissions trading');
    expect(input().value).to.equal('emissions trading');
    await quiet();
  });
  it('changes nothing if no speech was recognized', async () => {
    browser.SpeechRecognition = Recognition;
    await start({ voice: '' });
    await type('tariff');
    (await listening()).dispatchEvent(new Event('end'));
    await quiet();
    expect(input().value).to.equal('tariff');
    expect(lastRequest().input).to.equal('tariff');
  });
  it('stops when the button is pressed again and discards the transcript', async () => {
    browser.SpeechRecognition = Recognition;
    await start({ voice: '' });
    const recognition = await listening();
    button()!.click();
    await quiet();
    recognition.hear('too late');
    await settled();
    expect(input().value).to.equal('');
    expect(queryDeep('.voice-error') === null).to.equal(true);
  });
  it('stops when the element is removed and discards a later transcript', async () => {
    browser.SpeechRecognition = Recognition;
    const element = await start({ voice: '' });
    const recognition = await listening();
    let ended = 0;
    recognition.abort = () => void ended++;
    const before = requests.length;
    element.remove();
    expect(ended).to.equal(1);
    recognition.hear('secret words');
    await settled();
    expect(requests).to.have.length(before);
    expect(localStorage.length).to.equal(0);
  });
  it('stops when the dialog closes and works again when it is reopened', async () => {
    browser.SpeechRecognition = Recognition;
    // In dialog mode, `ready` resolves only after the dialog was opened.
    void start({ voice: '', mode: 'dialog' });
    const element = await until(() => document.querySelector('semantic-search'));
    element.open();
    await until(() => button());
    const recognition = await listening();
    element.close();
    await quiet();
    recognition.hear('secret words');
    element.open();
    (await listening()).hear('tariff');
    await until(() => lastRequest().input === 'tariff');
    expect(requests.some(({ body }) => body.includes('secret'))).to.equal(false);
  });
  it('shows an error if the browser fails to start', async () => {
    browser.SpeechRecognition = class extends Recognition {
      override start(): never {
        throw new DOMException('No.', 'NotAllowedError');
      }
    };
    await start({ voice: '' });
    button()!.click();
    await until(() => queryDeep('.voice-error'));
    await quiet();
  });
  it('shows and announces an error without microphone permission until the visitor types', async () => {
    browser.SpeechRecognition = Recognition;
    await start({ voice: '' });
    (await listening()).fail('not-allowed');
    await until(() => queryDeep('.voice-error')?.textContent === 'Voice input is not available right now.');
    await until(() =>
      queryDeep('[role=status]')?.textContent?.includes('Voice input is not available right now.'),
    );
    await quiet();
    await expectAccessible();
    await type('tariff');
    expect(queryDeep('.voice-error') === null).to.equal(true);
  });
  it('works with the prefixed constructor webkitSpeechRecognition', async () => {
    browser.SpeechRecognition = undefined;
    browser.webkitSpeechRecognition = Recognition;
    await start({ voice: '' });
    expect(button() === null).to.equal(false);
  });
  it('is hidden without browser support or without the attribute voice', async () => {
    for (const name of names) browser[name] = undefined;
    await start({ voice: '' });
    expect(button() === null).to.equal(true);
    browser.SpeechRecognition = Recognition;
    await start();
    expect(button() === null).to.equal(true);
  });
});
