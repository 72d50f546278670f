/** Every configuration setting that the page applies, one row each. */
import type { ConfigurationSettings } from '@semantic-search/contract';
import { expect } from 'chai';
import './detail-view/detail-view.ts';
import './facet-panel.ts';
import './markup/rich-results.ts';
import './semantic-search.ts';
import './similar-docs.ts';
import { mount, queryDeep, resetPage, serve, settled, until } from '../test/support/page.ts';
import { testSettings } from '../test/support/service.ts';
import { type SettingOfThePage, settingsOfThePage } from '../test/support/setting-names.ts';
import {
  all,
  color,
  countDocuments,
  countPictures,
  facet,
  lastRequest,
  openDocument,
  respondWithMore,
  similarLists,
  text,
} from '../test/support/settings-page.ts';

/** The value of the setting, or what else is changed to see it at work; and where it is seen. */
type Row = [
  value: string | number | boolean | readonly unknown[] | ((settings: ConfigurationSettings) => void),
  look: () => unknown,
];

const rows: Record<SettingOfThePage, Row> = {
  title: ['Reading room', () => expect(text('[part=title]')).to.equal('Reading room')],
  'result.itemsPerPage': [
    5,
    () => {
      expect(all('.result')).to.have.length(5);
      expect(text('.pager li:last-child')).to.equal('9');
    },
  ],
  'result.showResultCount': [false, () => expect(text('#results')).to.equal('Results')],
  'result.showTags': [false, () => expect(queryDeep('.foot .chip') === null).to.equal(true)],
  'result.numberOfTags': [1, () => expect(all('.result')[0]!.querySelectorAll('.chip')).to.have.length(1)],
  'result.titleAction': [
    'link',
    () =>
      expect(queryDeep<HTMLAnchorElement>('[data-document]')!.href).to.equal('https://example.org/read/1'),
  ],
  'result.dateFormat': ['full', () => expect(text('.facts')).to.include('Saturday, May 17, 1980')],
  'result.showSimilarDocuments': [false, () => expect(queryDeep('.fold') === null).to.equal(true)],
  'result.numberOfSimilarDocuments': [
    2,
    async () => {
      queryDeep('.fold')!.click();
      await until(() => lastRequest('/getSimilar'));
      expect(lastRequest('/getSimilar')!.url.searchParams.get('number')).to.equal('2');
    },
  ],
  'result.showDynamicSentiment': [true, () => expect(text('[part=sentiment]')).to.equal('Sentiment: +0.4')],
  'result.showResultAsImage': [true, () => expect(queryDeep('.cards .picture') === null).to.equal(false)],
  'filter.facetsToShow': [[], () => expect(queryDeep('facet-panel') === null).to.equal(true)],
  'filter.facetsToShow.showAllButton': [
    (s) => {
      s.filter.facetsToShow[2]!.showAllButton = false;
    },
    () => expect(facet('Publisher').querySelectorAll('.value')).to.have.length(12),
  ],
  'filter.facetsToShow.searchable': [
    (s) => {
      s.filter.facetsToShow[2]!.searchable = false;
    },
    () => expect(facet('Publisher').querySelector('.find') === null).to.equal(true),
  ],
  'filter.tabs': [
    (s) => {
      s.filter.tabs = s.filter.facetsToShow[2]!.uri;
    },
    () => expect(text('.tab')).to.match(/^All/),
  ],
  'filter.hideEmptyFacets': [false, () => expect(facet('Empty')).not.to.equal(undefined)],
  'filter.componentOrder': [
    ['results', 'trends', 'facets'],
    async () => {
      expect(queryDeep('input[role=combobox], .dates') === null).to.equal(true);
      const side = queryDeep('.side')!;
      expect(side.getBoundingClientRect().left).to.be.greaterThan(
        queryDeep('.main')!.getBoundingClientRect().left,
      );
      const trends = await until(() => queryDeep('figure'));
      expect(trends.querySelectorAll('rect')).to.have.length(4);
      expect(trends.textContent).to.contain('1980 – 1990: 10 documents');
      expect(side.querySelector('.filters > :not(slot)')!.className).to.equal('trends');
    },
  ],
  'layout.navbar': [
    paint('navbar'),
    () => expect(color('.navbar', 'background-color')).to.equal('rgb(16, 64, 32)'),
  ],
  'layout.facets': [
    paint('facets'),
    () => expect(color('.side', 'background-color')).to.equal('rgb(16, 64, 32)'),
  ],
  'layout.documents': [
    paint('documents'),
    () => expect(color('.page', 'background-color')).to.equal('rgb(16, 64, 32)'),
  ],
  'layout.basicActionColor': [
    paint('basicActionColor'),
    () => expect(color('.number[aria-current]', 'background-color')).to.equal('rgb(16, 64, 32)'),
  ],
  'layout.focusActionColor': [
    paint('focusActionColor'),
    async () => {
      queryDeep('.foot .chip')!.click();
      await settled();
      expect(color('.chip[aria-pressed=true]', 'background-color')).to.equal('rgb(16, 64, 32)');
    },
  ],
  'layout.criticalActionColor': [
    paint('criticalActionColor'),
    async () => {
      serve(testSettings(), () => 'offline');
      await document.querySelector('semantic-search')!.store!.search();
      await settled();
      expect(color('.failure', 'border-inline-start-color')).to.equal('rgb(16, 64, 32)');
    },
  ],
  'layout.logo': [
    'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E',
    () => expect(queryDeep<HTMLImageElement>('[part=logo]')!.src).to.match(/^data:image\/svg/),
  ],
  'details.showSimilar': [
    false,
    async () =>
      expect((await similarLists()).map(({ recommender }) => recommender)).to.deep.equal([
        'related-concepts',
      ]),
  ],
  'details.showSimilarAsImage': [
    true,
    async () => expect((await similarLists()).map(countPictures)).to.deep.equal([4, 0]),
  ],
  'details.numberOfSimilar': [2, async () => expect(countDocuments((await similarLists())[0]!)).to.equal(2)],
  'details.showRecommendations': [false, async () => expect(await similarLists()).to.have.length(1)],
  'details.recommender': [
    'same-topic-newer',
    async () => {
      await similarLists();
      expect(lastRequest('/getRecommendations')!.url.searchParams.get('recommender')).to.equal(
        'same-topic-newer',
      );
    },
  ],
  'details.numberOfRecommendations': [
    2,
    async () => expect(countDocuments((await similarLists())[1]!)).to.equal(2),
  ],
  'details.showRecommendedAsImage': [
    true,
    async () => expect((await similarLists()).map(countPictures)).to.deep.equal([0, 2]),
  ],
  'details.showConceptHighlighting': [
    false,
    async () => expect((await openDocument()).querySelector('.concept') === null).to.equal(true),
  ],
  'popularSearches.show': [
    (s) => {
      s.popularSearches = { show: true };
    },
    async () => {
      queryDeep<HTMLInputElement>('input[role=combobox]')!.focus();
      await until(() => lastRequest('/popularSearches'));
    },
  ],
  texts: [
    (s) => {
      s.texts = {
        en: {
          placeholder: 'Search the archive',
          results: { one: '{count} <b>record</b>', other: '{count} <b>records</b>' },
        },
        de: { placeholder: 'Archiv durchsuchen' },
      };
    },
    async () => {
      const placeholder = () => queryDeep<HTMLInputElement>('input[role=combobox]')!.placeholder;
      expect(placeholder()).to.match(/^Search the archive/);
      expect(text('#results')).to.match(/^\d+ <b>records<\/b>$/);
      const search = document.querySelector('semantic-search')!;
      search.texts = { en: { placeholder: 'Search this shelf' } };
      await settled();
      expect(placeholder()).to.match(/^Search this shelf/);
      search.texts = undefined;
      search.setAttribute('lang', 'de');
      await until(() => /^\d+ Treffer$/.test(text('#results') ?? ''));
      expect(placeholder()).to.match(/^Archiv durchsuchen/);
    },
  ],
};

/** The settings of the tests with this one of them, by its path. */
function withSetting(path: string, value: Row[0]): ConfigurationSettings {
  if (typeof value === 'function') return testSettings(value);
  const settings = testSettings();
  const names = path.split('.');
  const last = names.pop()!;
  const owner = names.reduce((part, name) => Reflect.get(part, name), settings as object);
  Reflect.set(owner, last, value);
  return settings;
}

function paint(name: Exclude<keyof ConfigurationSettings['layout'], 'logo'>) {
  return ({ layout }: ConfigurationSettings) => {
    layout[name] = { backgroundColor: '#104020', fontColor: '#ffffff' };
  };
}

describe('every setting of the page', () => {
  afterEach(resetPage);

  it('has a test in this file', () => {
    expect(Object.keys(rows)).to.have.members(settingsOfThePage);
  });

  for (const [key, [value, look]] of Object.entries(rows))
    it(key, async () => {
      const settings = withSetting(key, value);
      serve(settings, (url, body) => respondWithMore(url, body, settings));
      await mount('semantic-search', { configuration: '7', token: 't' });
      await settled();
      await look();
    });
});
