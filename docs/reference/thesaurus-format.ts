/** Reference page of the thesaurus formats, from the file endings and RDF terms that the importer knows. */
import { MEDIA_TYPE_BY_ENDING } from '../../packages/query/src/media-types.ts';
import {
  type PredicateMeaning,
  predicateMeanings,
  type Relation,
  typeFlags,
} from '../../packages/query/src/thesaurus/rdf/rdf-terms.ts';
import { code, codeBlock, list, type Page, paragraph, table } from './page.ts';

const EXAMPLE = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix topic: <https://www.example.org/topics/> .

topic:all a skos:ConceptScheme ; skos:prefLabel "Topics"@en .
topic:transport a skos:Concept ; skos:inScheme topic:all ; skos:topConceptOf topic:all ;
  skos:prefLabel "transport"@en , "transports"@fr ; skos:altLabel "mobility"@en .
topic:bus a skos:Concept ; skos:inScheme topic:all ; skos:broader topic:transport ;
  skos:prefLabel "bus"@en , "autobus"@fr ; skos:hiddenLabel "buss"@en .`;

const PREFIXES = {
  'http://www.w3.org/2004/02/skos/core#': 'skos:',
  'http://www.w3.org/2008/05/skos-xl#': 'skosxl:',
  'http://purl.org/iso25964/skos-thes#': 'iso-thes:',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#': 'rdf:',
  'http://www.w3.org/2000/01/rdf-schema#': 'rdfs:',
  'http://purl.org/dc/terms/': 'dcterms:',
  'http://purl.org/dc/elements/1.1/': 'dc:',
  'http://www.w3.org/2002/07/owl#': 'owl:',
};

const LABEL_KINDS = [
  'preferred label',
  'alternative label',
  'hidden label',
  'label if there is no preferred one',
];

type Property = Exclude<PredicateMeaning['property'], 'label' | 'note' | 'relation'>;

const USES: Record<Property | Relation, string> = {
  form: 'text of a label or note that is a resource',
  notation: 'label of a concept without labels',
  broader: 'hierarchy: broader or narrower concept',
  related: 'related concept, for recommendations',
  replaced: 'replacement of a deprecated concept',
  deprecated: 'deprecated concept',
  license: 'license of the thesaurus',
  inScheme: 'scheme of a concept; schemes are facets',
  topOf: 'top concept of a scheme',
  members: 'member of a collection; collections are facets',
  memberLists: 'not read; an ordered collection without `skos:member` gets a warning',
};

export function thesaurusFormatPage(): Page {
  return {
    name: 'thesaurus-format',
    title: 'Thesaurus format',
    description:
      'Thesauri in SKOS: file formats, the RDF terms that the import understands, and what it repairs.',
    blocks: [
      paragraph(
        'A search space takes a thesaurus in SKOS, from [`semantic-search ingest --thesaurus`](command-line.md#ingest) or [`replaceThesaurus`](operations-spaces.md#replacethesaurus). The documents stay when it changes. A thesaurus is optional.',
      ),
      '## File formats',
      table(['File ending', 'Media type'], formats()),
      paragraph(
        'Files are in UTF-8. A file that ends too early is rejected and changes nothing. A Turtle or N-Triples file may end between two statements. The import detects this by references to concepts of the current part that the file lacks.',
      ),
      '## Example',
      codeBlock('turtle', EXAMPLE),
      '## Terms',
      paragraph(
        `The import reads these types: ${[...typeFlags.keys()].map((uri) => code(shortened(uri))).join(', ')}. A resource that is used like a concept or scheme counts as one. Other types and properties are ignored.`,
      ),
      table(
        ['Property', 'Use'],
        [...predicateMeanings].map(([uri, meaning]) => [code(shortened(uri)), useOf(meaning)]),
      ),
      '## Rules',
      list([
        'Labels have language tags. A concept has one preferred label per language; further ones become alternative labels.',
        'A concept without a label gets its notation, or else the last part of its URI.',
        'Cycles in the hierarchy are cut. The import reports them, missing labels and other repairs as `warnings`, at most 100.',
        'Documents refer to concepts by URI or by label in `subjects`. Documents without `subjects` are tagged with the concepts that their text mentions or, after training, with the concepts of similar documents. With an empty list, a document has no concepts.',
        'An invalid file is rejected as a whole; the previous thesaurus stays.',
      ]),
      paragraph('[Limits](limits.md#thesauri) has the limits of a file.'),
    ],
  };
}

function formats(): string[][] {
  const types = [...new Set(MEDIA_TYPE_BY_ENDING.values())];
  return types.map((type) => {
    const endings = [...MEDIA_TYPE_BY_ENDING.keys()].filter(
      (each) => MEDIA_TYPE_BY_ENDING.get(each) === type,
    );
    return [endings.map((each) => code(`.${each}`)).join(', '), code(type)];
  });
}

function shortened(uri: string): string {
  for (const [start, prefix] of Object.entries(PREFIXES))
    if (uri.startsWith(start)) return prefix + uri.slice(start.length);
  return uri;
}

function useOf(meaning: PredicateMeaning): string {
  if (meaning.property === 'label') return LABEL_KINDS[meaning.kind]!;
  if (meaning.property === 'note')
    return meaning.rank === 0 ? 'definition' : 'definition if there is no other';
  return USES[meaning.property === 'relation' ? meaning.relation : meaning.property];
}
