/** Generator of the custom-elements manifest (schema 1.0), by the analyzer of the community. */
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
export interface EventOf extends Named {
  type: { text: string };
}
export interface Declaration extends Named {
  kind: 'class';
  tagName: string;
  customElement: true;
  attributes: Attribute[];
  members: Member[];
  events: EventOf[];
  slots: Named[];
  cssParts: Named[];
  cssProperties: Named[];
}

const read = (path: string): string => readFileSync(new URL(`../src/${path}`, import.meta.url), 'utf8');

/** The source of an element. Its attributes and defaults replace the names under which another file exports them. */
export function sourceOf(name: string): string {
  const source = read(`${name}.ts`);
  if (name !== 'semantic-search') return source;
  const shared = read('page/search-attributes.ts');
  const attributes = objectIn(shared, 'searchAttributes').replace(
    '...ownAttributes,',
    objectIn(shared, 'ownAttributes'),
  );
  const defaults = objectIn(shared, 'defaultValues').replaceAll(/(\w+): (.*),/g, 'this.$1 = $2;');
  return source
    .replace('...searchAttributes,', attributes)
    .replace('Object.assign(this, defaultValues);', defaults);
}

/** The members of an object literal, as source. */
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
  const known = declarations.get(tagName);
  if (known) return known;
  const source = ts.createSourceFile(tagName, sourceOf(tagName), ts.ScriptTarget.ES2022, true);
  const [module] = create({ modules: [source], plugins: litPlugin(), context: { dev: false } }).modules;
  const found = module!.declarations!.find((each: object) => 'customElement' in each) as Declaration;
  const declaration: Declaration = {
    kind: 'class',
    name: found.name,
    tagName,
    customElement: true,
    description: found.description,
    attributes: found.attributes.filter(isPublic).map(withoutHiddenDefault),
    members: found.members.filter(isPublic).map(withoutHiddenDefault),
    // The analyzer also finds dispatched events without a docstring, which are internal.
    events: (found.events ?? []).filter(isPublic).map((event) => ({
      ...event,
      type: { text: `CustomEvent<${detailOf(event.name)}>` },
    })),
    slots: found.slots ?? [],
    cssParts: found.cssParts ?? [],
    cssProperties: found.cssProperties ?? [],
  };
  declarations.set(tagName, declaration);
  return declaration;
}

/** Only what has a docstring is public. */
const isPublic = ({ description, privacy }: { description?: string; privacy?: string }) =>
  description !== undefined && privacy !== 'private';

/** Keeps numbers and booleans; the docstring describes other defaults. */
function withoutHiddenDefault<Kind extends { default?: string }>({ default: standard, ...rest }: Kind) {
  return /^(?:\d+|true|false)$/.test(standard ?? '') ? { ...rest, default: standard! } : rest;
}

/** The type of the `detail` of an event. */
function detailOf(event: string): string {
  return new RegExp(`'${event}': (\\{.*\\});`).exec(read('events.ts'))![1]!;
}
