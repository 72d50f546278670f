/** Labels and hints of settings in all languages: `text/settings/*.json` by the English text of the schema. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApi } from '@semantic-search/contract';
import { describe, expect, it } from 'vitest';
import { languages, settingTranslation } from '../../text/text.ts';
import { labelAt } from './labels.ts';
import { type Schema, settingsSchema } from './schema.ts';

const { components } = openApi('/', '1.0.0') as { components: { schemas: Record<string, Schema> } };
const folder = join(import.meta.dirname, '../../text/settings');

const shown = new Set<string>();
settingsSchema(components.schemas, (english) => {
  shown.add(english);
  return english;
});

/** Words that a person types, or finds in JSON. */
const codeIn = (words: string): string[] =>
  [
    ...new Set(
      words.match(/`[^`]+`|\{\w+\}|\bnull\b|https?:|data:|#r+g+b+|P\d+[DY]|PNG|JPEG|WebP|SVG|BCP 47|URI/g),
    ),
  ].sort();

describe('the labels of settings', () => {
  it('are in all languages of the studio', () => {
    const files = readdirSync(folder).map((name) => name.replace('.json', ''));
    expect([...files, 'en'].sort()).toEqual(languages);
  });

  it.each(languages.filter((language) => language !== 'en'))('%s has each text of the schema', (language) => {
    const texts = JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Record<
      string,
      string
    >;
    expect(Object.keys(texts).sort()).toEqual([...shown].sort());
    for (const [english, translation] of Object.entries(texts)) {
      expect(codeIn(translation), translation).toEqual(codeIn(english));
      expect(translation).not.toMatch(/["']|^\s|\s$|^$/);
    }
  });

  it('are English where a language has no translation', async () => {
    const schema = settingsSchema(components.schemas, await settingTranslation('de'));
    expect(labelAt(schema, ['result', 'itemsPerPage'])).toBe('Ergebnisse: Ergebnisse pro Seite');
    expect(schema.properties?.visible?.description).toMatch(/^Wird auf der Hauptseite angeboten/);
    expect((await settingTranslation('de'))('A new setting')).toBe('A new setting');
  });
});
