/** Related documents of all backends: choice of a plugin, and concepts that explain a hit. */
import { QueryError, type RelatedQuery } from '../api.ts';

export const MAX_SHARED_CONCEPTS = 10;

/** Weight of a concept one step broader or narrower than a concept of the document, in a search for similar documents. */
export const ADJACENT_CONCEPT_WEIGHT = 0.3;

/** Weights of concepts in recommendations, by their relation to a concept of the document. */
export const RECOMMENDATION_WEIGHTS = {
  /** Low, because documents about the same concepts keep to the topic but do not lead further. */
  same: 0.3,
  broader: 0.6,
  related: 1,
};

/** The plugins to try in turn: the one that the query names, or else all. Throws `unknown-plugin`. */
export function pluginsFor<Plugin extends { name: string }>(
  { plugin: name }: Pick<RelatedQuery, 'plugin'>,
  plugins: readonly Plugin[],
): readonly Plugin[] {
  if (!name) return plugins;
  const named = plugins.filter((plugin) => plugin.name === name);
  if (named.length > 0) return named;
  const names = plugins.map((plugin) => plugin.name).join(', ');
  const available = names === '' ? 'none is configured' : `available: ${names}`;
  throw new QueryError('unknown-plugin', `There is no plugin ${name}; ${available}.`);
}

export function unknownDocument(id: string): QueryError {
  return new QueryError('unknown-document', `The search space has no document ${id}.`);
}

/**
 * Concepts of both documents: the tags of the source that apply to the hit, directly or through a narrower concept. Without
 * any, the lowest common broader concepts.
 */
export function sharedConcepts<Concept>(
  sourceTags: Concept[],
  hitTags: Concept[],
  ancestors: (concept: Concept) => Iterable<Concept>,
): Concept[] {
  const about = (tags: Concept[]) => new Set(tags.flatMap((tag) => [tag, ...ancestors(tag)]));
  const sourceConcepts = about(sourceTags);
  const common = [...about(hitTags)].filter((concept) => sourceConcepts.has(concept));
  const tagged = common.filter((concept) => sourceTags.includes(concept));
  return tagged.length > 0 ? tagged : lowest(common, ancestors);
}

/** Removes concepts that are broader than another one of the list. */
export function lowest<Concept>(
  concepts: Concept[],
  ancestors: (concept: Concept) => Iterable<Concept>,
): Concept[] {
  const broader = new Set(concepts.flatMap((concept) => [...ancestors(concept)]));
  return concepts.filter((concept) => !broader.has(concept));
}
