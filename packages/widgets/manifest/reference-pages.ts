/** A page for each element, and a guide for programs that write pages, both out of the manifest. */
import { type Declaration, declarationOf, modules } from './manifest.ts';

const row = (...cells: string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const code = (text: string): string => `\`${text}\``;

function section(title: string, head: string[], rows: string[][]): string {
  if (!rows.length) return '';
  return [
    `## ${title}`,
    '',
    row(...head),
    row(...head.map(() => '---')),
    ...rows.map((cells) => row(...cells)),
    '',
  ].join('\n');
}

/** Markdown; made from the docstrings, so it is not to be edited. */
export function page(element: Declaration): string {
  const { tagName, description, attributes, members, events, slots, cssParts, cssProperties } = element;
  const methods = members.filter(({ kind }) => kind === 'method');
  const properties = members.filter(({ kind, attribute }) => kind === 'field' && !attribute);
  const names = (list: { name: string; description: string }[], unnamed = '') =>
    list.map(({ name, description }) => [name ? code(name) : unnamed, description]);
  return [
    `# ${code(`<${tagName}>`)}`,
    '',
    description,
    '',
    section(
      'Attributes',
      ['attribute', 'property', 'type', ''],
      attributes.map(({ name, fieldName, type, description }) => [
        code(name),
        code(fieldName),
        code(type.text),
        description,
      ]),
    ),
    section(
      'Properties',
      ['property', 'type', ''],
      properties.map(({ name, type, description }) => [code(name), code(type!.text), description]),
    ),
    section(
      'Methods',
      ['method', ''],
      methods.map(({ name, description }) => [code(`${name}()`), description]),
    ),
    section('Events', ['event', ''], names(events)),
    section('Slots', ['slot', ''], names(slots, 'unnamed')),
    section('Parts', ['part', ''], names(cssParts)),
    section('Custom properties', ['property', ''], names(cssProperties)),
  ]
    .filter(Boolean)
    .map((part) => part.trimEnd())
    .join('\n\n')
    .concat('\n');
}

/** Short enough to be read whole: what there is, what to write, what not to. */
export function guide(): string {
  const elements = modules
    .map(declarationOf)
    .map(({ tagName, description, attributes, events, slots, cssParts }) =>
      [
        `## <${tagName}>`,
        description,
        `Attributes: ${attributes.map(({ name, type }) => `${name} (${type.text})`).join(', ')}`,
        events.length ? `Events: ${events.map(({ name }) => name).join(', ')}` : '',
        slots.length ? `Slots: ${slots.map(({ name }) => name || '(unnamed)').join(', ')}` : '',
        cssParts.length ? `Parts: ${cssParts.map(({ name }) => name).join(', ')}` : '',
      ]
        .filter(Boolean)
        .join('\n'),
    );
  return `${[introduction, ...elements, rules].join('\n\n')}\n`;
}

const introduction = `# Semantic search widgets

> Custom elements that put semantic search on any page. Appearance, facets and content come from a configuration on the
> service, named by its id; a page writes no search code.

<script type="module" src="https://SERVICE/widget.js"></script>
<semantic-search configuration="ID" token="PUBLISHABLE_TOKEN"></semantic-search>`;

const rules = `## Rules

- Take widget.js from the service itself; it knows its own address, so \`endpoint\` is rarely needed.
- The token is a publishable one, bound to the configuration and the origin of the page. Never use another in a page.
- Give each of several instances an \`id\`; it names the instance in the page's address.
- \`<facet-panel for="ID">\` and \`<similar-docs for="ID">\` belong to the \`<semantic-search id="ID">\` of the same page.
- Listen to events on any ancestor; they bubble and are composed. Only semantic-search-select can be cancelled.
- Style with --semantic-search-… properties and ::part(); class names inside the shadow roots are not an interface.
- Results in a form of your own: <template slot="result"> in <semantic-search>, with data-text="title" (or description, type,
  date, language, the label of a detail), <img data-src>, <a data-link> (detail view) or <a data-link="source">, data-if="image".
- What is put into a slot stands in the page and takes the page's styles. \`empty\` replaces the hints where nothing was found.
- Colours: --semantic-search-SURFACE-ROLE; surfaces navbar, facets, documents; roles surface, text, muted, line, edge, hover,
  pressed, skeleton, mark, tint, and basic, focus, critical with -text, -hover, -ink. Also --semantic-search-radius,
  -control-radius, -font-family, -font-size, -min-block-size.
- The language is that of the nearest lang attribute; right-to-left follows from it.
- React 19: \`import type {} from '@semantic-search/widgets/react'\` and \`onsemantic-search-select={…}\`. Vue 3: …/vue and
  \`@semantic-search-select\`. Preact: …/preact. Solid: …/solid. Angular: CUSTOM_ELEMENTS_SCHEMA and \`(semantic-search-select)\`.
- Server rendering (Node): \`await renderSearch({ endpoint, configuration, token, address })\` from
  '@semantic-search/widgets/server' is markup for the page; further members: serverToken, language, nonce, attributes,
  content, signal.
- Content security policy: script-src and connect-src of the service, or a nonce with 'strict-dynamic';
  \`require-trusted-types-for 'script'; trusted-types lit-html\` holds.
- Subresource integrity: /integrity.json has \`script\`, the immutable address /assets/HASH/widget.js, and \`integrity\`, the
  checksum of each file by its address: one for the script's \`integrity\`, all of them for an import map.
- Trends: \`trends\` in componentOrder and a date facet in facetsToShow. Sentiment: the number \`sentiment\` (−1 to 1) of a
  document, an entry for it in detailsToShow, and showDynamicSentiment.`;
