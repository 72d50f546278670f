/** Supervised concept tagging: a model trained on manually tagged documents. */
import { sharedUint32 } from '@semantic-search/query/collections';
import { runToCompletion } from '@semantic-search/query/scheduling';
import type { ConceptMatcher, Thesaurus } from '@semantic-search/query/thesaurus';
import { type ConceptCounts, candidatesOf, FEATURE_COUNT, STRATUM_COUNT } from './concept-features.ts';
import { type RankerData, type RankerRow, rankerScore, trainRanker } from './concept-ranker.ts';
import { findMentions, type TextMentions } from './mentions.ts';
import { type ExampleIndex, indexExamples, openTagFinder, termFrequencies } from './similar-examples.ts';

/** A training example. The first line of the text is its title, if it has one. */
export interface Example {
  text: string;
  language?: string;
  tags: number[];
}

/** Shareable with workers. Valid only for the thesaurus it was trained with. */
export interface ConceptModel {
  memory: ExampleIndex;
  counts: ConceptCounts;
  ranker: RankerData;
}

/** A concept with its estimated probability that the text is about it, from 0 to 1. */
export interface ScoredConcept {
  concept: number;
  probability: number;
}

/** A model from fewer examples extracts no better than the rule; see `docs/concept-tagging.md`. */
export const MIN_EXAMPLES = 30;
/** Bounds the model to about 50 MB and the training to about 30 s. */
export const MAX_EXAMPLES = 20_000;

/** `examples` are at least `MIN_EXAMPLES` and at most `MAX_EXAMPLES`. */
export function trainConceptModel(thesaurus: Thesaurus, conceptMatcher: ConceptMatcher, examples: Example[]) {
  const analyzed = examples.map(({ text, language, tags }) => {
    const textMentions = runToCompletion(findMentions(thesaurus, conceptMatcher, { text, language }));
    const terms = termFrequencies(text, textMentions, language);
    return { textMentions, terms, language, tags, ownTags: new Set(tags) };
  });
  const memory = indexExamples(analyzed);
  const counts = countExamples(thesaurus, analyzed);
  const findTags = openTagFinder(memory);
  const rows: RankerRow[] = [];
  const labels: number[] = [];
  for (const [i, example] of analyzed.entries()) {
    // Leave-one-out: otherwise the model would overfit to the most similar example, the text itself.
    const similarTags = findTags(example.terms, i);
    for (const { concept, ...row } of candidatesOf(thesaurus, counts, { ...example, similarTags })) {
      rows.push(row);
      labels.push(example.ownTags.has(concept) ? 1 : 0);
    }
  }
  const ranker = trainRanker(rows, labels, FEATURE_COUNT, STRATUM_COUNT);
  return { memory, counts, ranker } satisfies ConceptModel;
}

/** Returns at most `maxCount` items, evenly spread. */
export function sampleEvenly<Item>(items: readonly Item[], maxCount: number): Item[] {
  const step = Math.max(1, items.length / maxCount);
  return Array.from({ length: Math.floor(items.length / step) }, (_, i) => items[Math.floor(i * step)]!);
}

function countExamples(
  thesaurus: Thesaurus,
  examples: { textMentions: TextMentions; ownTags: ReadonlySet<number> }[],
): ConceptCounts {
  const column = () => sharedUint32(thesaurus.size);
  const counts = {
    examples: examples.length,
    tagged: column(),
    mentioned: column(),
    meant: column(),
    mentionedInHead: column(),
    meantInHead: column(),
  };
  for (const { textMentions, ownTags } of examples) {
    for (const concept of ownTags) counts.tagged[concept]!++;
    for (const { concept, inTitle } of textMentions.mentions.values()) {
      const isTag = ownTags.has(concept) ? 1 : 0;
      const isInTitle = inTitle > 0 ? 1 : 0;
      counts.mentioned[concept]! += 1;
      counts.meant[concept]! += isTag;
      counts.mentionedInHead[concept]! += isInTitle;
      counts.meantInHead[concept]! += isTag * isInTitle;
    }
  }
  return counts;
}

/** Returns a function that scores the candidate concepts of a text, most probable first. */
export function conceptClassifier(thesaurus: Thesaurus, model: ConceptModel) {
  const findTags = openTagFinder(model.memory);
  return (text: string, textMentions: TextMentions, language?: string): ScoredConcept[] => {
    const similarTags = findTags(termFrequencies(text, textMentions, language));
    const candidates = candidatesOf(thesaurus, model.counts, { textMentions, language, similarTags });
    return candidates
      .map((candidate) => ({ concept: candidate.concept, probability: rankerScore(model.ranker, candidate) }))
      .sort((a, b) => b.probability - a.probability);
  };
}
