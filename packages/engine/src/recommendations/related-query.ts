/** Related documents of all backends: plugins, weights of concepts, and concepts that explain a hit. */
import { getOrInsert } from '@semantic-search/query/collections';
import type { Thesaurus } from '@semantic-search/query/thesaurus';
import { QueryError, type RelatedQuery } from '../api.ts';

/** Maximum number of concepts that explain a hit. */
export const MAX_SHARED_CONCEPTS = 10;

/** Weight of a concept one step broader or narrower than a concept of the document, in a search for similar documents. */
const ADJACENT_CONCEPT_WEIGHT = 0.3;

/** Weights of concepts in recommendations, by their relation to a concept of the document. */
const RECOMMENDATION_WEIGHTS = {
  /** Low, because documents about the same concepts keep to the topic but do not lead further. */
  same: 0.3,
  broader: 0.6,
  related: 1,
};

/** Weights of a document's tags, and of concepts one step broader or narrower. */
export function withAdjacentConcepts(tags: number[], thesaurus: Thesaurus): Map<number, number> {
  const weights = new Map<number, number>();
  for (const concept of tags)
    for (const adjacent of [...thesaurus.broader(concept), ...thesaurus.narrower(concept)])
      weights.set(adjacent, ADJACENT_CONCEPT_WEIGHT);
  for (const concept of tags) weights.set(concept, 1);
  return weights;
}

interface FollowedConcepts {
  /** Weights of the concepts to search for. */
  weights: Map<number, number>;
  /** For each followed concept, the concepts of the document that lead to it. */
  from: Map<number, number[]>;
}

/** Follows the broader and related concepts of a document's tags. */
export function followConcepts(tags: number[], thesaurus: Thesaurus): FollowedConcepts {
  const weights = new Map<number, number>();
  const from = new Map<number, number[]>();
  const follow = (concept: number, targets: Iterable<number>, weight: number) => {
    for (const target of targets) {
      weights.set(target, weight);
      getOrInsert(from, target, () => []).push(concept);
    }
  };
  for (const concept of tags) follow(concept, thesaurus.broader(concept), RECOMMENDATION_WEIGHTS.broader);
  for (const concept of tags) follow(concept, thesaurus.related(concept), RECOMMENDATION_WEIGHTS.related);
  for (const concept of tags) {
    weights.set(concept, RECOMMENDATION_WEIGHTS.same);
    from.delete(concept);
  }
  return { weights, from };
}

/** The plugins to try in turn: the one that the query names, or else all. Throws `unknown-plugin`. */
export function pluginsFor<Plugin extends { name: string }>(
  { plugin: name }: Pick<RelatedQuery, 'plugin'>,
  plugins: readonly Plugin[],
): readonly Plugin[] {
  if (!name) return plugins;
  const matching = plugins.filter((plugin) => plugin.name === name);
  if (matching.length > 0) return matching;
  const names = plugins.map((plugin) => plugin.name).join(', ');
  const available = names === '' ? 'none is configured' : `available: ${names}`;
  throw new QueryError('unknown-plugin', `There is no plugin ${name}; ${available}.`);
}

export function unknownDocument(id: string): QueryError {
  return new QueryError('unknown-document', `The search space has no document ${id}.`);
}

/**
 * Concepts of both documents: the tags of the source that apply to the hit, directly or through a narrower concept. Without
 * any, the lowest concepts that led to the hit, or else the lowest common broader concepts.
 */
export function sharedConcepts<Concept>(
  sourceTags: Concept[],
  hitTags: Concept[],
  ancestors: (concept: Concept) => Iterable<Concept>,
  leading: ReadonlySet<Concept> = new Set(),
): Concept[] {
  const withAncestors = (tags: Concept[]) => [...new Set(tags.flatMap((tag) => [tag, ...ancestors(tag)]))];
  const hitConcepts = withAncestors(hitTags);
  const sourceConcepts = new Set(withAncestors(sourceTags));
  const common = hitConcepts.filter((concept) => sourceConcepts.has(concept));
  const tagged = common.filter((concept) => sourceTags.includes(concept));
  if (tagged.length > 0) return tagged;
  const leadingInHit = hitConcepts.filter((concept) => leading.has(concept));
  return lowest(leadingInHit.length > 0 ? leadingInHit : common, ancestors);
}

/** Removes concepts that are broader than another concept of the list. */
function lowest<Concept>(concepts: Concept[], ancestors: (concept: Concept) => Iterable<Concept>): Concept[] {
  const broader = new Set(concepts.flatMap((concept) => [...ancestors(concept)]));
  return concepts.filter((concept) => !broader.has(concept));
}
