/** Settings that the service applies: each is changed over HTTP and observed in a page. */
import type { ConfigurationSettings } from '@semantic-search/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type SettingOfTheService,
  settingsOfTheService,
} from '../../packages/widgets/test/support/setting-names.ts';
import { served, visiting } from '../support/fixtures.ts';
import { resultsHeading, type Visitor } from '../support/visitor.ts';

const service = served();
const visitor = visiting();
let visit: Visitor;
/** Initial settings of the configurations 1 to 3. */
const original: ConfigurationSettings[] = [];

beforeAll(async () => {
  visit = await visitor();
  visit.page.setDefaultTimeout(6_000);
  for (const id of [1, 2, 3]) original.push(await configOf(id));
  const birds = ['heron', 'egret'].map((title) => JSON.stringify({ id: `urn:${title}`, title }));
  const headers = { 'Content-Type': 'application/x-ndjson' };
  await service.call('POST', '/api/spaces/pocket/documents', { body: birds.join('\n'), headers });
});
afterAll(async () => {
  expect(visit?.pageErrors).toEqual([]);
});

async function configOf(id: number): Promise<ConfigurationSettings> {
  const { body } = await service.call('GET', `/api/configurations/${id}`);
  return body.config as unknown as ConfigurationSettings;
}
async function save(id: number, config: ConfigurationSettings): Promise<void> {
  const { status, body } = await service.call('PUT', `/api/configurations/${id}`, { body: { config } });
  expect([status, body.errors]).toEqual([200, []]);
}

const results = async (page: Page) => {
  await page.goto(`${service.url}/demo/search.html`);
  return resultsHeading(page, /^\d+ results$/);
};
const facet = async (page: Page, title: string) => {
  await results(page);
  const found = page.locator('.facet', { has: page.getByRole('heading', { name: title, exact: true }) });
  const folded = found.locator('.heading[aria-expanded=false]');
  await found.waitFor();
  if (await folded.count()) await folded.click();
  await found.locator('.value').first().waitFor();
  return found;
};
const valuesOf = async (page: Page, title: string) =>
  (await facet(page, title)).locator('.value .name').allTextContents();
const disclosuresOf = async (page: Page) =>
  (await facet(page, 'Animals')).locator('button.disclosure').count();
const details = async (page: Page, part: 'dt' | 'dd') => {
  await results(page);
  await page.locator('[part="title-link"]').first().click();
  await page.locator('semantic-search-detail [part=text]').waitFor();
  return page.locator(`semantic-search-detail ${part}`).allTextContents();
};

interface Row {
  /** Id of the configuration; default 1, the active one. */
  id?: number;
  change(settings: ConfigurationSettings): void;
  look(page: Page): Promise<unknown>;
  before: unknown;
  after: unknown;
}

const rows: Record<SettingOfTheService, Row> = {
  searchSpace: {
    change: (settings) => {
      settings.searchSpace = 'pocket';
      // That space has none of these facets.
      settings.filter.facetsToShow = [];
      settings.details.detailsToShow = [];
    },
    look: results,
    before: '335 results',
    after: '2 results',
  },
  visible: {
    id: 3,
    change: (settings) => {
      settings.visible = true;
    },
    look: async (page) => {
      await page.goto(service.url);
      await page.getByLabel('Search application').waitFor();
      return page.getByLabel('Search application').locator('option').count();
    },
    before: 3,
    after: 4,
  },
  'result.summaryLength': {
    change: ({ result }) => {
      result.summaryLength = 40;
    },
    look: async (page) => {
      await results(page);
      return ((await page.locator('[part=summary]').first().textContent()) ?? '').length < 50;
    },
    before: false,
    after: true,
  },
  'filter.facetsToShow.uri': {
    change: ({ filter }) => {
      filter.facetsToShow[5]!.uri = 'family';
    },
    look: async (page) => (await valuesOf(page, 'Type')).includes('mammal'),
    before: true,
    after: false,
  },
  'filter.facetsToShow.title': {
    change: ({ filter }) => {
      filter.facetsToShow[1]!.title = 'Where they live';
    },
    look: async (page) => {
      await facet(page, 'Animals');
      return page.getByRole('heading', { name: 'Where they live', exact: true }).count();
    },
    before: 0,
    after: 1,
  },
  'filter.facetsToShow.titles': {
    change: ({ filter }) => {
      filter.facetsToShow[1]!.titles = { de: 'Lebensräume', en: 'Places to live' };
    },
    look: async (page) => {
      await facet(page, 'Animals');
      return page.getByRole('heading', { name: 'Places to live', exact: true }).count();
    },
    before: 0,
    after: 1,
  },
  'filter.facetsToShow.show': {
    change: ({ filter }) => {
      filter.facetsToShow[1]!.show = false;
    },
    look: async (page) => {
      await facet(page, 'Animals');
      return page.getByRole('heading', { name: 'Habitats', exact: true }).count();
    },
    before: 1,
    after: 0,
  },
  'filter.facetsToShow.facetMode': {
    change: ({ filter }) => {
      filter.facetsToShow[0]!.facetMode = 'flat';
    },
    look: async (page) => (await disclosuresOf(page)) > 0,
    before: true,
    after: false,
  },
  'filter.facetsToShow.hierarchicalDepth': {
    change: ({ filter }) => {
      filter.facetsToShow[0]!.hierarchicalDepth = 1;
    },
    look: async (page) => (await disclosuresOf(page)) > 0,
    before: true,
    after: false,
  },
  'filter.facetsToShow.maximumTerms': {
    change: ({ filter }) => {
      filter.facetsToShow[5]!.maximumTerms = 2;
    },
    look: async (page) => (await valuesOf(page, 'Type')).length,
    before: 8,
    after: 2,
  },
  'filter.facetsToShow.sorting': {
    change: ({ filter }) => {
      filter.facetsToShow[5]!.sorting = 'label';
    },
    look: async (page) => (await valuesOf(page, 'Type'))[0],
    before: 'mammal',
    after: 'worm',
  },
  'filter.facetsToShow.sortingOrder': {
    change: ({ filter }) => {
      filter.facetsToShow[5]!.sortingOrder = 'asc';
    },
    look: async (page) => (await valuesOf(page, 'Type'))[0] === 'mammal',
    before: true,
    after: false,
  },
  'filter.facetsToShow.refId': {
    change: ({ filter }) => {
      filter.facetsToShow[5]!.refId = 'https://museum.example/kinds-of-animals';
    },
    // Stored for owners; it does not affect visitors.
    look: async () => (await configOf(1)).filter.facetsToShow[5]!.refId,
    before: 'type',
    after: 'https://museum.example/kinds-of-animals',
  },
  'details.detailsToShow': {
    change: (settings) => {
      settings.details.detailsToShow = settings.details.detailsToShow.toReversed();
    },
    look: async (page) => (await details(page, 'dt'))[0],
    before: 'Family',
    after: 'Conservation status',
  },
  'details.detailsToShow.uri': {
    change: (settings) => {
      settings.details.detailsToShow[0]!.uri = 'type';
    },
    look: async (page) => (await details(page, 'dd'))[0]?.trim(),
    before: 'Dendrobatidae',
    after: 'amphibian',
  },
  'details.detailsToShow.title': {
    change: (settings) => {
      settings.details.detailsToShow[0]!.title = 'Kin';
    },
    look: async (page) => (await details(page, 'dt'))[0],
    before: 'Family',
    after: 'Kin',
  },
  'details.detailsToShow.titles': {
    change: (settings) => {
      settings.details.detailsToShow[0]!.titles = { de: 'Familie', en: 'Relatives' };
    },
    look: async (page) => (await details(page, 'dt'))[0],
    before: 'Family',
    after: 'Relatives',
  },
  'details.detailsToShow.show': {
    change: (settings) => {
      settings.details.detailsToShow[0]!.show = false;
    },
    look: async (page) => (await details(page, 'dt')).includes('Family'),
    before: true,
    after: false,
  },
  'details.detailsToShow.refId': {
    change: (settings) => {
      settings.details.detailsToShow[0]!.refId = 'https://museum.example/kin';
    },
    look: async () => (await configOf(1)).details.detailsToShow[0]!.refId,
    before: 'family',
    after: 'https://museum.example/kin',
  },
};

it.each(settingsOfTheService)('%s', async (name) => {
  const { id = 1, change, look, before, after } = rows[name];
  expect(await look(visit.page)).toEqual(before);
  const settings = structuredClone(original[id - 1]!);
  change(settings);
  await save(id, settings);
  try {
    expect(await look(visit.page)).toEqual(after);
  } finally {
    await save(id, original[id - 1]!);
  }
});
