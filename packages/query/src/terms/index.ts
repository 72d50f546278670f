/** Term dictionary: the distinct terms of a corpus with their forms, prefixes and near spellings. */

export { TermDictionary, type VocabularyData } from './term-dictionary.ts';
export { TermDictionaryBuilder, type WordsOfDocuments } from './term-dictionary-builder.ts';
