/** Query planner: the planner of `query` with document frequencies from the cluster. */
import type { SearchQuery } from '@semantic-search/engine';
import { compareByDocumentFrequency } from '@semantic-search/engine/building-blocks';
import {
  type Alternative,
  frequencyOf,
  type IndexStatistics,
  idf,
  type LanguageShare,
  languageDistribution,
  type Matcher,
  planQuery,
  type ReadableTermDictionary,
  type Relaxation,
  requirementRarities,
  type TermSet,
} from '@semantic-search/query';
import { type Analyzer, analyzerFor } from '@semantic-search/query/analysis';
import type { TermDictionary } from '@semantic-search/query/terms';
import { memoize, type QueryTarget, searchDocuments } from '../indices/query-target.ts';
import { indexedTerms, unscoredQuery } from './matcher-queries.ts';
import { hasTitleBonus, LANGUAGE_FIELD } from './query-dsl.ts';

/** Number of documents that a query matches, by the key of the query; 0 until the number is loaded. */
type Frequency = (key: string, query: () => object) => number;

export function planSearch({ input, language }: SearchQuery, relaxation: Relaxation, target: QueryTarget) {
  const { signal, indexVersion } = target;
  return withStatistics(target, (statistics, tags) => {
    const options = { ...relaxation, language, signal };
    const plan = planQuery(input, statistics, indexVersion.querySettings, options);
    const frequency = ({ matcher }: Pick<Alternative, 'matcher'>) => frequencyOf(matcher, statistics);
    const { preferred } = plan.language;
    const factorOf = ({ matcher }: Alternative) => rarityFactor(matcher, statistics);
    return {
      plan,
      rarityFactors: new Map(plan.alternatives.map((alternative) => [alternative, factorOf(alternative)])),
      rarities: hasTitleBonus(plan) ? requirementRarities(plan, statistics.documents, frequency) : [],
      foreign: tags.filter((tag) => preferred?.code && analyzerFor(tag).code !== preferred.code),
    };
  });
}

/** Rarity in the engine, relative to the rarity by which the cluster multiplies the scores of a matcher. */
function rarityFactor(matcher: Matcher, statistics: IndexStatistics): number {
  const inCluster = clusterRarity(matcher, statistics);
  if (inCluster === undefined) return 1;
  return idf(frequencyOf(matcher, statistics), statistics.documents) / inCluster;
}

/** Maximum number of alternative terms that are counted one by one; the cluster computes the rarity of more of them. */
const MAX_COUNTED_TERMS = 100;

/** Rarity that the cluster computes; undefined if it is unknown, or the same as in the engine. */
function clusterRarity(matcher: Matcher, statistics: IndexStatistics): number | undefined {
  // Concepts have constant scores.
  if (matcher.kind === 'concept') return 1;
  const isPhrase = matcher.kind === 'phrase';
  const terms = isPhrase ? matcher.words.flat() : matcher.terms;
  if (terms.length === 1 || (!isPhrase && terms.length > MAX_COUNTED_TERMS)) return undefined;
  const kind = isPhrase ? 'word' : matcher.kind;
  const counts = terms.map((term) => frequencyOf({ kind, terms: [term] }, statistics));
  const rarities = counts.filter((count) => count > 0).map((count) => idf(count, statistics.documents));
  if (rarities.length === 0) return undefined;
  // Lucene takes the most frequent of alternative terms, but adds up the terms of a phrase.
  return isPhrase ? rarities.reduce((sum, rarity) => sum + rarity, 0) : Math.min(...rarities);
}

/** Repeats the computation until all document frequencies that the computation needs are loaded. */
export async function withStatistics<Result>(
  target: QueryTarget,
  compute: (statistics: IndexStatistics, tags: readonly string[]) => Result,
): Promise<Result> {
  const languages = await languagesIn(target);
  const counts = await memoize(target, 'document frequencies', async () => new Map<string, number>());
  for (;;) {
    const uncounted = new Map<string, object>();
    const frequency: Frequency = (key, query) => {
      const count = counts.get(key);
      if (count === undefined) uncounted.set(key, query());
      return count ?? 0;
    };
    const result = compute(clusterStatistics(frequency, languages, target), languages.tags);
    if (uncounted.size === 0) return result;
    await loadCounts(uncounted, counts, target);
  }
}

/** OpenSearch allows 65,535 buckets per response (`search.max_buckets`). */
const MAX_COUNTS_PER_REQUEST = 10_000;

/** Adds the document frequencies of the queries to `counts`. */
async function loadCounts(
  queries: ReadonlyMap<string, object>,
  counts: Map<string, number>,
  target: QueryTarget,
): Promise<void> {
  const entries = [...queries];
  for (let from = 0; from < entries.length; from += MAX_COUNTS_PER_REQUEST) {
    const filters = Object.fromEntries(entries.slice(from, from + MAX_COUNTS_PER_REQUEST));
    const body = { size: 0, track_total_hits: false, aggs: { words: { filters: { filters } } } };
    const { aggregations } = await searchDocuments(target, body);
    const { buckets } = aggregations.words as { buckets: Record<string, { doc_count: number }> };
    for (const [key, { doc_count }] of Object.entries(buckets)) counts.set(key, doc_count);
  }
}

function clusterStatistics(
  frequency: Frequency,
  { shares, tags }: Awaited<ReturnType<typeof languagesIn>>,
  { indexVersion, isScoped }: QueryTarget,
): IndexStatistics {
  const { termDictionary, indexedThesaurus } = indexVersion;
  const hasTerms = (group: TermSet) => ({ terms: { terms: indexedTerms(group, indexVersion) } });
  const documentFrequency = (group: TermSet) =>
    group.length === 0 ? 0 : frequency(group.join(' '), () => hasTerms(group));
  const isUsed = (term: number) => documentFrequency([term]) > 0;
  const isUsedIn = (term: number, language: Analyzer) => {
    const query = () => ({ bool: { filter: [hasTerms([term]), inLanguage(language, tags)] } });
    return frequency(`${language.code} ${term}`, query) > 0;
  };
  return {
    get documents() {
      return frequency('all documents', () => ({ match_all: {} }));
    },
    termDictionary: isScoped ? permittedTerms(termDictionary, shares, isUsed, isUsedIn) : termDictionary,
    indexedThesaurus,
    documentFrequency,
    matchFrequency(matcher) {
      const query = unscoredQuery(matcher, indexVersion);
      return frequency(JSON.stringify(query), () => query);
    },
    mostFrequent: (group, count, accepts) =>
      group
        .filter(accepts)
        .map((term) => ({ term, documents: documentFrequency([term]) }))
        .filter(({ documents }) => documents > 0)
        .sort(compareByDocumentFrequency(termDictionary.terms))
        .slice(0, count)
        .map(({ term }) => term),
    languages: () => shares,
  };
}

/** Term dictionary without words that occur only in documents outside the scope. */
function permittedTerms(
  words: TermDictionary,
  shares: LanguageShare[],
  isUsed: (term: number) => boolean,
  isUsedIn: (term: number, language: Analyzer) => boolean,
): ReadableTermDictionary {
  const usedIn = (language: Analyzer, terms: number[]) => terms.filter((term) => isUsedIn(term, language));
  return {
    terms: words.terms,
    languages: words.languages.filter(({ code }) => shares.some(({ language }) => language.code === code)),
    find(word) {
      const term = words.find(word);
      return term >= 0 && isUsed(term) ? term : -1;
    },
    has: (word, language) => words.has(word, language) && isUsedIn(words.find(word), language),
    isWord: (word, language) => words.forms(word, language).some((term) => isUsedIn(term, language)),
    unambiguousForms: (word, language) => usedIn(language, words.unambiguousForms(word, language)),
    compoundsWith: (word, language) => usedIn(language, words.compoundsWith(word, language)),
    startingWith: (prefix) => words.startingWith(prefix).filter(isUsed),
    similarTo: (word) =>
      words
        .similarTo(word)
        .map((similar) => ({ ...similar, terms: similar.terms.filter(isUsed) }))
        .filter(({ terms }) => terms.length > 0),
    spelling: (term) => words.spelling(term),
  };
}

/** Filter for documents in the language of the analyzer, or without a declared language. */
function inLanguage({ code }: Analyzer, tags: string[]): object {
  const declared = { terms: { [LANGUAGE_FIELD]: tags.filter((tag) => analyzerFor(tag).code === code) } };
  const undeclared = { bool: { must_not: { exists: { field: LANGUAGE_FIELD } } } };
  return { bool: { should: [declared, undeclared] } };
}

/** Maximum number of counted languages; further languages have a negligible share of the documents. */
const MAX_LANGUAGES = 100;

/** Language distribution of the documents, and the tags of their `language` attribute. */
function languagesIn(target: QueryTarget): Promise<{ shares: LanguageShare[]; tags: string[] }> {
  const { attributes, termDictionary } = target.indexVersion;
  return memoize(target, 'languages', async (shared) => {
    if (!attributes.find('language', 'literal'))
      return { shares: languageDistribution(new Map(), 1, termDictionary.languages), tags: [] };
    const named = { terms: { field: LANGUAGE_FIELD, size: MAX_LANGUAGES } };
    const body = { size: 0, track_total_hits: true, aggs: { named } };
    const { aggregations, total } = await searchDocuments(shared, body);
    const { buckets } = aggregations.named as { buckets: { key: string; doc_count: number }[] };
    const counts = new Map<string, number>();
    for (const { key, doc_count } of buckets) {
      const { code } = analyzerFor(key);
      counts.set(code, (counts.get(code) ?? 0) + doc_count);
    }
    const tags = buckets.map(({ key }) => key);
    return { shares: languageDistribution(counts, total, termDictionary.languages), tags };
  });
}
