/** Tests of the language and text direction of elements in a page. */
import { expect } from 'chai';
import { mount, queryDeep, requests, resetPage, serve, settled, until } from '../../test/support/page.ts';
import { directionOf, elementLanguage } from './element-language.ts';
import { loadLocale } from './locale.ts';
import '../facet-panel.ts';
import '../semantic-search.ts';
import '../similar-docs.ts';

afterEach(() => {
  resetPage();
  document.body.replaceChildren();
  document.documentElement.removeAttribute('dir');
  document.documentElement.lang = 'en';
});

/** The innermost element of `markup`, in the page. */
function innermost(markup: string): Element {
  document.body.innerHTML = markup;
  return document.body.querySelector('i')!;
}

describe('the text direction of Arabic', () => {
  for (const [markup, direction] of [
    ['<i lang="ar"></i>', 'rtl'],
    ['<div lang="ar"><i></i></div>', 'rtl'],
    ['<div dir="ltr"><i lang="ar"></i></div>', 'rtl'],
    ['<div lang="ar" dir=""><i></i></div>', 'rtl'],
    ['<div lang="ar"><i dir="ltr"></i></div>', undefined],
    ['<div lang="ar" dir="ltr"><i></i></div>', undefined],
    ['<div lang="ar" dir="rtl"><i></i></div>', undefined],
  ] as const)
    it(`in ${markup} is ${direction ?? 'left to the page'}`, async () => {
      expect(directionOf(innermost(markup), await loadLocale('ar'))).to.equal(direction);
    });

  it('is found across shadow roots', async () => {
    document.body.innerHTML = '<div lang="ar" dir="ltr"><p></p></div>';
    const shadow = document.body.querySelector('p')!.attachShadow({ mode: 'open' });
    const inside = shadow.appendChild(document.createElement('i'));
    expect(elementLanguage(inside)).to.equal('ar');
    expect(directionOf(inside, await loadLocale('ar'))).to.equal(undefined);
  });
});

describe('a change of the page language', () => {
  const words = () => queryDeep('.page')?.getAttribute('lang');
  it('updates the search, with its query, and the similar documents', async () => {
    serve();
    const element = await mount('semantic-search', { configuration: '7', token: 't' });
    const similar = await mount('similar-docs', { configuration: '7', token: 't', uri: 'urn:a' });
    await element.store!.change({ input: 'inflation' });
    document.documentElement.lang = 'de';
    await until(() => words() === 'de' && similar.locale.tag === 'de');
    expect(element.store!.language).to.equal('de');
    expect(element.store!.query.input).to.equal('inflation');
  });
  it('does not affect elements with a language of their own or of an ancestor', async () => {
    serve();
    const element = await mount('semantic-search', { configuration: '7', token: 't', lang: 'fr' });
    const { store } = element;
    document.documentElement.lang = 'de';
    await settled();
    expect(words()).to.equal('fr');
    expect(element.store === store).to.equal(true);
  });
});

describe('an Arabic page without a direction', () => {
  it('has a right-to-left search', async () => {
    document.documentElement.lang = 'ar-EG';
    serve();
    await mount('semantic-search', { configuration: '7', token: 't' });
    await until(() => queryDeep('.page')?.getAttribute('lang') === 'ar-EG');
    expect(getComputedStyle(queryDeep('.page')!).direction).to.equal('rtl');
    await until(() => queryDeep('facet-panel'));
    expect(queryDeep('facet-panel')!.matches(':dir(rtl)')).to.equal(true);
    expect(elementLanguage(queryDeep('facet-panel')!)).to.equal('ar-EG');
  });
});

it('an invalid language tag of the page, as de_DE, is not sent to the service', async () => {
  serve();
  document.documentElement.lang = 'de_DE';
  await mount('semantic-search', { configuration: '7', token: 't' });
  await mount('semantic-search', { configuration: '7', token: 't', lang: 'de_DE' });
  const languages = requests.flatMap(({ body }) => (body ? [JSON.parse(body).language] : []));
  expect(languages).to.deep.equal(['en', 'en']);
});
