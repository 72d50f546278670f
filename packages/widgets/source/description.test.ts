/** What describes the elements is made from their docstrings: it is fresh, and it is complete. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { declarationOf, modules } from '../description/manifest.ts';
import { written } from '../description/written.ts';
import type { SemanticSearchElements } from './jsx.ts';

test.each(written())('%s is as the docstrings say; `pnpm describe` writes it', (path, text) => {
  expect(readFileSync(path, 'utf8')).toBe(text);
});

test.each(modules)('every attribute of %s has a docstring', (name) => {
  const text = readFileSync(new URL(`${name}.ts`, import.meta.url), 'utf8');
  const [, properties = ''] = /static override properties = \{\n([\s\S]*?)\n {2}\};/.exec(text) ?? [];
  const declared = [...properties.matchAll(/^ {4}(\w+): \{(.*)\}/gm)]
    .filter(([, , options = '']) => !/attribute: false|state: true/.test(options))
    .map(([, property]) => property);
  expect(
    declarationOf(name)
      .attributes.map(({ fieldName }) => fieldName)
      .toSorted(),
  ).toEqual(declared.toSorted());
});

test('every part that the search page exports is described', () => {
  const { cssParts } = declarationOf('semantic-search');
  expect(cssParts.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['title-link', 'opener', 'actions', 'mark']),
  );
});

test('every event that is sent is described', () => {
  const events = readFileSync(new URL('events.ts', import.meta.url), 'utf8');
  const sent = new Set([...events.matchAll(/^ {2}'(semantic-search-[\w-]+)':/gm)].map(([, name]) => name));
  expect(new Set(declarationOf('semantic-search').events.map(({ name }) => name))).toEqual(sent);
});

test('JSX takes attributes as they are written, properties, and listeners with their detail', () => {
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
