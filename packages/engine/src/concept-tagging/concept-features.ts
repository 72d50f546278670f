/** What speaks for a concept being a subject of a text, in numbers. */
import type { SharedUint32Array } from '../shared-arrays.ts';
import type { Thesaurus } from '../thesaurus/thesaurus.ts';
import { type Mention, relatedMentions, type TextMentions } from './mentions.ts';
import type { Neighbourhood } from './nearest-neighbours.ts';

/** How often, in the examples, a concept was named and was a tag; all by concept. */
export interface ConceptCounts {
  examples: number;
  tagged: SharedUint32Array;
  mentioned: SharedUint32Array;
  /** Mentioned and tagged. */
  meant: SharedUint32Array;
  mentionedInHead: SharedUint32Array;
  meantInHead: SharedUint32Array;
}

/** A concept that may be a subject, and its features in the order of `featureNames`. */
export interface Candidate {
  concept: number;
  /** Which of the `segmentCount` sets of weights it is judged by. */
  segment: number;
  features: number[];
}

/** Not mentioned, mentioned, mentioned in the head. */
export const SEGMENT_COUNT = 3;

/** Concepts of neighbouring examples beyond so many are not considered. */
const mostNeighbourConcepts = 60;

/** `self`: the tags of the text where it is one of the examples, to be left out of the counts. */
export function candidatesOf(
  thesaurus: Thesaurus,
  counts: ConceptCounts,
  read: TextMentions,
  { tagged }: Neighbourhood,
  self?: ReadonlySet<number>,
): Candidate[] {
  const concepts = new Set(read.mentions.keys());
  const near = [...tagged].sort((a, b) => b[1].share - a[1].share).slice(0, mostNeighbourConcepts);
  for (const [concept] of near) concepts.add(concept);
  const above = new Set<number>();
  for (const concept of read.mentions.keys())
    for (const broader of thesaurus.broader(concept)) above.add(broader);
  const candidates: Candidate[] = [];
  for (const concept of concepts) {
    const mention = read.mentions.get(concept);
    const own = tagged.get(concept) ?? { share: 0, nearest: 0, examples: 0 };
    let relatives = 0;
    for (const list of [thesaurus.broader(concept), thesaurus.narrower(concept)]) {
      for (const other of list) relatives = Math.max(relatives, tagged.get(other)?.share ?? 0);
    }
    const features = [
      own.share,
      own.nearest,
      own.examples,
      relatives,
      Math.log((counts.tagged[concept]! - (self?.has(concept) ? 1 : 0) + 0.1) / counts.examples),
      relatedMentions(thesaurus, concept, read.mentions),
      above.has(concept) ? 1 : 0,
      read.mentions.size,
      ...(mention ? mentionFeatures(counts, read, mention, self) : []),
    ];
    candidates.push({ concept, segment: mention ? (mention.inHead > 0 ? 2 : 1) : 0, features });
  }
  return candidates;
}

function mentionFeatures(
  counts: ConceptCounts,
  read: TextMentions,
  mention: Mention,
  self: ReadonlySet<number> | undefined,
): number[] {
  const { concept } = mention;
  const one = self ? 1 : 0;
  const meant = self?.has(concept) ? 1 : 0;
  const inHead = mention.inHead > 0 ? 1 : 0;
  const mentioned = counts.mentioned[concept]! - one;
  // How often it is a subject where it is named; the fewer examples, the nearer to the average of 1 in 8.
  const rate = (counts.meant[concept]! - meant + 1) / (mentioned + 8);
  const mentionedInHead = counts.mentionedInHead[concept]! - one * inHead;
  const rateInHead = (counts.meantInHead[concept]! - meant * inHead + 3 * rate) / (mentionedInHead + 3);
  return [
    mention.matches.length,
    mention.outside,
    mention.first / read.length,
    mention.exact ? 1 : 0,
    mention.kind,
    mention.words,
    mention.homonyms,
    rate,
    rateInHead,
    Math.log((mentioned + 1) / counts.examples),
    mention.inHead,
  ];
}

export const FEATURE_COUNT = 19;
