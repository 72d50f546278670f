/** The form is made from the description that the service serves: here from the very one. */
import { ConfigurationSettings, defaultSettings, openApi } from '@semantic-search/contract';
import { describe, expect, it } from 'vitest';
import { withValue } from './draft.ts';
import { isValid, kindOf, type Schema, settingsSchema, withoutInvalidValues } from './schema.ts';

const { components } = openApi('/', '1.0.0') as { components: { schemas: Record<string, Schema> } };
const schema = settingsSchema(components.schemas);

/** Every setting by its dotted key. A list stands for the settings of its elements. */
function leaves(part: Schema, key = ''): [string, Schema][] {
  const inner = part.items?.properties ? part.items : part;
  const own: [string, Schema][] = key ? [[key, part]] : [];
  return [
    ...own,
    ...Object.entries(inner.properties ?? {}).flatMap(([name, member]) =>
      leaves(member, key ? `${key}.${name}` : name),
    ),
  ];
}

describe('the schema of the settings', () => {
  it('the schema has a title for every setting', () => {
    expect(Object.keys(schema.properties!)).toEqual(Object.keys(ConfigurationSettings.properties));
    // Rules of curation have a page of their own, with labels of its own.
    const inForm = leaves(schema).filter(([key]) => !key.startsWith('curation.'));
    const untitled = inForm.filter(([, { title }]) => !title);
    expect(untitled.map(([key]) => key)).toEqual([]);
  });

  it.each([
    ['title', 'text'],
    ['visible', 'switch'],
    ['result', 'group'],
    ['result.itemsPerPage', 'number'],
    ['result.numberOfTags', 'number'],
    ['result.titleAction', 'choice'],
    ['filter.facetsToShow', 'entries'],
    ['filter.componentOrder', 'order'],
    ['layout.navbar', 'colors'],
    ['layout.logo', 'image'],
  ])('edits %s as %s', (key, kind) => {
    expect(kindOf(leaves(schema).find(([name]) => name === key)![1])).toBe(kind);
  });

  it('accepts each default setting', () => {
    expect(withoutInvalidValues(schema, defaultSettings, {} as typeof defaultSettings)).toEqual(
      defaultSettings,
    );
  });

  it('names a member that the server does not describe', () => {
    expect(() =>
      settingsSchema({ Settings: { properties: { a: { $ref: '#/components/schemas/Gone' } } } }),
    ).toThrow('Gone');
  });
});

describe('what the preview shows', () => {
  it('shows the saved value while a value is incomplete', () => {
    const half = withValue(
      withValue(defaultSettings, ['layout', 'navbar', 'fontColor'], '#12'),
      ['title'],
      'Marsh',
    );
    const shown = withoutInvalidValues(schema, half, defaultSettings);
    expect(shown.layout.navbar.fontColor).toBe('#ffffff');
    expect(shown.title).toBe('Marsh');
  });

  it('preserves unknown members', () => {
    const newer = { ...defaultSettings, future: 1 };
    expect(withoutInvalidValues(schema, newer, newer)).toMatchObject({ future: 1 });
  });

  it.each<[Schema, unknown, boolean]>([
    [{ type: 'integer', minimum: 1, maximum: 100 }, 100, true],
    [{ type: 'integer', minimum: 1, maximum: 100 }, 101, false],
    [{ type: 'integer' }, 1.5, false],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, null, true],
    [{ enum: ['a', 'b'] }, 'c', false],
    [{ type: 'string', minLength: 1 }, '', false],
    [{ type: 'boolean' }, 'true', false],
  ])('%j allows %j: %s', (part, value, allowed) => {
    expect(isValid(part, value)).toBe(allowed);
  });
});
