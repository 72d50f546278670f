/** Tests of typing at the speed of people: pauses, corrections, insertions. */
import { sendKeys } from '@web/test-runner-commands';
import { expect } from 'chai';
import { focused, queryDeep, requests, serve, settled, until } from '../../test/support/page.ts';
import { click, eachVisit, input, lastRequest, start } from '../../test/support/search.ts';
import { testSettings } from '../../test/support/service.ts';

eachVisit();

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Longer than the debounce delay and the response. */
const THINKING_MS = 350;
/** Milliseconds between keystrokes; the longest exceed the debounce delay. */
const rhythm = [30, 70, 40, 220, 30, 50, 260, 40];

/** Types each string in the rhythm, presses the keys in angle brackets, and thinks at each ellipsis. */
async function typeLikePeople(script: string): Promise<void> {
  const strokes = script.match(/<[^>]+>|[^<]/gu) ?? [];
  for (const [index, stroke] of strokes.entries()) {
    if (stroke === '…') await pause(THINKING_MS);
    else {
      const [key, ...held] = stroke.replace(/[<>]/g, '').split('+').toReversed();
      for (const modifier of held) await sendKeys({ down: modifier });
      if (stroke.startsWith('<')) await sendKeys({ press: key! });
      else await sendKeys({ type: stroke });
      for (const modifier of held) await sendKeys({ up: modifier });
      await pause(rhythm[index % rhythm.length]!);
    }
  }
}

/** Without results, further requests follow. */
const searched = (text: string) =>
  until(() => requests.some(({ body }) => body && (JSON.parse(body).input ?? '') === text));

const typings: [what: string, script: string, text: string][] = [
  ['a pause after a space', 'wolf …cub', 'wolf cub'],
  ['a pause after each word and its space', 'the … white … wolf …', 'the  white  wolf '],
  ['a leading space', ' …wolf', ' wolf'],
  ['two spaces in the middle', 'wolf  …cub', 'wolf  cub'],
  ['a correction after a pause', 'wolf cbu…<Backspace><Backspace>ub…s', 'wolf cubs'],
  ['a word deleted up to its space', 'wolf cub…<Backspace><Backspace><Backspace>…pup', 'wolf pup'],
  ['a word inserted in front', 'wolf…<Home>white …', 'white wolf'],
  [
    'a word inserted in the middle',
    'white wolf…<ArrowLeft><ArrowLeft><ArrowLeft><ArrowLeft>arctic …',
    'white arctic wolf',
  ],
  ['letters inserted one by one', 'wlf…<ArrowLeft><ArrowLeft>o…o…', 'woolf'],
  ['the last letter deleted from the front', 'wolf…<Home><Delete>…<Delete>…', 'lf'],
  ['everything selected and replaced', 'wolf …<Control+a>owl …nest', 'owl nest'],
  // A slow machine undoes letters one by one.
  ['undone letters', 'wolf…<Control+z><Control+z><Control+z><Control+z>', ''],
  [
    'arrow keys in the suggestions, then more text',
    'tariff …<ArrowDown><ArrowDown>…<ArrowUp>…rates',
    'tariff rates',
  ],
  ['Escape for the suggestions, then more text', 'tariff …<Escape>…rates', 'tariff rates'],
  ['Enter, then more text', 'tariff<Enter>… rates…', 'tariff rates'],
  ['quotation marks and a minus sign', '"barn owl" …-snow', '"barn owl" -snow'],
];

describe('the text of the search box', () => {
  for (const [what, script, text] of typings)
    it(`stays as typed with ${what}`, async () => {
      await start();
      input().focus();
      await typeLikePeople(script);
      expect(input().value).to.equal(text);
      await searched(text.trim());
      expect(input().value).to.equal(text);
      expect(focused() === input()).to.equal(true);
    });

  it('keeps the caret where a word is inserted', async () => {
    await start();
    input().focus();
    await typeLikePeople('white wolf<Home> …');
    await searched('white wolf');
    expect(input().selectionStart).to.equal(1);
  });
  it('stays while responses arrive late and a filter is gone', async () => {
    const gone = [{ key: 'selectedFacets[0].field', message: 'is no facet' }];
    serve(testSettings(), (_, body) =>
      body.includes('dyn_lit_gone') ? { status: 400, body: { status: 400, errors: gone } } : undefined,
    );
    const element = await start();
    input().focus();
    await typeLikePeople('wolf ');
    await element.store!.change({ selectedFacets: [{ field: 'dyn_lit_gone', label: 'Book' }] });
    await typeLikePeople('…cub');
    expect(input().value).to.equal('wolf cub');
  });
  it('stays while the page changes the query, the token or its address', async () => {
    const element = await start();
    input().focus();
    await typeLikePeople('wolf …');
    await element.store!.change({ input: 'inflation' });
    expect(input().value).to.equal('wolf ');
    element.setAttribute('token', 'renewed');
    await typeLikePeople('cub');
    await searched('wolf cub');
    history.pushState(null, '', '?search=tariff');
    await settled();
    expect(input().value).to.equal('wolf cub');
    input().blur();
    await settled();
    expect(input().value).to.equal('tariff');
  });
  it('follows Back, which leaves the box as in other pages', async () => {
    const element = await start();
    input().focus();
    await typeLikePeople('tariff<Enter>…');
    await typeLikePeople('<Control+a>inflation…');
    await sendKeys({ type: ' rates' });
    history.back();
    await until(() => element.store!.query.input === 'tariff');
    await settled();
    expect(input().value).to.equal('tariff');
    await pause(THINKING_MS);
    expect(lastRequest().input).to.equal('tariff');
  });
  it('stays when the visitor follows a link inside the page while typing', async () => {
    await start();
    input().focus();
    await typeLikePeople('wolf ');
    location.hash = 'a-section';
    await typeLikePeople('…cub');
    expect(input().value).to.equal('wolf cub');
    history.back();
    await settled();
  });
  it('is searched with the filter that the visitor chooses before the delay has passed', async () => {
    const element = await start();
    const value = await until(() => queryDeep('facet-panel')?.shadowRoot?.querySelector('.value'));
    input().focus();
    await sendKeys({ type: 'tariff' });
    await click(value);
    await until(() => requests.some(({ body }) => body.includes('"input":"tariff","selectedFacets"')));
    expect(element.store!.query.selectedFacets).to.have.length(1);
    expect(input().value).to.equal('tariff');
  });
  it('is continued after a suggestion was chosen', async () => {
    localStorage.setItem('semantic-search.7.recent', '["tariff"]');
    await start();
    input().focus();
    await typeLikePeople('<ArrowDown><Enter>… rates…');
    expect(input().value).to.equal('tariff rates');
    await searched('tariff rates');
  });
  it('is the text that an extension or a password manager has put in, without an event', async () => {
    await start();
    input().focus();
    await typeLikePeople('wolf…');
    input().value = 'tariff';
    await sendKeys({ press: 'Enter' });
    await until(() => lastRequest().input === 'tariff');
    expect(input().value).to.equal('tariff');
  });
  it('shows no suggestions for an earlier text while the network is slow', async () => {
    await start();
    input().focus();
    await typeLikePeople('tariff…');
    await until(() => queryDeep('[role=option]'));
    const { fetch } = window;
    window.fetch = () => new Promise<Response>(() => undefined);
    await typeLikePeople('<Backspace>…');
    expect(queryDeep('[role=option]')?.textContent, 'a continued text').to.include('Tariff');
    await typeLikePeople('<Control+a>wolf…');
    expect(queryDeep('[role=option]')).to.equal(null);
    window.fetch = fetch;
  });
  it('is searched again with Enter after the search has failed', async () => {
    let isDown = true;
    const failure = { status: 503, body: { status: 503, code: 'service-unavailable', detail: '' } };
    serve(testSettings(), (url) => (isDown && url.pathname.endsWith('/search') ? failure : undefined));
    const element = await start();
    input().focus();
    await typeLikePeople('tariff…');
    await until(() => element.store!.error);
    isDown = false;
    await sendKeys({ press: 'Enter' });
    await until(() => element.store!.response);
    expect(element.store!.responseQuery!.input).to.equal('tariff');
    expect(queryDeep('[part=error]')).to.equal(null);
  });
  it('is not selected when the search in a dialog arrives late', async () => {
    let arrive = () => {};
    const late = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    void start({ mode: 'dialog' });
    const element = await until(() => document.querySelector('semantic-search'));
    const { fetch } = window;
    window.fetch = async (...request) => {
      await late;
      return fetch(...request);
    };
    element.open();
    await until(() => focused() && focused() === input());
    await typeLikePeople('tariff');
    arrive();
    await until(() => element.store!.response && !element.store!.request);
    await typeLikePeople(' rates');
    expect(input().value).to.equal('tariff rates');
  });
});
