/** Synonyms in the file formats of search engines. */
export { parseSynonyms, type SynonymFile, type SynonymRule } from './synonym-rules.ts';
