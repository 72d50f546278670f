/** Query planner: the engine's planner with document frequencies from the cluster. */

import type { SearchQuery } from '@semantic-search/engine';
import { compareByDocumentFrequency } from '@semantic-search/engine/building-blocks';
import {
  type Alternative,
  didYouMean,
  frequencyOf,
  type IndexStatistics,
  idf,
  type LanguageShare,
  languageDistribution,
  planQuery,
  type QueryPlan,
  type ReadableTermDictionary,
  type Relaxation,
  requirementRarities,
  type TermSet,
} from '@semantic-search/query';
import { type Analyzer, analyzerFor } from '@semantic-search/query/analysis';
import type { TermDictionary } from '@semantic-search/query/terms';
import { memoize, type QueryTarget, searchDocuments } from '../indices/index-versions.ts';
import { hasTitleBonus, indexedTerms, LANGUAGE_FIELD, unscoredQuery } from './query-dsl.ts';

export function planner({ input, language }: SearchQuery, target: QueryTarget) {
  const { termDictionary, indexedThesaurus, queryOptions } = target.indexVersion;
  const { signal } = target;
  const counts = new Map<string, number>();

  /** Repeats the computation until all document frequencies that the computation needs have been loaded. */
  async function withCounts<Result>(compute: (statistics: IndexStatistics) => Result): Promise<Result> {
    const languages = await languagesIn(target);
    for (;;) {
      const uncounted = new Map<string, object>();
      const frequency = (key: string, query: () => object) => {
        const count = counts.get(key);
        if (count === undefined) uncounted.set(key, query());
        return count ?? 0;
      };
      const hasTerms = (group: TermSet) => ({ terms: { terms: indexedTerms(group, target.indexVersion) } });
      const documentFrequency = (group: TermSet) =>
        group.length === 0 ? 0 : frequency(group.join(' '), () => hasTerms(group));
      const matchFrequency: IndexStatistics['matchFrequency'] = (matcher) => {
        const query = unscoredQuery(matcher, target.indexVersion);
        return frequency(JSON.stringify(query), () => query);
      };
      const mostFrequent: IndexStatistics['mostFrequent'] = (group, most, accepts) =>
        group
          .filter(accepts)
          .map((term) => ({ term, documents: documentFrequency([term]) }))
          .filter(({ documents }) => documents > 0)
          .sort(compareByDocumentFrequency(termDictionary.terms))
          .slice(0, most)
          .map(({ term }) => term);
      const isUsed = (term: number, analyzer?: Analyzer) => {
        if (term < 0 || !analyzer) return term >= 0 && documentFrequency([term]) > 0;
        const query = () => ({ bool: { filter: [hasTerms([term]), inLanguage(analyzer, languages.tags)] } });
        return frequency(`${analyzer.code} ${term}`, query) > 0;
      };
      const result = compute({
        get documents() {
          return frequency('all documents', () => ({ match_all: {} }));
        },
        termDictionary: target.isScoped
          ? permittedWords(termDictionary, isUsed, languages.shares)
          : termDictionary,
        thesaurus: indexedThesaurus,
        documentFrequency,
        matchFrequency,
        mostFrequent,
        languages: () => languages.shares,
      });
      if (uncounted.size === 0) return result;
      await loadCounts(uncounted, counts, target);
    }
  }

  return {
    /** The weights of concepts include their rarity. */
    async plan(relaxation: Relaxation) {
      const { tags } = await languagesIn(target);
      return withCounts((statistics) => {
        const plan = planQuery(input, statistics, queryOptions, { ...relaxation, language, signal });
        const frequency = ({ matcher }: Pick<Alternative, 'matcher'>) => frequencyOf(matcher, statistics);
        const alternatives = plan.alternatives.map((alternative) => {
          if (alternative.matcher.kind !== 'concept') return alternative;
          // The cluster would compute the rarity among documents with concepts only.
          const rarity = idf(frequency(alternative), statistics.documents);
          return { ...alternative, weight: alternative.weight * rarity };
        });
        const { preferred } = plan.language;
        return {
          plan: { ...plan, alternatives },
          /** Rarity of each requirement, by its bit in the mask. */
          rarities: hasTitleBonus(plan) ? requirementRarities(plan, statistics.documents, frequency) : [],
          /** Tags of documents' languages other than the preferred language. */
          foreign: tags.filter((tag) => preferred?.code && analyzerFor(tag).code !== preferred.code),
        };
      });
    },
    /** Spelling correction ("did you mean") based on the last plan; undefined without a correction. */
    suggestion: (plan: QueryPlan) => withCounts((statistics) => didYouMean(input, plan, statistics, signal)),
  };
}

/** Term dictionary without words that occur only in documents outside the scope. */
function permittedWords(
  all: TermDictionary,
  isUsed: (term: number, language?: Analyzer) => boolean,
  shares: LanguageShare[],
): ReadableTermDictionary {
  const isUsedIn = (language: Analyzer) => (term: number) => isUsed(term, language);
  const usedTerms = (terms: number[]) => terms.filter((term) => isUsed(term));
  return {
    terms: all.terms,
    languages: all.languages.filter(({ code }) => shares.some(({ language }) => language.code === code)),
    find: (word) => usedTerms([all.find(word)])[0] ?? -1,
    has: (word, language) => all.has(word, language) && isUsed(all.find(word), language),
    isWord: (word, language) => all.forms(word, language).some(isUsedIn(language)),
    unambiguousForms: (word, language) => all.unambiguousForms(word, language).filter(isUsedIn(language)),
    compoundsWith: (word, language) => all.compoundsWith(word, language).filter(isUsedIn(language)),
    startingWith: (prefix) => usedTerms(all.startingWith(prefix)),
    similarTo: (word) =>
      all
        .similarTo(word)
        .map((similar) => ({ ...similar, terms: usedTerms(similar.terms) }))
        .filter(({ terms }) => terms.length > 0),
    spelling: (term) => all.spelling(term),
  };
}

/** Filter of documents in the language, or without a declared language. */
function inLanguage({ code }: Analyzer, tags: string[]): object {
  const declared = { terms: { [LANGUAGE_FIELD]: tags.filter((tag) => analyzerFor(tag).code === code) } };
  const undeclared = { bool: { must_not: { exists: { field: LANGUAGE_FIELD } } } };
  return { bool: { should: [declared, undeclared] } };
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
