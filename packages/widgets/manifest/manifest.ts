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

const readSource = (path: string): string => readFileSync(new URL(`../src/${path}`, import.meta.url), 'utf8');

/**
 * The source of an element, with its base and the attributes and defaults that it imports in place of their names: the
 * analyzer does not follow imports.
 */
export function sourceOf(name: string): string {
  const source = readSource(`${name}.ts`).replace('extends PublicElement', 'extends LitElement');
  if (name !== 'semantic-search') return source;
  const attributesSource = readSource('page/search-attributes.ts');
  const attributes = objectIn(attributesSource, 'searchAttributes').replace(
    '...ownAttributes,',
    objectIn(attributesSource, 'ownAttributes'),
  );
  const defaults = objectIn(attributesSource, 'defaultValues').replaceAll(/(\w+): (.*),/g, 'this.$1 = $2;');
  return source
    .replace('...searchAttributes,', attributes)
    .replace('Object.assign(this, defaultValues);', defaults);
}

/** The source between the braces of a constant object. */
function objectIn(source: string, name: string): string {
  return new RegExp(`const ${name} = \\{\\n([\\s\\S]*?)\\n\\};`).exec(source)![1]!;
}

export function manifest() {
  return {
    schemaVersion: '1.0.0',
    readme: 'README.md',
    modules: modules.map((tagName) => {
      // Path in the installed package.
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

const declarations = new Map<string, Declaration>();

export function declarationOf(tagName: string): Declaration {
  const cached = declarations.get(tagName);
  if (cached) return cached;
  const source = ts.createSourceFile(tagName, sourceOf(tagName), ts.ScriptTarget.ES2022, true);
  const [module] = create({ modules: [source], plugins: litPlugin(), context: { dev: false } }).modules;
  const analyzed = module!.declarations!.find((each: object) => 'customElement' in each) as Declaration;
  const declaration: Declaration = {
    kind: 'class',
    name: analyzed.name,
    tagName,
    customElement: true,
    description: analyzed.description,
    attributes: analyzed.attributes.filter(isPublic).map(withLiteralDefault),
    members: analyzed.members.filter(isPublic).map(withLiteralDefault),
    // The analyzer also finds dispatched events without a docstring, which are internal.
    events: (analyzed.events ?? []).filter(isPublic).map((event) => ({
      ...event,
      type: { text: `CustomEvent<${detailOf(event.name)}>` },
    })),
    slots: analyzed.slots ?? [],
    cssParts: analyzed.cssParts ?? [],
    cssProperties: analyzed.cssProperties ?? [],
  };
  declarations.set(tagName, declaration);
  return declaration;
}

/** Only what has a docstring is public. */
const isPublic = ({ description, privacy }: { description?: string; privacy?: string }) =>
  description !== undefined && privacy !== 'private';

/** Omits a default that is not a number or boolean literal; the docstring describes such a default. */
function withLiteralDefault<Kind extends { default?: string }>({ default: value, ...rest }: Kind) {
  return /^(?:\d+|true|false)$/.test(value ?? '') ? { ...rest, default: value! } : rest;
}

/** The type of the `detail` of an event. */
function detailOf(event: string): string {
  return new RegExp(`'${event}': (\\{.*\\});`).exec(readSource('events.ts'))![1]!;
}
