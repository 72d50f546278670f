/** Coverage of the configuration schema: every setting is applied and tested. */
import { ConfigurationSettings } from '@semantic-search/contract';
import { expect, test } from 'vitest';
import { settingsOfThePage, settingsOfTheService } from '../test/support/setting-names.ts';

interface Schema {
  $id?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** Dotted names of all members, those of list items among them; a colour pair is one setting. */
const namesIn = ({ properties = {} }: Schema, path = ''): string[] =>
  Object.entries(properties).flatMap(([key, schema]) => {
    const name = path + key;
    if (schema.items?.properties) return [name, ...namesIn(schema.items, `${name}.`)];
    return schema.properties && schema.$id !== 'ColorPair' ? namesIn(schema, `${name}.`) : [name];
  });

/** Settings that the service applies; its own tests cover them (`search/` and `insight/` of the server). */
const ofTheService = ['curation', 'insight', 'popularSearches.blocked', 'ranking', 'scope'];

test('every setting has a test', () => {
  const schema = JSON.parse(JSON.stringify(ConfigurationSettings)) as Schema;
  const names = namesIn(schema).filter(
    (name) => !ofTheService.includes(name) && !ofTheService.includes(name.split('.')[0]!),
  );
  expect([...settingsOfThePage, ...settingsOfTheService].toSorted()).toEqual(names.toSorted());
});
