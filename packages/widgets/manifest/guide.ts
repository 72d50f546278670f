/** Generator of `llms.txt`, a short guide for language models, from the manifest. */
import { declarationOf, modules } from './manifest.ts';

/** Returns `llms.txt`: a short guide for language models. */
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

> Custom elements that add semantic search to any page. A configuration on the service, referenced by its ID, defines
> appearance, facets and content; the page needs no search code.

<script type="module" src="https://SERVICE/widget.js"></script>
<semantic-search configuration="ID" token="PUBLISHABLE_TOKEN"></semantic-search>`;

const rules = `## Rules

- Load widget.js from the service itself; it uses the URL of the script, so \`endpoint\` is rarely needed.
- Use a publishable token, bound to the configuration and the origin of the page. Never put another token into a page.
- If a page has several instances, give each an \`id\`; it is the key of the instance in the URL.
- \`<facet-panel for="ID">\` and \`<similar-docs for="ID">\` connect to the \`<semantic-search id="ID">\` of the same page.
- Listen to events on any ancestor; they bubble and are composed. Only semantic-search-select can be cancelled.
- Style with --semantic-search-… properties and ::part(); class names inside the shadow roots are private.
- Custom results: <template slot="result"> in <semantic-search>, with data-text="title" (or description, type,
  date, language, the label of a detail), <img data-src>, <a data-link> (detail view) or <a data-link="source">, data-if="image".
- Slotted content stays in the light DOM and uses the page's styles. \`empty\` replaces the default "no results" content.
- Colors: --semantic-search-SURFACE-ROLE; surfaces navbar, facets, documents; roles surface, raised, text, muted, line, edge,
  hover, pressed, skeleton, mark with -text and -ink, tint with -text, and basic, focus, critical with -text, -hover, -ink.
  Also --semantic-search-radius, -control-radius, -font-family, -font-size, -min-block-size.
- The nearest lang attribute sets the language and the text direction.
- React 19: \`import type {} from '@semantic-search/widgets/react'\` and \`onsemantic-search-select={…}\`. Vue 3: …/vue and
  \`@semantic-search-select\`. Preact: …/preact. Solid: …/solid. Angular: CUSTOM_ELEMENTS_SCHEMA and \`(semantic-search-select)\`.
- Content security policy: script-src and connect-src of the service, or a nonce with 'strict-dynamic';
  compatible with \`require-trusted-types-for 'script'; trusted-types lit-html\`.
- Subresource integrity: /integrity.json contains \`script\`, the immutable URL /assets/HASH/widget.js, and \`integrity\`, the
  checksum of each file by URL: use the script's own for its \`integrity\` attribute and all of them in an import map.
- Trends: \`trends\` in componentOrder and a date facet in facetsToShow. Sentiment: the number \`sentiment\` (−1 to 1) of a
  document, an entry for it in detailsToShow, and showDynamicSentiment.`;
