/** Generator of the custom-elements manifest (schema 1.0) from docstrings and declarations. */
import { readFileSync } from 'node:fs';

export const modules = ['semantic-search', 'facet-panel', 'similar-docs'] as const;

interface Named {
  name: string;
  description: string;
}
export interface Attribute extends Named {
  fieldName: string;
  type: { text: string };
}
export interface Member extends Named {
  kind: 'field' | 'method';
  type?: { text: string };
  attribute?: string;
  reflects?: boolean;
  return?: { type: { text: string } };
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

/** The source of an element, with that of its attributes if they are in a separate file. */
export const sourceOf = (name: string): string =>
  read(`${name}.ts`) + (name === 'semantic-search' ? read('page/search-attributes.ts') : '');

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

export function declarationOf(tagName: string): Declaration {
  const text = sourceOf(tagName);
  const [, block = '', name = ''] = /\/\*\*\n((?: \*.*\n)+) \*\/\nexport class (\w+)/.exec(text) ?? [];
  const lines = block.split('\n').map((line) => line.replace(/^ \* ?/, ''));
  const tags = tagsOf(lines);
  const fields = fieldsOf(text);
  return {
    kind: 'class',
    name,
    tagName,
    customElement: true,
    description: lines
      .slice(
        0,
        lines.findIndex((line) => line.startsWith('@')),
      )
      .join('\n')
      .trim(),
    attributes: fields.flatMap(({ attribute, name: fieldName, type, description }) =>
      attribute ? [{ name: attribute, fieldName, type: type!, description }] : [],
    ),
    members: [...fields, ...methodsOf(text)],
    events: named(tags, 'event').map((event) => ({
      ...event,
      type: { text: `HTMLElementEventMap['${event.name}']` },
    })),
    slots: named(tags, 'slot'),
    cssParts: named(tags, 'csspart'),
    cssProperties: named(tags, 'cssproperty'),
  };
}

/** The JSDoc tags with their text, which can span several lines. */
function tagsOf(lines: string[]): string[] {
  const tags: string[] = [];
  for (const line of lines) {
    if (line.startsWith('@')) tags.push(line);
    else if (tags.length && line.trim()) tags[tags.length - 1] += ` ${line.trim()}`;
  }
  return tags;
}

function named(tags: string[], tag: string): Named[] {
  return tags
    .filter((text) => text.startsWith(`@${tag} `))
    .map((text) => {
      const [, name = '', description = ''] = /^@\w+ (?:(\S+) )?- (.*)$/.exec(text) ?? [];
      return { name, description };
    });
}

/** The declared properties with a docstring; others are not public. */
function fieldsOf(text: string): Member[] {
  const declared = text.matchAll(/ {2}\/\*\* (.*) \*\/\n {2}(?:declare|readonly) (\w+): (.*);/g);
  return [...declared].map(([, description = '', name = '', type = '']) => {
    const [, options = ''] = new RegExp(`^ +${name}: \\{(.*)\\},$`, 'm').exec(text) ?? [undefined, undefined];
    const isAttribute =
      new RegExp(`^ +${name}: \\{`, 'm').test(text) && !options.includes('attribute: false');
    const [, given] = /attribute: '([\w-]+)'/.exec(options) ?? [];
    return {
      kind: 'field',
      name,
      type: { text: type },
      description,
      ...(isAttribute && { attribute: given ?? name.toLowerCase() }),
      ...(options.includes('reflect: true') && { reflects: true }),
    };
  });
}

function methodsOf(text: string): Member[] {
  const found = text.matchAll(/ {2}\/\*\* (.*) \*\/\n {2}(?:override )?(\w+)\(\): (\w+) \{/g);
  return [...found].map(([, description = '', name = '', type = '']) => ({
    kind: 'method',
    name,
    description,
    return: { type: { text: type } },
  }));
}
