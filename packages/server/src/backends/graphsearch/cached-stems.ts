/** Languages that remember the stems of words: texts of answers say the same words again and again, and stemming is dear. */
import { type Analyzer, analyzerFor } from '@semantic-search/engine';

/** Words for each language; then it begins anew. */
const mostWords = 20_000;
/** Longer ones are not words. */
const longestWord = 40;
const mostLanguages = 100;

const languages = new Map<string, Analyzer>();

/** The language of a BCP 47 tag. */
export function cachedStems(tag: string): Analyzer {
  const language = analyzerFor(tag);
  const known = languages.get(language.code) ?? remembering(language);
  if (languages.size >= mostLanguages) languages.clear();
  languages.set(language.code, known);
  return known;
}

function remembering(language: Analyzer): Analyzer {
  const stems = new Map<string, string>();
  return {
    ...language,
    stem(word) {
      const known = stems.get(word);
      if (known !== undefined || word.length > longestWord) return known ?? language.stem(word);
      const stem = language.stem(word);
      if (stems.size >= mostWords) stems.clear();
      stems.set(word, stem);
      return stem;
    },
  };
}
