/** Learns from documents that people have tagged which concepts a text is about. */
import { sharedUint32 } from '../shared-arrays.ts';
import type { ConceptMatcher } from '../thesaurus/concept-matcher.ts';
import type { Thesaurus } from '../thesaurus/thesaurus.ts';
import { type ConceptCounts, candidatesOf, FEATURE_COUNT, SEGMENT_COUNT } from './concept-features.ts';
import { type RankerData, type RankerRow, rankerScore, trainRanker } from './concept-ranker.ts';
import { findMentions, type TextMentions } from './mentions.ts';
import {
  type ExampleIndex,
  indexExamples,
  nearestNeighbours,
  termFrequencies,
} from './nearest-neighbours.ts';

/** A tagged text; tags are concepts. The title, where there is one, is its first line. */
export interface Example {
  text: string;
  language?: string;
  tags: number[];
}

/** All of it can be shared with workers; holds for the thesaurus that it was trained with. */
export interface ConceptModel {
  memory: ExampleIndex;
  counts: ConceptCounts;
  ranker: RankerData;
}

/** Fewer examples teach nothing that holds; of so many two thirds can be learned from, to measure on the third. */
export const MIN_EXAMPLES = 300;
/** More are not taken in: this bounds the model to about 50 MB and its training to about half a minute. */
export const MAX_EXAMPLES = 20_000;

/** Undefined where there are too few examples. Of too many, evenly spread ones are taken. */
export function trainConceptModel(
  thesaurus: Thesaurus,
  recogniser: ConceptMatcher,
  all: Example[],
  fewest = MIN_EXAMPLES,
): ConceptModel | undefined {
  if (all.length < fewest) return undefined;
  const examples = sampleEvenly(all, MAX_EXAMPLES);
  const read = examples.map(({ text, language }) =>
    findMentions(thesaurus, recogniser, text, language === undefined ? undefined : [language]),
  );
  const terms = examples.map(({ text, language }, i) => termFrequencies(text, read[i]!, language));
  const memory = indexExamples(examples.map(({ tags }, i) => ({ terms: terms[i]!, tags })));
  const counts = countExamples(thesaurus, examples, read);
  const neighbourhood = nearestNeighbours(memory);
  const rows: RankerRow[] = [];
  const right: number[] = [];
  examples.forEach(({ tags }, i) => {
    const self = new Set(tags);
    // Each example is judged as if it were not among the examples: else the model would trust its memory too much.
    for (const row of candidatesOf(thesaurus, counts, read[i]!, neighbourhood(terms[i]!, i), self)) {
      rows.push({ segment: row.segment, features: row.features });
      right.push(self.has(row.concept) ? 1 : 0);
    }
  });
  return { memory, counts, ranker: trainRanker(rows, right, FEATURE_COUNT, SEGMENT_COUNT) };
}

/** At most so many, spread over all. */
export function sampleEvenly(all: Example[], most: number): Example[] {
  const every = Math.max(1, all.length / most);
  return Array.from({ length: Math.floor(all.length / every) }, (_, i) => all[Math.floor(i * every)]!);
}

function countExamples(thesaurus: Thesaurus, examples: Example[], read: TextMentions[]): ConceptCounts {
  const column = () => sharedUint32(thesaurus.size);
  const counts: ConceptCounts = {
    examples: examples.length,
    tagged: column(),
    mentioned: column(),
    meant: column(),
    mentionedInHead: column(),
    meantInHead: column(),
  };
  examples.forEach(({ tags }, i) => {
    const tagged = new Set(tags);
    for (const concept of tagged) counts.tagged[concept]!++;
    for (const { concept, inHead } of read[i]!.mentions.values()) {
      counts.mentioned[concept]!++;
      if (inHead > 0) counts.mentionedInHead[concept]!++;
      if (!tagged.has(concept)) continue;
      counts.meant[concept]!++;
      if (inHead > 0) counts.meantInHead[concept]!++;
    }
  });
  return counts;
}

/** Gives the probability of concepts to be subjects of a text, most probable first. */
export function conceptClassifier(thesaurus: Thesaurus, model: ConceptModel) {
  const neighbourhood = nearestNeighbours(model.memory);
  return (text: string, read: TextMentions, language?: string): { concept: number; probability: number }[] =>
    candidatesOf(thesaurus, model.counts, read, neighbourhood(termFrequencies(text, read, language)))
      .map((candidate) => ({ concept: candidate.concept, probability: rankerScore(model.ranker, candidate) }))
      .sort((a, b) => b.probability - a.probability);
}
