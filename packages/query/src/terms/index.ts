/** Term dictionary: the distinct terms of a corpus with their forms, prefixes and near spellings. */
export { TermDictionary, type TermDictionaryData, type TermOccurrences } from './term-dictionary.ts';
export { TermDictionaryBuilder } from './term-dictionary-builder.ts';
