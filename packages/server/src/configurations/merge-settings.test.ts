import {
  type ConfigurationSettings,
  defaultSettings,
  ConfigurationSettings as SettingsSchema,
} from '@semantic-search/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validationErrors } from '../validation.ts';
import { planRestore, planSettings } from './merge-settings.ts';
import { firstVersion, historyPage, settingsAt, updatedVersion } from './versions.ts';

const { configuration, record: created } = firstVersion(1, 'ann', defaultSettings);

/** The dotted keys of all settings, and of some that do not exist. */
const keys = [
  ...leaves(defaultSettings),
  'colour',
  'layout',
  'layout.navbar',
  'filter',
  'result.x',
  'details.x.y',
];

function leaves(value: object, path = ''): string[] {
  return Object.entries(value).flatMap(([name, member]) => {
    const key = path === '' ? name : `${path}.${name}`;
    return typeof member === 'object' && !Array.isArray(member) ? leaves(member, key) : [key];
  });
}

const facet = fc.record(
  {
    uri: fc.oneof(fc.constantFrom('type', 'https://example.org/a#b', ''), fc.jsonValue()),
    title: fc.oneof(fc.string(), fc.jsonValue()),
    facetMode: fc.oneof(fc.constantFrom('flat', 'top', 'x'), fc.jsonValue()),
    maximumTerms: fc.oneof(fc.integer({ min: -2, max: 2000 }), fc.jsonValue()),
    show: fc.jsonValue(),
    extra: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

const value = fc.oneof(
  fc.jsonValue(),
  fc.boolean(),
  fc.integer({ min: -5, max: 6000 }),
  fc.constantFrom(
    '#fff',
    '#12345',
    'long',
    'detail_view',
    null,
    'https://example.org/logo.png',
    'javascript:alert(1)',
  ),
  fc.array(fc.oneof(facet, fc.constantFrom('search', 'facets', 'x', { valueOf: 1 }))),
);

/** Any part of settings, right or wrong. */
const input = fc
  .array(fc.tuple(fc.constantFrom(...keys), value), { maxLength: 8 })
  .map((pairs) => pairs.reduce((object, [key, member]) => withMember(object, key.split('.'), member), {}));

function withMember(
  object: Record<string, unknown>,
  [name = '', ...rest]: string[],
  member: unknown,
): Record<string, unknown> {
  const inner = object[name];
  const nested = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : {};
  return {
    ...object,
    [name]: rest.length === 0 ? member : withMember(nested as Record<string, unknown>, rest, member),
  };
}

describe('whatever comes in', () => {
  test('the settings are complete and valid, and the changes lead to them', () => {
    fc.assert(
      fc.property(input, input, (first, second) => {
        const before: ConfigurationSettings = planSettings(first, defaultSettings).settings;
        const { settings, changes, errors } = planSettings(second, before);
        expect(validationErrors(SettingsSchema, settings)).toEqual([]);
        const { record } = updatedVersion({ ...configuration, config: before }, 'ann', settings);
        const history = { config: settings, log: [created, record], activations: [] };
        expect(settingsAt(history, 1)).toEqual(before);
        expect(historyPage(history, 0, 1).logs[0]?.changes).toEqual(changes);
        expect(planSettings({ ...settings }, settings)).toEqual({ settings, changes: [], errors: [] });
        for (const { key, message } of errors)
          expect([key, message].every((text) => text.length > 0)).toBe(true);
      }),
    );
  });

  test('accepts valid settings without an error', () => {
    fc.assert(
      fc.property(input, (any) => {
        const { settings } = planSettings(any, defaultSettings);
        expect(planSettings({ ...settings }, defaultSettings)).toMatchObject({ settings, errors: [] });
      }),
    );
  });
});

describe('a list of facets', () => {
  const facetsFrom = (list: unknown, base = defaultSettings) =>
    planSettings({ filter: { facetsToShow: list } }, base);

  test('is named after its URI if it has no name', () => {
    const uris = [
      'type',
      'https://example.org/terms#animals',
      'https://example.org/animals/',
      'urn:x:colour',
    ];
    const { settings } = facetsFrom(uris.map((uri) => ({ uri })));
    expect(settings.filter.facetsToShow.map(({ title }) => title)).toEqual([
      'type',
      'animals',
      'animals',
      'colour',
    ]);
  });

  test('keeps the previous value of a rejected member and the default of a missing one', () => {
    const base = facetsFrom([{ uri: 'type', maximumTerms: 50, sorting: 'label' }]).settings;
    const { settings, errors } = facetsFrom([{ uri: 'type', maximumTerms: 0 }], base);
    expect(settings.filter.facetsToShow[0]).toMatchObject({ maximumTerms: 50, sorting: 'count' });
    expect(errors).toEqual([
      { key: 'filter.facetsToShow[0].maximumTerms', message: 'must be an integer from 1 to 1000' },
    ]);
  });

  test('has titles by language', () => {
    const titles = { de: 'Art', 'pt-BR': 'Tipo' };
    const { settings, errors } = facetsFrom([{ uri: 'type', titles }]);
    expect(errors).toEqual([]);
    expect(settings.filter.facetsToShow[0]).toMatchObject({ title: 'type', titles });
  });

  test.each([
    'Art',
    ['de'],
    { de: '' },
    { de: 5 },
    { de: 'x'.repeat(201) },
    { 'not a tag': 'Art' },
    { de: 'A bird \ud83e' },
  ])('has no titles if they are %j', (titles) => {
    const { settings, errors } = facetsFrom([{ uri: 'type', titles }]);
    expect(settings.filter.facetsToShow[0]).not.toHaveProperty('titles');
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({
      key: 'filter.facetsToShow[0].titles',
      message: expect.stringContaining(
        'an object with at most 100 members: Titles of 1 to 200 characters by',
      ),
    });
  });

  test('is unchanged if the new value is too long or not a list', () => {
    for (const list of [Array(101).fill({ uri: 'type' }), 'type', { 0: { uri: 'type' } }, 7]) {
      const { settings, errors } = facetsFrom(list);
      expect(settings).toEqual(defaultSettings);
      expect(errors.map(({ key }) => key)).toEqual(['filter.facetsToShow']);
    }
  });
});

test.each([
  'javascript:alert(1)',
  'http://example.org/x.png',
  'data:text/html,<script>alert(1)</script>',
  'https://example.org/"onload="x',
  ` https://example.org/x.png`,
  `data:image/png;base64,${'A'.repeat(64 * 1024)}`,
])('rejects the logo %.40s', (logo) => {
  const { settings, errors } = planSettings({ layout: { logo } }, defaultSettings);
  expect(settings.layout.logo).toBe('');
  expect(errors.map(({ key }) => key)).toEqual(['layout.logo']);
});

test('rejects lone surrogates and truncates no name inside a character', () => {
  const half = 'A bird \ud83e';
  const uri = `urn:${'x'.repeat(199)}\u{1f426}`;
  const input = { filter: { facetsToShow: [{ uri: half }, { uri, title: half }] } };
  const { settings, errors } = planSettings({ ...input, title: half }, defaultSettings);
  expect(errors.map(({ key }) => key)).toEqual([
    'filter.facetsToShow[0].uri',
    'filter.facetsToShow[1].title',
    'title',
  ]);
  expect(errors.at(-1)?.message).toBe('must be text of 1 to 200 characters, without lone surrogates');
  expect(settings.filter.facetsToShow.map(({ title }) => title)).toEqual(['x'.repeat(199)]);
  expect(planSettings({ title: 'A bird \ud83e\udd89' }, defaultSettings).errors).toEqual([]);
});

test.each([
  { curation: [{ name: 'Owls', when: { match: 'empty' }, hide: ['urn:\ud83e'] }] },
  { curation: [{ name: 'Owls', when: { match: 'empty' }, pin: [{ id: 'urn:\ud83e', position: 1 }] }] },
  { popularSearches: { show: true, blocked: ['owl \ud83e'] } },
  { scope: { include: [{ uri: 'type', values: ['owl \ud83e'] }] } },
  { scope: { include: [{ uri: 'urn:\ud83e', values: ['owl'] }] } },
  { ranking: { boosts: [{ uri: 'urn:\ud83e', type: 'value', values: { owl: 2 } }] } },
  { ranking: { boosts: [{ uri: 'type', type: 'value', values: { 'owl \ud83e': 2 } }] } },
])('rejects lone surrogates at any depth: %j', (input) => {
  const { settings, errors } = planSettings(input, defaultSettings);
  expect(errors).toHaveLength(1);
  expect(errors[0]!.message).toContain('lone surrogates');
  expect(JSON.stringify(settings)).not.toContain('ud83e');
});

test('a version with a withdrawn setting is restored without settings that were added later', () => {
  const earlier = { ...defaultSettings, title: 'Earlier', withdrawn: true };
  const scope = { include: [{ uri: 'type', values: ['bird'] }] };
  const { settings, errors, changes } = planRestore(earlier, {
    ...defaultSettings,
    insight: 'counts',
    scope,
    filter: { ...defaultSettings.filter, tabs: 'type' },
  });
  expect(settings).toEqual({ ...defaultSettings, title: 'Earlier' });
  expect(errors.map(({ key }) => key)).toEqual(['withdrawn']);
  expect(changes.map(({ key }) => key).sort()).toEqual(['filter.tabs', 'insight', 'scope', 'title']);
});

test('a version with an invalid scope is restored with all rules of the present scope', () => {
  const rules = [{ uri: 'type', values: ['bird'] }];
  const present = { ...defaultSettings, scope: { include: rules, exclude: rules } };
  const earlier = { ...defaultSettings, scope: { include: 'birds' } };
  expect(planRestore(earlier as never, present).settings.scope).toEqual(present.scope);
});
