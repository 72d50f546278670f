import { describe, expect, it } from 'vitest';
import { CATEGORY_SCHEME, categoryPaths, categoryThesaurus, categoryUri } from './category-thesaurus.ts';

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
    const { turtle } = categoryThesaurus([
      ['Services', 'Waste'],
      ['News', 'Waste "new"'],
    ])!;
    expect(turtle.match(/a skos:Concept ;/g)).toHaveLength(4);
    expect(turtle).toContain(`skos:broader <${categoryUri(['Services'])}> ; skos:prefLabel "Waste" .`);
    expect(turtle).toContain(`skos:topConceptOf <${CATEGORY_SCHEME}> ; skos:prefLabel "News" .`);
    expect(turtle).toContain('"Waste \\"new\\""');
  });

  it('have several roots', () => {
    const { turtle } = categoryThesaurus([
      ['Home', 'Services'],
      ['Home', 'News'],
    ])!;
    expect(turtle).not.toContain('"Home"');
    expect(turtle.match(/skos:topConceptOf/g)).toHaveLength(2);
    expect(categoryThesaurus([['Home']])!.turtle).toContain('"Home"');
    expect(categoryThesaurus([])).toBeUndefined();
  });
});
