/** Freshness and completeness of the generated element documentation. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { written } from '../manifest/generated-files.ts';
import { declarationOf, modules } from '../manifest/manifest.ts';
import type { SemanticSearchElements } from './jsx.ts';

test.each(written())('%s is as the docstrings say; `pnpm describe` writes it', (path, text) => {
  expect(readFileSync(path, 'utf8')).toBe(text);
});

test.each(modules)('every attribute of %s has a docstring', (name) => {
  const source = readFileSync(new URL(`${name}.ts`, import.meta.url), 'utf8');
  const [, properties = ''] = / properties = \{\n([\s\S]*?)\n *\};/.exec(source) ?? [];
  const declared = [...properties.matchAll(/^ +(\w+): \{(.*)\}/gm)]
    .filter(([, , options = '']) => !/attribute: false|state: true/.test(options))
    .map(([, property]) => property);
  expect(
    declarationOf(name)
      .attributes.map(({ fieldName }) => fieldName)
      .toSorted(),
  ).toEqual(declared.toSorted());
});

test('lifecycle methods and internal properties are not public', () => {
  const names = modules.flatMap((name) => declarationOf(name).members.map((member) => member.name));
  expect(names).toContain('open');
  const internal = ['updated', 'render', 'willUpdate', 'store', 'locale'];
  expect(names.filter((name) => internal.includes(name) || name.startsWith('#'))).toEqual([]);
});

test('attributes have the defaults of the element', () => {
  const { attributes } = declarationOf('semantic-search');
  const defaults = Object.fromEntries(attributes.map(({ name, default: standard }) => [name, standard]));
  expect(defaults).toMatchObject({ 'heading-level': '2', voice: 'false', token: undefined });
});

test.each(modules)('the events of %s have the types of their details', (name) => {
  const source = readFileSync(new URL('events.ts', import.meta.url), 'utf8');
  for (const { name: event, type } of declarationOf(name).events) {
    const [, detail] = new RegExp(`'${event}': (\\{.*\\});`).exec(source)!;
    expect(type?.text, event).toBe(`CustomEvent<${detail}>`);
  }
});

const partsOf = (name: (typeof modules)[number]) => declarationOf(name).cssParts.map((part) => part.name);

test('every part of a template is documented, and every documented part exists', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const templates = files.filter(
    (path) => path.endsWith('.ts') && !/\.(browser|test|testing)\.ts$/.test(path),
  );
  const code = templates.map((path) => readFileSync(`${import.meta.dirname}/${path}`, 'utf8')).join('\n');
  const parts = new Set([...code.matchAll(/ part="([\w-]+)"/g)].map(([, part]) => part));
  expect(new Set(modules.flatMap(partsOf))).toEqual(parts);
});

test('the README names every part of the search page and its filters', () => {
  const guide = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, listed = ''] = /The parts are `([^`]+)`/.exec(guide) ?? [];
  expect(listed.split(/\s+/).toSorted()).toEqual(partsOf('semantic-search').toSorted());
});

test('every fired event is documented', () => {
  const events = readFileSync(new URL('events.ts', import.meta.url), 'utf8');
  const sent = new Set([...events.matchAll(/^ {2}'(semantic-search-[\w-]+)':/gm)].map(([, name]) => name));
  expect(new Set(declarationOf('semantic-search').events.map(({ name }) => name))).toEqual(sent);
});

test('JSX types accept attributes, properties and event listeners', () => {
  const chosen: string[] = [];
  const given: SemanticSearchElements['semantic-search'] = {
    configuration: 7,
    'heading-level': 1,
    paging: 'more',
    'onsemantic-search-select': (event) => void chosen.push(event.detail.document.id),
  };
  // @ts-expect-error there is no such mode
  const wrong: SemanticSearchElements['semantic-search'] = { mode: 'window' };
  expect([Object.keys(given).length, wrong.mode, chosen]).toEqual([4, 'window', []]);
});
