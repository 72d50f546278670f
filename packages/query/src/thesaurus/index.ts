/** SKOS thesaurus: parsing, building, hierarchy, concept matching. */
export { findFingerprint, sortedFingerprints, termFingerprint } from '../collections/fingerprints.ts';
export { type ConceptMatch, ConceptMatcher } from './concept-matcher.ts';
export { facetField } from './facet-tree.ts';
export { phraseTable } from './phrase-table.ts';
export { readStatements } from './rdf/rdf-parser.ts';
export type { Sense } from './sense-disambiguation.ts';
export { buildThesaurus } from './skos/skos-builder.ts';
export { SkosCollector } from './skos/skos-collector.ts';
export { SYNONYM_SCHEME, type SynonymRule, synonymThesaurus } from './synonym-thesaurus.ts';
export { type FacetTree, HIDDEN, PREFERRED, type Thesaurus } from './thesaurus.ts';
