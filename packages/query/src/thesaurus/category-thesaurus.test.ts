import { describe, expect, it } from 'vitest';
import { CATEGORY_SCHEME, categoryPaths, categoryStatements, categoryUri } from './category-thesaurus.ts';

/** Subjects and objects of the statements whose predicate ends with a name. */
function statementsOf(paths: string[][]) {
  const { statements } = categoryStatements(paths)!;
  return (name: string) =>
    statements
      .filter(({ predicate }) => predicate.endsWith(name))
      .map(({ subject, object }) => [subject, object] as const);
}

describe('categories', () => {
  it('are the breadcrumbs of a page without the page itself, and paths', () => {
    expect(
      categoryPaths({ title: 'Passport', breadcrumbs: ['Services', ' Identity  cards ', 'Passport'] }),
    ).toEqual([['Services', 'Identity cards']]);
    expect(
      categoryPaths({ title: 'Passport', breadcrumbs: 'Services', categories: ['A > B', 'C', ' > '] }),
    ).toEqual([['Services'], ['A', 'B'], ['C']]);
    expect(categoryPaths({ title: 'Home', breadcrumbs: ['Home'] })).toEqual([]);
    expect(categoryPaths({ categories: [7, null], breadcrumbs: { a: 1 } })).toEqual([]);
  });

  it('become concepts with broader ones, by their whole path', () => {
    const of = statementsOf([
      ['Services', 'Waste'],
      ['News', 'Waste "new"'],
    ]);
    expect(of('#type').filter(([, object]) => object.endsWith('#Concept'))).toHaveLength(4);
    const waste = categoryUri(['Services', 'Waste']);
    expect(of('broader')).toContainEqual([waste, categoryUri(['Services'])]);
    expect(of('topConceptOf')).toContainEqual([categoryUri(['News']), CATEGORY_SCHEME]);
    expect(of('prefLabel')).toContainEqual([waste, 'Waste']);
    expect(of('prefLabel')).toContainEqual([categoryUri(['News', 'Waste "new"']), 'Waste "new"']);
  });

  it('have several roots', () => {
    const of = statementsOf([
      ['Home', 'Services'],
      ['Home', 'News'],
    ]);
    const labels = of('prefLabel').map(([, label]) => label);
    expect(labels.sort()).toEqual(['Categories', 'News', 'Services']);
    expect(of('topConceptOf')).toHaveLength(2);
    expect(statementsOf([['Home']])('prefLabel')).toContainEqual([categoryUri(['Home']), 'Home']);
    expect(categoryStatements([])).toBeUndefined();
  });
});
