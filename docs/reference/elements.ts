/** Reference pages of the custom elements, from the custom-elements manifest. */
import { type Declaration, declarationOf, modules } from '../../packages/widgets/manifest/manifest.ts';
import { code, type Page, paragraph, table } from './page.ts';

const INTRODUCTIONS: Record<string, string> = {
  'semantic-search': 'a complete search page',
  'facet-panel': 'a separate filter panel',
  'similar-docs': 'similar or recommended documents',
};

export function elementPages(): Page[] {
  return modules.map((name) => ({
    name,
    title: `<${name}>`,
    description: `The element for ${INTRODUCTIONS[name]}: attributes, properties, events, slots and parts.`,
    blocks: elementBlocks(declarationOf(name)),
  }));
}

function elementBlocks(element: Declaration): string[] {
  const { description, attributes, members, events, slots, cssParts, cssProperties } = element;
  const methods = members.filter(({ kind }) => kind === 'method');
  const properties = members.filter(({ kind, attribute }) => kind === 'field' && !attribute);
  return [
    paragraph(description),
    section(
      'Attributes',
      ['Attribute', 'Property', 'Type', 'Default', 'Description'],
      attributes.map(({ name, fieldName, type, default: standard, description: text }) => [
        code(name),
        code(fieldName),
        code(type.text),
        standard ? code(standard) : '',
        text,
      ]),
    ),
    section(
      'Properties',
      ['Property', 'Type', 'Description'],
      properties.map(({ name, type, description: text }) => [code(name), code(type!.text), text]),
    ),
    section(
      'Methods',
      ['Method', 'Description'],
      methods.map(({ name, description: text }) => [code(`${name}()`), text]),
    ),
    section(
      'Events',
      ['Event', 'Type', 'Fired when'],
      events.map(({ name, type, description: text }) => [code(name), code(type.text), text]),
    ),
    events.length > 0
      ? paragraph(
          'Events bubble and are composed. `SearchResponse` is the response of [`search`](operations-search.md#search); `RetrievedDocument` and `SelectedFacet` are [objects](objects.md) in it and in its request; `ConfigurationSettings` are the [settings](configuration.md).',
        )
      : '',
    section('Slots', ['Slot', 'Content'], named(slots)),
    section('Parts', ['Part', 'Element'], named(cssParts)),
    section('Custom properties', ['Property', 'Use'], named(cssProperties)),
    paragraph('[Colors and custom properties](custom-properties.md) has all colors.'),
  ];
}

const named = (list: { name: string; description: string }[]) =>
  list.map(({ name, description }) => [name ? code(name) : 'unnamed', description]);

function section(title: string, head: string[], rows: string[][]): string {
  return rows.length === 0 ? '' : `## ${title}\n\n${table(head, rows)}`;
}
