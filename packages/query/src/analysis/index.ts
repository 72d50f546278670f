/** Text analysis: tokenizers, normalization, stemming, language detection, decompounding. */
export { type Analyzer, analyzedLanguages, analyzerFor } from './analyzers.ts';
export { compoundingRules, compoundPartMatcher } from './decompounder.ts';
export { maxEdits } from './edit-distance.ts';
export { areInflections } from './inflection.ts';
export { type DetectLanguage, languageCodes, languageDetector } from './language-detector.ts';
export { baseLanguage, canonicalLanguageTag } from './language-tags.ts';
export { normalize } from './normalizer.ts';
export { forEachToken, type Token, TokenReader, tokenize, UNSPACED_SCRIPT } from './tokenizer.ts';
export { subwords } from './word-shapes.ts';
