/** The RDF terms that make a thesaurus (SKOS, SKOS-XL, ISO 25964, and the customs around them), and what each says. */

const SKOS = 'http://www.w3.org/2004/02/skos/core#';
const XL = 'http://www.w3.org/2008/05/skos-xl#';
const ISO = 'http://purl.org/iso25964/skos-thes#';
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const RDFS = 'http://www.w3.org/2000/01/rdf-schema#';
const DCTERMS = 'http://purl.org/dc/terms/';
const OWL = 'http://www.w3.org/2002/07/owl#';

export const RDF_TYPE = `${RDF}type`;
export const RDF_NIL = `${RDF}nil`;

/** Labels that count only where there is no preferred label at all. */
export const FALLBACK = 3;

export type Meaning =
  /** `kind` 0 preferred, 1 alternative, 2 hidden, 3 a fallback; the object may be a SKOS-XL label. */
  | { says: 'label'; kind: 0 | 1 | 2 | 3 }
  /** The text of a SKOS-XL label or of a note given as a resource. */
  | { says: 'form' }
  | { says: 'note'; rank: 0 | 1 }
  | { says: 'notation' }
  | { says: 'broader' | 'narrower' | 'related' | 'replaced' | 'scheme' | 'topOf' | 'top' }
  | { says: 'member' | 'memberList' | 'first' | 'rest' }
  | { says: 'deprecated' };

export const MEANINGS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  [`${SKOS}prefLabel`, { says: 'label', kind: 0 }],
  [`${SKOS}altLabel`, { says: 'label', kind: 1 }],
  [`${SKOS}hiddenLabel`, { says: 'label', kind: 2 }],
  [`${XL}prefLabel`, { says: 'label', kind: 0 }],
  [`${XL}altLabel`, { says: 'label', kind: 1 }],
  [`${XL}hiddenLabel`, { says: 'label', kind: 2 }],
  [`${RDFS}label`, { says: 'label', kind: FALLBACK }],
  [`${DCTERMS}title`, { says: 'label', kind: FALLBACK }],
  ['http://purl.org/dc/elements/1.1/title', { says: 'label', kind: FALLBACK }],
  [`${XL}literalForm`, { says: 'form' }],
  [`${RDF}value`, { says: 'form' }],
  [`${SKOS}definition`, { says: 'note', rank: 0 }],
  [`${SKOS}scopeNote`, { says: 'note', rank: 1 }],
  [`${SKOS}notation`, { says: 'notation' }],
  [`${SKOS}broader`, { says: 'broader' }],
  [`${SKOS}narrower`, { says: 'narrower' }],
  [`${ISO}broaderGeneric`, { says: 'broader' }],
  [`${ISO}broaderInstantial`, { says: 'broader' }],
  [`${ISO}broaderPartitive`, { says: 'broader' }],
  [`${ISO}narrowerGeneric`, { says: 'narrower' }],
  [`${ISO}narrowerInstantial`, { says: 'narrower' }],
  [`${ISO}narrowerPartitive`, { says: 'narrower' }],
  [`${SKOS}related`, { says: 'related' }],
  [`${DCTERMS}isReplacedBy`, { says: 'replaced' }],
  [`${OWL}deprecated`, { says: 'deprecated' }],
  [`${SKOS}inScheme`, { says: 'scheme' }],
  [`${SKOS}topConceptOf`, { says: 'topOf' }],
  [`${SKOS}hasTopConcept`, { says: 'top' }],
  [`${SKOS}member`, { says: 'member' }],
  [`${SKOS}memberList`, { says: 'memberList' }],
  [`${RDF}first`, { says: 'first' }],
  [`${RDF}rest`, { says: 'rest' }],
]);

export const CONCEPT = 1;
export const SCHEME = 2;
export const COLLECTION = 4;
export const DEPRECATED = 8;

/** What a type says of its subject, as bits. */
export const TYPES: ReadonlyMap<string, number> = new Map([
  [`${SKOS}Concept`, CONCEPT],
  [`${SKOS}ConceptScheme`, SCHEME],
  [`${SKOS}Collection`, COLLECTION],
  [`${SKOS}OrderedCollection`, COLLECTION],
  [`${OWL}DeprecatedClass`, DEPRECATED],
]);
