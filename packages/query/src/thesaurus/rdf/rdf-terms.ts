/** RDF vocabulary of a thesaurus (SKOS, SKOS-XL, ISO 25964 and related terms) and its meaning. */

const skos = 'http://www.w3.org/2004/02/skos/core#';
const xl = 'http://www.w3.org/2008/05/skos-xl#';
const iso = 'http://purl.org/iso25964/skos-thes#';
const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const rdfs = 'http://www.w3.org/2000/01/rdf-schema#';
const dcterms = 'http://purl.org/dc/terms/';
const owl = 'http://www.w3.org/2002/07/owl#';
const dc = 'http://purl.org/dc/elements/1.1/';

export const rdfType = `${rdf}type`;
/** The empty list; it is not a resource. */
export const rdfNil = `${rdf}nil`;

/** Kind of labels that count only if there is no preferred label. */
export const FALLBACK_LABEL = 3;

export type Meaning =
  /** `kind`: 0 preferred, 1 alternative, 2 hidden, 3 fallback. The object may be a SKOS-XL label. */
  | { property: 'label'; kind: 0 | 1 | 2 | 3 }
  /** The text of a SKOS-XL label or of a note resource. */
  | { property: 'form' }
  | { property: 'note'; rank: 0 | 1 }
  | { property: 'notation' }
  /** `inverse`: the object has the relation to the subject; `both`: each has it to the other. */
  | { property: 'relation'; relation: Relation; direction?: 'inverse' | 'both' }
  | { property: 'deprecated' }
  /** `rank`: 0 a license, 1 a statement of rights. */
  | { property: 'license'; rank: 0 | 1 };

/** Relations of a concept to a concept or scheme, or of a collection to a member. */
export type Relation = 'broader' | 'related' | 'replaced' | 'inScheme' | 'topOf' | 'members' | 'memberLists';

const isoRelations = (direction: 'broader' | 'narrower') =>
  ['Generic', 'Instantial', 'Partitive'].map((kind) => `${iso}${direction}${kind}`);
const otherLicenses = [
  'http://creativecommons.org/ns#license',
  'http://schema.org/license',
  'https://schema.org/license',
];

/** Meanings with the predicates that have them. */
const meanings: [Meaning, ...string[]][] = [
  [{ property: 'label', kind: 0 }, `${skos}prefLabel`, `${xl}prefLabel`],
  [{ property: 'label', kind: 1 }, `${skos}altLabel`, `${xl}altLabel`],
  [{ property: 'label', kind: 2 }, `${skos}hiddenLabel`, `${xl}hiddenLabel`],
  [{ property: 'label', kind: FALLBACK_LABEL }, `${rdfs}label`, `${dcterms}title`, `${dc}title`],
  [{ property: 'form' }, `${xl}literalForm`, `${rdf}value`],
  [{ property: 'note', rank: 0 }, `${skos}definition`],
  [{ property: 'note', rank: 1 }, `${skos}scopeNote`],
  [{ property: 'notation' }, `${skos}notation`],
  [{ property: 'relation', relation: 'broader' }, `${skos}broader`, ...isoRelations('broader')],
  [
    { property: 'relation', relation: 'broader', direction: 'inverse' },
    `${skos}narrower`,
    ...isoRelations('narrower'),
  ],
  [{ property: 'relation', relation: 'related', direction: 'both' }, `${skos}related`],
  [{ property: 'relation', relation: 'replaced' }, `${dcterms}isReplacedBy`],
  [{ property: 'deprecated' }, `${owl}deprecated`],
  [{ property: 'relation', relation: 'inScheme' }, `${skos}inScheme`],
  [{ property: 'relation', relation: 'topOf' }, `${skos}topConceptOf`],
  [{ property: 'relation', relation: 'topOf', direction: 'inverse' }, `${skos}hasTopConcept`],
  [{ property: 'relation', relation: 'members' }, `${skos}member`],
  [{ property: 'relation', relation: 'memberLists' }, `${skos}memberList`],
  [{ property: 'license', rank: 0 }, `${dcterms}license`, ...otherLicenses],
  [{ property: 'license', rank: 1 }, `${dcterms}rights`, `${dc}rights`],
];

export const predicateMeanings: ReadonlyMap<string, Meaning> = new Map(
  meanings.flatMap(([meaning, ...predicates]) => predicates.map((predicate) => [predicate, meaning])),
);

/** Names of the terms with which a built thesaurus is written as statements. */
export const terms = {
  concept: `${skos}Concept`,
  scheme: `${skos}ConceptScheme`,
  collection: `${skos}Collection`,
  /** By the kind of the label: preferred, alternative, hidden. */
  labels: [`${skos}prefLabel`, `${skos}altLabel`, `${skos}hiddenLabel`],
  fallbackLabel: `${rdfs}label`,
  note: `${skos}definition`,
  broader: `${skos}broader`,
  related: `${skos}related`,
  replacedBy: `${dcterms}isReplacedBy`,
  deprecated: `${owl}deprecated`,
  inScheme: `${skos}inScheme`,
  topConceptOf: `${skos}topConceptOf`,
  member: `${skos}member`,
} as const;

export const CONCEPT_FLAG = 1;
export const SCHEME_FLAG = 2;
export const COLLECTION_FLAG = 4;
export const DEPRECATED_FLAG = 8;

/** Flags of each RDF type. */
export const typeFlags: ReadonlyMap<string, number> = new Map([
  [`${skos}Concept`, CONCEPT_FLAG],
  [`${skos}ConceptScheme`, SCHEME_FLAG],
  [`${skos}Collection`, COLLECTION_FLAG],
  [`${skos}OrderedCollection`, COLLECTION_FLAG],
  [`${owl}DeprecatedClass`, DEPRECATED_FLAG],
]);
