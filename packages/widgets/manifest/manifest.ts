/** Generator of the custom-elements manifest (schema 1.0) with the community analyzer. */
import { readFileSync } from 'node:fs';
// @ts-expect-error the types of the package do not describe its functions
import { create, ts } from '@custom-elements-manifest/analyzer';
// @ts-expect-error the module has no types
import { litPlugin } from '@custom-elements-manifest/analyzer/src/features/framework-plugins/lit/lit.js';

export const modules = ['semantic-search', 'facet-panel', 'similar-docs'] as const;

interface Named {
  name: string;
  description: string;
}
export interface Attribute extends Named {
  fieldName: string;
  type: { text: string };
  default?: string;
}
export interface Member extends Named {
  kind: 'field' | 'method';
  type?: { text: string };
  attribute?: string;
  reflects?: boolean;
  return?: { type: { text: string } };
  default?: string;
  privacy?: string;
}
export interface CustomEventDeclaration extends Named {
  type: { text: string };
}
export interface Declaration extends Named {
  kind: 'class';
  tagName: string;
  customElement: true;
  attributes: Attribute[];
  members: Member[];
  events: CustomEventDeclaration[];
  slots: Named[];
  cssParts: Named[];
  cssProperties: Named[];
}

/** Only what has a docstring is public. */
const isPublic = ({ description, privacy }: { description?: string; privacy?: string }) =>
  description !== undefined && privacy !== 'private';

/** Omits a default that is not a number or boolean literal; the docstring describes such a default. */
function withLiteralDefault<Kind extends { default?: string }>({ default: value, ...others }: Kind) {
  return /^(?:\d+|true|false)$/.test(value ?? '') ? { ...others, default: value! } : others;
}

const sources = ['public-element', ...modules].map((name) => {
  const text = readFileSync(new URL(`../src/${name}.ts`, import.meta.url), 'utf8');
  // Path in the installed package.
  return ts.createSourceFile(`modules/${name}.js`, text, ts.ScriptTarget.ES2022, true);
});

/** Declarations by tag name, as the analyzer finds them, without what has no docstring. */
const declarations = new Map<string, Declaration>(
  create({ modules: sources, plugins: litPlugin(), context: { dev: false } })
    .modules.flatMap((module: { declarations: Declaration[] }) => module.declarations)
    .filter(({ tagName }: Declaration) => tagName)
    .map((declaration: Declaration) => [declaration.tagName, publicPartOf(declaration)]),
);

export const declarationOf = (tagName: string): Declaration => declarations.get(tagName)!;

export function manifest() {
  return {
    schemaVersion: '1.0.0',
    readme: 'README.md',
    modules: modules.map((tagName) => {
      const path = `modules/${tagName}.js`;
      const declaration = declarationOf(tagName);
      const reference = { name: declaration.name, module: path };
      return {
        kind: 'javascript-module',
        path,
        declarations: [declaration],
        exports: [
          { kind: 'js', name: declaration.name, declaration: reference },
          { kind: 'custom-element-definition', name: tagName, declaration: reference },
        ],
      };
    }),
  };
}

function publicPartOf(analyzed: Declaration): Declaration {
  const { name, tagName, description, attributes, members } = analyzed;
  const { events = [], slots = [], cssParts = [], cssProperties = [] } = analyzed;
  return {
    kind: 'class',
    name,
    tagName,
    customElement: true,
    description,
    attributes: attributes.filter(isPublic).map(withLiteralDefault),
    members: members.filter(isPublic).map(withLiteralDefault),
    // The analyzer also finds dispatched events without a docstring, which are internal.
    events: events.filter(isPublic),
    slots,
    cssParts,
    cssProperties,
  };
}
