/** RDF vocabulary of a thesaurus (SKOS, SKOS-XL, ISO 25964 and related terms) and its meaning. */

const skosCore = 'http://www.w3.org/2004/02/skos/core#';
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

// Kinds of labels are numbers, because thesauri store them in typed arrays. Labels of a lower kind come first.
export const PREFERRED = 0;
export const ALTERNATIVE = 1;
export const HIDDEN = 2;
/** Labels of this kind count only if there is no preferred label. */
export const FALLBACK_LABEL = 3;
export type LabelKind = typeof PREFERRED | typeof ALTERNATIVE | typeof HIDDEN;

export type PredicateMeaning =
  /** The object may be a SKOS-XL label. */
  | { property: 'label'; kind: LabelKind | typeof FALLBACK_LABEL }
  /** The text of a SKOS-XL label or of a note resource. */
  | { property: 'form' }
  /** `rank`: 0 a definition, 1 a scope note, which counts only if there is no definition. */
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

const meanings: [PredicateMeaning, ...string[]][] = [
  [{ property: 'label', kind: PREFERRED }, `${skosCore}prefLabel`, `${xl}prefLabel`],
  [{ property: 'label', kind: ALTERNATIVE }, `${skosCore}altLabel`, `${xl}altLabel`],
  [{ property: 'label', kind: HIDDEN }, `${skosCore}hiddenLabel`, `${xl}hiddenLabel`],
  [{ property: 'label', kind: FALLBACK_LABEL }, `${rdfs}label`, `${dcterms}title`, `${dc}title`],
  [{ property: 'form' }, `${xl}literalForm`, `${rdf}value`],
  [{ property: 'note', rank: 0 }, `${skosCore}definition`],
  [{ property: 'note', rank: 1 }, `${skosCore}scopeNote`],
  [{ property: 'notation' }, `${skosCore}notation`],
  [{ property: 'relation', relation: 'broader' }, `${skosCore}broader`, ...isoRelations('broader')],
  [
    { property: 'relation', relation: 'broader', direction: 'inverse' },
    `${skosCore}narrower`,
    ...isoRelations('narrower'),
  ],
  [{ property: 'relation', relation: 'related', direction: 'both' }, `${skosCore}related`],
  [{ property: 'relation', relation: 'replaced' }, `${dcterms}isReplacedBy`],
  [{ property: 'deprecated' }, `${owl}deprecated`],
  [{ property: 'relation', relation: 'inScheme' }, `${skosCore}inScheme`],
  [{ property: 'relation', relation: 'topOf' }, `${skosCore}topConceptOf`],
  [{ property: 'relation', relation: 'topOf', direction: 'inverse' }, `${skosCore}hasTopConcept`],
  [{ property: 'relation', relation: 'members' }, `${skosCore}member`],
  [{ property: 'relation', relation: 'memberLists' }, `${skosCore}memberList`],
  [{ property: 'license', rank: 0 }, `${dcterms}license`, ...otherLicenses],
  [{ property: 'license', rank: 1 }, `${dcterms}rights`, `${dc}rights`],
];

export const predicateMeanings: ReadonlyMap<string, PredicateMeaning> = new Map(
  meanings.flatMap(([meaning, ...predicates]) => predicates.map((predicate) => [predicate, meaning])),
);

/** Terms that a built thesaurus is written with: SKOS, and some that SKOS lacks. `labels` is indexed by `LabelKind`. */
export const skos = {
  concept: `${skosCore}Concept`,
  scheme: `${skosCore}ConceptScheme`,
  collection: `${skosCore}Collection`,
  labels: [`${skosCore}prefLabel`, `${skosCore}altLabel`, `${skosCore}hiddenLabel`],
  fallbackLabel: `${rdfs}label`,
  note: `${skosCore}definition`,
  broader: `${skosCore}broader`,
  related: `${skosCore}related`,
  replacedBy: `${dcterms}isReplacedBy`,
  deprecated: `${owl}deprecated`,
  inScheme: `${skosCore}inScheme`,
  topConceptOf: `${skosCore}topConceptOf`,
  member: `${skosCore}member`,
} as const;

export const CONCEPT_FLAG = 1;
export const SCHEME_FLAG = 2;
export const COLLECTION_FLAG = 4;
export const DEPRECATED_FLAG = 8;

/** Flags of each RDF type. */
export const typeFlags: ReadonlyMap<string, number> = new Map([
  [`${skosCore}Concept`, CONCEPT_FLAG],
  [`${skosCore}ConceptScheme`, SCHEME_FLAG],
  [`${skosCore}Collection`, COLLECTION_FLAG],
  [`${skosCore}OrderedCollection`, COLLECTION_FLAG],
  [`${owl}DeprecatedClass`, DEPRECATED_FLAG],
]);
