/** Synonyms as a thesaurus. */
export { parseSynonyms, type SynonymFile, type SynonymRule } from './synonym-rules.ts';
export { SYNONYM_SCHEME, synonymThesaurus } from './synonym-thesaurus.ts';
