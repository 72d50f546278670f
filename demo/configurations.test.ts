/** Configurations of the first start: valid, consistent with the data, and readable. */
import { readFile } from 'node:fs/promises';
import {
  type ConfigurationSettings,
  defaultSettings,
  ConfigurationSettings as SettingsSchema,
} from '@semantic-search/contract';
import { describe, expect, test } from 'vitest';
import { planSettings } from '../packages/server/src/configurations/merge-settings.ts';
import { validationErrors } from '../packages/server/src/validation.ts';
import { contrast, parseColor } from '../packages/widgets/src/theme/color.ts';
import { readDocuments, readThesaurus } from './field-guide.fixture.ts';

interface FirstStart {
  space: string;
  thesaurus: string;
  documents: string;
  configurations: { active?: boolean; config: Record<string, unknown> }[];
}

const start = JSON.parse(
  await readFile(new URL('configurations.json', import.meta.url), 'utf8'),
) as FirstStart;
const complete = start.configurations.map(({ config }) => planSettings(config, defaultSettings));

describe('the configurations of a first start', () => {
  test('are four: one active, one with another layout, one hidden, one in Arabic', () => {
    expect(start.configurations.map(({ active }) => active === true)).toEqual([true, false, false, false]);
    expect(complete.map(({ settings }) => settings.visible)).toEqual([true, true, false, true]);
    const arabic = complete[3]!.settings;
    const named = [arabic, ...arabic.filter.facetsToShow, ...arabic.details.detailsToShow];
    for (const { title } of named) expect(title).toMatch(/^[\p{Script=Arabic}\s]+$/u);
    expect(complete[0]!.settings.layout).not.toEqual(complete[1]!.settings.layout);
  });

  test.each(complete)('$settings.title has titles in all languages of the thesaurus', ({ settings }) => {
    for (const { title, titles } of [...settings.filter.facetsToShow, ...settings.details.detailsToShow])
      expect(
        ['ar', 'de', 'en', 'es', 'fr'].filter((tag) => !titles?.[tag]).length,
        title,
      ).toBeLessThanOrEqual(1);
  });

  test.each(complete)('$settings.title is accepted without errors', ({ settings, errors }) => {
    expect(errors).toEqual([]);
    expect(validationErrors(SettingsSchema, settings)).toEqual([]);
    expect(settings.searchSpace).toBe(start.space);
  });

  test.each(complete)(
    '$settings.title uses facets and details that the data contains',
    async ({ settings }) => {
      const [{ schemes, concepts }, documents] = await Promise.all([readThesaurus(), readDocuments()]);
      const attributes = new Set(documents.flatMap((document) => Object.keys(document)));
      for (const { uri, refId } of [...settings.filter.facetsToShow, ...settings.details.detailsToShow]) {
        expect(schemes.has(uri) || concepts.has(uri) || attributes.has(uri), uri).toBe(true);
        expect(refId).toBe(uri);
      }
    },
  );

  test.each(complete)('$settings.title includes all values of text attributes', async ({ settings }) => {
    const documents = await readDocuments();
    for (const { uri, maximumTerms } of settings.filter.facetsToShow) {
      const values = new Set(
        documents.map((document) => Object.entries(document).find(([name]) => name === uri)?.[1]),
      );
      const texts = [...values].filter((value) => typeof value === 'string' && uri !== 'date');
      expect(maximumTerms, uri).toBeGreaterThanOrEqual(texts.length);
    }
  });

  test.each(complete)('$settings.title has text of 4.5:1 on every surface and button', ({ settings }) => {
    for (const [name, { backgroundColor, fontColor }] of colorPairs(settings)) {
      const ratio = contrast(parseColor(backgroundColor), parseColor(fontColor));
      expect(ratio, name).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('are loaded from existing files', async () => {
    for (const file of [start.thesaurus, start.documents]) {
      await expect(readFile(new URL(file, import.meta.url))).resolves.toBeTruthy();
    }
  });
});

function colorPairs({ layout }: ConfigurationSettings) {
  const { logo: _, ...pairs } = layout;
  return Object.entries(pairs);
}
