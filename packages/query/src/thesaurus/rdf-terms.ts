/** RDF vocabulary of a thesaurus (SKOS, SKOS-XL, ISO 25964 and related terms) and its meaning. */

const skos = 'http://www.w3.org/2004/02/skos/core#';
const xl = 'http://www.w3.org/2008/05/skos-xl#';
const iso = 'http://purl.org/iso25964/skos-thes#';
const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const rdfs = 'http://www.w3.org/2000/01/rdf-schema#';
const dcterms = 'http://purl.org/dc/terms/';
const owl = 'http://www.w3.org/2002/07/owl#';

export const rdfType = `${rdf}type`;
export const rdfNil = `${rdf}nil`;

/** Kind of labels that count only if there is no preferred label. */
export const FALLBACK_LABEL = 3;

export type Meaning =
  /** `kind`: 0 preferred, 1 alternative, 2 hidden, 3 fallback. The object may be a SKOS-XL label. */
  | { says: 'label'; kind: 0 | 1 | 2 | 3 }
  /** The text of a SKOS-XL label or of a note resource. */
  | { says: 'form' }
  | { says: 'note'; rank: 0 | 1 }
  | { says: 'notation' }
  | { says: Relation; direction?: 'inverse' | 'both' }
  | { says: 'first' | 'rest' }
  | { says: 'deprecated' };

/** Relations of a concept to a concept or scheme, or of a collection to a member or member list. */
export type Relation = 'broader' | 'related' | 'replaced' | 'inScheme' | 'topOf' | 'members' | 'memberLists';

const narrower: Meaning = { says: 'broader', direction: 'inverse' };

export const predicateMeanings: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  [`${skos}prefLabel`, { says: 'label', kind: 0 }],
  [`${skos}altLabel`, { says: 'label', kind: 1 }],
  [`${skos}hiddenLabel`, { says: 'label', kind: 2 }],
  [`${xl}prefLabel`, { says: 'label', kind: 0 }],
  [`${xl}altLabel`, { says: 'label', kind: 1 }],
  [`${xl}hiddenLabel`, { says: 'label', kind: 2 }],
  [`${rdfs}label`, { says: 'label', kind: FALLBACK_LABEL }],
  [`${dcterms}title`, { says: 'label', kind: FALLBACK_LABEL }],
  ['http://purl.org/dc/elements/1.1/title', { says: 'label', kind: FALLBACK_LABEL }],
  [`${xl}literalForm`, { says: 'form' }],
  [`${rdf}value`, { says: 'form' }],
  [`${skos}definition`, { says: 'note', rank: 0 }],
  [`${skos}scopeNote`, { says: 'note', rank: 1 }],
  [`${skos}notation`, { says: 'notation' }],
  [`${skos}broader`, { says: 'broader' }],
  [`${skos}narrower`, narrower],
  [`${iso}broaderGeneric`, { says: 'broader' }],
  [`${iso}broaderInstantial`, { says: 'broader' }],
  [`${iso}broaderPartitive`, { says: 'broader' }],
  [`${iso}narrowerGeneric`, narrower],
  [`${iso}narrowerInstantial`, narrower],
  [`${iso}narrowerPartitive`, narrower],
  [`${skos}related`, { says: 'related', direction: 'both' }],
  [`${dcterms}isReplacedBy`, { says: 'replaced' }],
  [`${owl}deprecated`, { says: 'deprecated' }],
  [`${skos}inScheme`, { says: 'inScheme' }],
  [`${skos}topConceptOf`, { says: 'topOf' }],
  [`${skos}hasTopConcept`, { says: 'topOf', direction: 'inverse' }],
  [`${skos}member`, { says: 'members' }],
  [`${skos}memberList`, { says: 'memberLists' }],
  [`${rdf}first`, { says: 'first' }],
  [`${rdf}rest`, { says: 'rest' }],
]);

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
