/** Fixture: a small thesaurus and a few documents, shared by all adapters, small enough to count by hand. */
import type { DocumentInput, SearchQuery } from '@semantic-search/engine';
import { everything, facetRequest } from '../../../engine/test/support/queries.ts';

const ex = (name: string) => `https://example.org/${name}`;
export const [animals, mammal, cat, puma, bird] = ['animals', 'mammal', 'cat', 'puma', 'bird'].map(ex) as [
  string,
  string,
  string,
  string,
  string,
];

export const thesaurus = `
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix ex: <https://example.org/> .
ex:animals a skos:ConceptScheme ; skos:prefLabel "Animals"@en ; skos:hasTopConcept ex:mammal, ex:bird .
ex:mammal a skos:Concept ; skos:prefLabel "Mammal"@en, "Säugetier"@de ; skos:inScheme ex:animals .
ex:cat a skos:Concept ; skos:prefLabel "Cats"@en, "Katzen"@de ; skos:broader ex:mammal ; skos:inScheme ex:animals .
ex:puma a skos:Concept ; skos:prefLabel "Puma"@en ; skos:altLabel "Mountain lion"@en ;
  skos:definition "A large slender cat."@en ; skos:broader ex:cat ; skos:inScheme ex:animals .
ex:bird a skos:Concept ; skos:prefLabel "Birds"@en, "Vögel"@de ; skos:inScheme ex:animals .
`;

export const documents: DocumentInput[] = [
  {
    id: 'urn:a',
    title: 'The mountain lion',
    description: 'It hunts at night.',
    link: 'https://example.org/a',
    language: 'en',
    type: 'Book',
    date: '2001-05-01',
    mass: 70,
    subjects: [puma],
  },
  {
    id: 'urn:b',
    title: 'Tigers and lions',
    description: 'The largest of the cats.',
    language: 'en',
    type: 'Book',
    date: '2005-06-01',
    mass: 220,
    subjects: [cat],
  },
  {
    id: 'urn:c "quoted" \\ & #?/',
    title: 'A puma in the city',
    description: 'Seen near houses at night.',
    language: 'en',
    type: 'Report',
    mass: 65,
    subjects: [puma],
  },
  {
    id: 'urn:d',
    title: 'Wrens',
    description: 'The smallest of all',
    language: 'en',
    type: 'Report "special"',
    date: '2005-01-01',
    mass: 9,
    subjects: [bird],
  },
];

const [a, b, c, d] = documents.map(({ id }) => id) as [string, string, string, string];
export const ids = { a, b, c, d };

export { facetRequest };

export const plain: SearchQuery = { ...everything, language: 'en' };

export async function* textOf<Text extends string | Uint8Array>(text: Text) {
  yield text;
}
