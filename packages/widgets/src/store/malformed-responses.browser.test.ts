/** Fuzz tests: the page survives any value of any member of a response or of the settings. */
import { expect } from 'chai';
import { queryDeep, serve, until } from '../../test/support/page.ts';
import { eachVisit, start } from '../../test/support/search.ts';
import { respond, testSettings } from '../../test/support/service.ts';

eachVisit();

type Json = Record<string, unknown>;
const crooked = [null, 'x', '', -5, 1e300, true, {}, [], [null], [{}], [[]], { title: 5 }];

/** Every place in `value`, of lists the first item alone. */
function places(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  const names = Array.isArray(value) ? Object.keys(value).slice(0, 1) : Object.keys(value);
  return names.flatMap((name) => [[...path, name], ...places((value as Json)[name], [...path, name])]);
}

function withMember(whole: unknown, path: readonly string[], value: unknown): unknown {
  const copy = structuredClone(whole) as Json;
  const last = path.slice(0, -1).reduce((at, name) => at[name] as Json, copy);
  last[path.at(-1)!] = value;
  return copy;
}

/** Every place of what `path` answers with, crooked in every way, shown one after the other. */
async function visits(isMeant: (path: string) => boolean, show: (element: Shown) => Promise<void>) {
  const faults: string[] = [];
  const note = ({ message }: ErrorEvent) => faults.push(message);
  const complain = console.error;
  let whole: unknown;
  let spoil = (body: unknown): unknown => body;
  serve(testSettings(), (url, body) => {
    if (!isMeant(url.pathname)) return undefined;
    const response = respond(url, body);
    whole = response.body;
    return { ...response, body: spoil(whole) };
  });
  const element = await start();
  addEventListener('error', note);
  // The elements explain a response that they cannot read.
  console.error = (...words: unknown[]) => {
    const message = words.join(' ');
    if (!message.startsWith('<semantic-search>: ')) faults.push(message);
  };
  try {
    await show(element);
    const all = places(whole);
    expect(all.length).to.be.greaterThan(15);
    const before = whole;
    for (const [path, value] of all.flatMap((path) => crooked.map((value) => [path, value] as const))) {
      spoil = () => withMember(before, path, value);
      await show(element);
      const isShown = queryDeep('#results')?.textContent || queryDeep('[part=error]');
      if (!isShown || faults.length)
        throw new Error(`${path.join('.')} = ${JSON.stringify(value)}: ${faults.join()}`);
    }
  } finally {
    removeEventListener('error', note);
    console.error = complain;
  }
}

type Shown = Awaited<ReturnType<typeof start>>;
const rendered = async (element: Shown) => {
  await element.updateComplete;
  for (const part of element.shadowRoot!.querySelectorAll<Shown>('facet-panel, semantic-search-box'))
    await part.updateComplete;
};

it('the page works although a script of the page extends Object.prototype', async () => {
  const extended = Object.prototype as { extension?: number };
  extended.extension = 1;
  try {
    await start();
    queryDeep('[data-document]')!.click();
    await until(() => queryDeep('.concept') && queryDeep('facet-panel')!.shadowRoot!.querySelector('.value'));
    expect(queryDeep('[part=error]') === null).to.equal(true);
  } finally {
    delete extended.extension;
  }
});

describe('malformed members', () => {
  it('of a response do not break the page', async () => {
    await visits(
      (path) => path.endsWith('/search'),
      async (element) => {
        await element.store!.search();
        await rendered(element);
      },
    );
  }).timeout(60_000);
  it('of the settings do not break the page', async () => {
    await visits(
      (path) => /configurations\/7$/.test(path),
      async (element) => {
        await element.store!.load();
        await rendered(element);
      },
    );
  }).timeout(60_000);
});
