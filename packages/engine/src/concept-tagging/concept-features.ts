/** Features of candidate concepts, from which the concept ranker estimates their probability. */
import type { Thesaurus } from '@semantic-search/query/thesaurus';
import { type Mention, relatedMentions, type TextMentions } from './mentions.ts';
import { ruleBasedLogit } from './rule-based-logit.ts';
import type { SimilarTags } from './similar-examples.ts';

/** Counts over the training examples, by concept. "Head" means the title: stored models have these names. */
export interface ConceptCounts {
  examples: number;
  tagged: Uint32Array;
  mentioned: Uint32Array;
  /** Number of examples that mention the concept and are tagged with it. */
  meant: Uint32Array;
  mentionedInHead: Uint32Array;
  meantInHead: Uint32Array;
}

/** A candidate concept with its feature values. */
export interface Candidate {
  concept: number;
  /** Selects one of `STRATUM_COUNT` weight vectors. */
  stratum: number;
  /** Log odds by the fixed formula; the learned weights correct them. */
  offset: number;
  features: number[];
}

/** Strata: concept not mentioned, mentioned, mentioned in the title. */
export const STRATUM_COUNT = 3;

/** Maximum number of tags of similar examples that are candidates. */
const MAX_SIMILAR_TAGS = 100;
/** Log odds of a concept that the text does not mention, from which the learned weights start. */
const UNMENTIONED_LOGIT = -6;

/** A text whose concepts are to be ranked. */
interface RankedText {
  textMentions: TextMentions;
  similarTags: SimilarTags;
  language: string | undefined;
  /** The tags of the text if it is a training example; its own mentions and tags are subtracted from the counts. */
  ownTags?: ReadonlySet<number>;
}

export function candidatesOf(thesaurus: Thesaurus, counts: ConceptCounts, text: RankedText): Candidate[] {
  const { textMentions, similarTags, language, ownTags } = text;
  const { mentions } = textMentions;
  const byShare = [...similarTags].sort(([, a], [, b]) => b.share - a.share);
  const likeliest = byShare.slice(0, MAX_SIMILAR_TAGS).map(([concept]) => concept);
  const broaderOfMentioned = new Set(
    [...mentions.keys()].flatMap((concept) => [...thesaurus.broader(concept)]),
  );
  return Array.from(new Set([...mentions.keys(), ...likeliest]), (concept) => {
    const mention = mentions.get(concept);
    const otherTagged = counts.tagged[concept]! - (ownTags?.has(concept) ? 1 : 0);
    const features = [
      ...similarityFeatures(thesaurus, concept, similarTags),
      // Smoothed, because no other example may have the concept as a tag.
      Math.log((otherTagged + 0.1) / counts.examples),
      relatedMentions(thesaurus, concept, mentions).length,
      broaderOfMentioned.has(concept) ? 1 : 0,
      mentions.size,
    ];
    if (!mention) return { concept, stratum: 0, offset: UNMENTIONED_LOGIT, features };
    return {
      concept,
      stratum: mention.inTitle > 0 ? 2 : 1,
      offset: ruleBasedLogit(thesaurus, textMentions, mention, language),
      features: [...features, ...mentionFeatures(counts, textMentions, mention, ownTags)],
    };
  });
}

/** How many similar examples have the concept as a tag, and the largest share of them with a broader or narrower one. */
function similarityFeatures(thesaurus: Thesaurus, concept: number, similarTags: SimilarTags): number[] {
  const { share, nearest, examples } = similarTags.get(concept) ?? { share: 0, nearest: 0, examples: 0 };
  let shareOfRelatives = 0;
  for (const relatives of [thesaurus.broader(concept), thesaurus.narrower(concept)])
    for (const relative of relatives)
      shareOfRelatives = Math.max(shareOfRelatives, similarTags.get(relative)?.share ?? 0);
  return [share, nearest, examples, shareOfRelatives];
}

function mentionFeatures(
  counts: ConceptCounts,
  textMentions: TextMentions,
  mention: Mention,
  ownTags: ReadonlySet<number> | undefined,
): number[] {
  const { concept } = mention;
  const ownCount = ownTags ? 1 : 0;
  const isOwnTag = ownTags?.has(concept) ? 1 : 0;
  const inTitle = mention.inTitle > 0 ? 1 : 0;
  const mentioned = counts.mentioned[concept]! - ownCount;
  // Share of mentions that are tags, smoothed towards the average of 1/8.
  const rate = (counts.meant[concept]! - isOwnTag + 1) / (mentioned + 8);
  const mentionedInHead = counts.mentionedInHead[concept]! - ownCount * inTitle;
  // In titles, smoothed towards the rate in whole texts.
  const rateInHead = (counts.meantInHead[concept]! - isOwnTag * inTitle + 3 * rate) / (mentionedInHead + 3);
  return [
    mention.count,
    mention.outermost,
    mention.first / textMentions.length,
    mention.isExact ? 1 : 0,
    mention.kind,
    mention.words,
    mention.homonyms,
    rate,
    rateInHead,
    Math.log((mentioned + 1) / counts.examples),
    mention.inTitle,
    mention.frequency,
    mention.frequency / mention.count,
  ];
}

/** Eight features of each candidate; thirteen if the text mentions the candidate. */
export const FEATURE_COUNT = 21;
