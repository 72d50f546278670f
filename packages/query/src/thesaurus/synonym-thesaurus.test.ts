import { describe, expect, it } from 'vitest';
import { synonymThesaurus } from './synonym-thesaurus.ts';

const both = ['sofa', 'couch'];
const rules = [
  { from: both, to: both },
  { from: ['tv'], to: ['tv', 'television'] },
];

describe('a thesaurus of synonyms', () => {
  it('has a concept for equivalent words and one for the target of a one-way rule', () => {
    const turtle = synonymThesaurus([...rules, { from: ['telly "old"'], to: ['television'] }]);
    expect(turtle.match(/a skos:Concept ;/g)).toHaveLength(2);
    expect(turtle).toContain('skos:prefLabel "sofa" ; skos:altLabel "couch" .');
    expect(turtle).toContain(
      'skos:prefLabel "television" ; skos:hiddenLabel "tv" ; skos:hiddenLabel "telly \\"old\\"" .',
    );
  });
});
