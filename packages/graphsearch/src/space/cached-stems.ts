/** Analyzers with a stem cache: result texts repeat the same words, and stemming is expensive. */
import { type Analyzer, analyzerFor } from '@semantic-search/query/analysis';

/** Cached words per analyzer; the cache is cleared when it is full. */
const MAX_WORDS = 20_000;
/** Longer words are not cached. */
const MAX_WORD_LENGTH = 40;
const MAX_LANGUAGES = 100;

const languages = new Map<string, Analyzer>();

/** Analyzer for a BCP 47 analyzer tag. */
export function cachedStems(tag: string): Analyzer {
  const analyzer = analyzerFor(tag);
  const cached = languages.get(analyzer.code) ?? withStemCache(analyzer);
  if (languages.size >= MAX_LANGUAGES) languages.clear();
  languages.set(analyzer.code, cached);
  return cached;
}

function withStemCache(analyzer: Analyzer): Analyzer {
  const stems = new Map<string, string>();
  return {
    ...analyzer,
    stem(word) {
      const cached = stems.get(word);
      if (cached !== undefined || word.length > MAX_WORD_LENGTH) return cached ?? analyzer.stem(word);
      const stem = analyzer.stem(word);
      if (stems.size >= MAX_WORDS) stems.clear();
      stems.set(word, stem);
      return stem;
    },
  };
}
