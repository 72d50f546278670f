/** Term dictionary: the distinct terms of a corpus with their forms, prefixes and near spellings. */

export { TermDictionary, type TermDictionaryData, type VocabularyPart } from './term-dictionary.ts';
export { TermDictionaryBuilder, type TermOccurrences } from './term-dictionary-builder.ts';
