/** Reference page of the settings of a configuration, from their schemas and defaults. */
import {
  Boost,
  ConfigurationSettings,
  DetailSetting,
  DocumentScope,
  defaultFacet,
  defaultSettings,
  FacetSetting,
  OrderSettings,
  SPACE_NAME_PATTERN,
  SPACE_NAME_RULE,
  textPlaceholders,
} from '@semantic-search/contract';
import { describeSchema, type SchemaDescription } from '../../packages/server/src/describe-schema.ts';
import en from '../../packages/widgets/src/locale/languages/en.json' with { type: 'json' };
import { code, type Page, paragraph, shownValue, table, unquoted } from './page.ts';

const HEAD = ['Setting', 'Name in the editor', 'Description', 'Allowed values', 'Default'];

interface Described extends SchemaDescription {
  title?: string;
  properties?: Record<string, Described>;
}

export function configurationPage(): Page {
  const groups = Object.entries(ConfigurationSettings.properties as Record<string, Described>);
  const single = groups.filter(([, schema]) => schema.type !== 'object');
  const nested = groups.filter(([, schema]) => schema.properties);
  const defaults = defaultSettings as unknown as Record<string, Record<string, unknown>>;
  return {
    name: 'configuration',
    title: 'Configuration settings',
    description:
      'All settings of a configuration, with their names in the editor, allowed values and defaults.',
    blocks: [
      paragraph(
        'A configuration defines one search application: its content, results, filters, colors and detail view. Change the settings in the editor, or with the [operations on configurations](operations-configurations.md) of the HTTP API.',
      ),
      paragraph(
        'A new configuration has the defaults below. If its request contains a `searchSpace`, but no `result`, `filter` and `details`, the server derives these settings from the documents. `GET /api/configurations/default` returns the defaults; with `?searchSpace=NAME`, the derived settings.',
      ),
      '## General',
      settingsTable(single, defaults),
      ...nested.flatMap(([name, schema]) => [
        `## ${schema.title}: \`${name}\``,
        settingsTable(Object.entries(schema.properties ?? {}), defaults[name] ?? {}),
        ...(schema.description ? [paragraph(schema.description)] : []),
      ]),
      '## Interface texts: `texts`',
      paragraph(
        'Texts by BCP 47 language tag and key. They replace the texts of the elements; keys without a text keep their default. A text has 1 to 500 characters; all texts have at most 32 KiB in 100 languages. A text with `{count}` may be an object with a text for each plural category of the language, of which `other` is required: [change the texts of the interface](../how-to/interface-texts.md).',
      ),
      textsTable(),
      '## Entries of `filter.facetsToShow`',
      paragraph(
        'Each entry is one filter. Only `uri` is required. An absent `title` is taken from the end of the `uri`; an absent `refId` is the `uri`.',
      ),
      settingsTable(members(FacetSetting), defaultFacet),
      '## Entries of `ranking.boosts`',
      settingsTable(members(Boost), {}),
      '## Entries of `ranking.sorts`',
      settingsTable(members(OrderSettings.properties.sorts.items), {}),
      '## Entries of `scope.include` and `scope.exclude`',
      settingsTable(members(DocumentScope.properties.include.items), {}),
      '## Entries of `details.detailsToShow`',
      paragraph(
        'Each entry is one row of the details of a document. Only `uri` is required, as for filters.',
      ),
      settingsTable(members(DetailSetting), { show: true }),
    ],
  };
}

/** Keys of the interface texts with their English defaults. */
const textsTable = (): string =>
  table(
    ['Key', 'Default in English', 'Placeholders'],
    Object.entries(en).map(([key, text]) => [
      code(key),
      typeof text === 'string' ? text : Object.values(text).join(' · '),
      textPlaceholders[key]!.map((name) => code(`{${name}}`)).join(', '),
    ]),
  );

const members = (schema: { properties: unknown }) =>
  Object.entries(schema.properties as Record<string, Described>);

function settingsTable(settings: [string, Described][], defaults: Record<string, unknown>): string {
  return table(
    HEAD,
    settings.map(([name, schema]) => [
      code(name),
      schema.title ?? '',
      schema.description ?? '',
      allowed(schema),
      shownValue(defaults[name]),
    ]),
  );
}

/** Patterns are described in words by the description of the setting. */
function allowed(schema: Described): string {
  if (schema.properties) return 'an object with `backgroundColor` and `fontColor`, each `#rgb` or `#rrggbb`';
  if (schema.enum === undefined && schema.items?.enum) {
    return unquoted(
      `${describeSchema(schema)} from ${schema.items.enum.map((each) => `"${each}"`).join(', ')}`,
    );
  }
  if (schema.pattern === SPACE_NAME_PATTERN) return SPACE_NAME_RULE;
  // The column next to it has the description.
  const { pattern, patternProperties, ...plain } = schema;
  return unquoted(describeSchema(schema.description === undefined ? schema : plain));
}
