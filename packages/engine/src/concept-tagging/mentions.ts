/** Mentions of concepts in a text, aggregated by concept. */
import { getOrInsert } from '@semantic-search/query/collections';
import type { CooperativeTask } from '@semantic-search/query/scheduling';
import type { ConceptMatch, ConceptMatcher, Sense, Thesaurus } from '@semantic-search/query/thesaurus';
import type { Span } from '../api.ts';

/** Equal phrases of a text. Mentions are counted instead of stored, because a long text may have millions. */
export interface Phrase {
  text: string;
  senses: Sense[];
  words: number;
  /** Numbers of mentions: all, in the title, outside longer labels (`outermost`), and in the title outside longer labels. */
  count: number;
  inTitle: number;
  outermost: number;
  outermostInTitle: number;
  /** Positions of the first mentions. */
  positions: Span[];
}

/** All mentions of one concept in a text. */
export interface Mention {
  concept: number;
  phrases: Phrase[];
  /** Number of mentions. */
  count: number;
  /** Number of mentions in the title. */
  inTitle: number;
  /** Number of mentions that are not part of a longer label. */
  outermost: number;
  /** `outermost`, weighted by how likely the mentions name this concept. Mentions in the title count twice. */
  frequency: number;
  /** Start of the first mention, in UTF-16 code units. */
  first: number;
  /** Whether a mention has exactly the words of a label. */
  isExact: boolean;
  /** The best kind of label that matches; `PREFERRED` is the least. */
  kind: number;
  /** The maximum number of words of a matching label. */
  words: number;
  /** The minimum number of candidate concepts of a mention, including this one. */
  homonyms: number;
}

export interface TextMentions {
  mentions: Map<number, Mention>;
  /** In UTF-16 code units, like `titleLength`. */
  length: number;
  /** 0 for a text without a title. */
  titleLength: number;
}

/** Maximum number of positions stored for each phrase. */
const MAX_POSITIONS = 100;

/** Weight of a mention that is not written like a label. Stems conflate derived words: `Lehre` and `Lehrer`. */
const INFLECTED_WEIGHT = 0.3;

/** A first line up to this length, in UTF-16 units, is a title if more text follows. */
const MAX_TITLE_LENGTH = 300;
/** Weight of a mention in the title. */
const TITLE_FACTOR = 2;

function titleLengthOf(text: string): number {
  const end = text.indexOf('\n');
  return end > 0 && end <= MAX_TITLE_LENGTH && end < text.trimEnd().length ? end : 0;
}

interface MentionQuery {
  text: string;
  /** BCP 47; without it, labels of all languages match. */
  language?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** A cooperative task, because a long text may have millions of mentions. The first line of the text may be its title. */
export function* findMentions(
  thesaurus: Thesaurus,
  conceptMatcher: ConceptMatcher,
  { text, language, signal }: MentionQuery,
): CooperativeTask<TextMentions> {
  const options = { includesNested: true, signal, ...(language !== undefined && { languages: [language] }) };
  const titleLength = titleLengthOf(text);
  const phrases = new Map<string, Phrase>();
  const visit = (match: ConceptMatch) =>
    countMention(phrases, text.slice(match.begin, match.end), match, titleLength);
  yield* conceptMatcher.visitInSteps(text, visit, options);
  const mentions = new Map<number, Mention>();
  for (const phrase of phrases.values()) {
    yield;
    addMentions(mentions, phrase, thesaurus);
  }
  return { mentions, length: text.length, titleLength };
}

function countMention(
  phrases: Map<string, Phrase>,
  text: string,
  { begin, end, words, senses, isNested }: ConceptMatch,
  titleLength: number,
): void {
  const counters = { count: 0, inTitle: 0, outermost: 0, outermostInTitle: 0 };
  const phrase = getOrInsert(phrases, text, () => ({ text, senses, words, ...counters, positions: [] }));
  const isInTitle = end <= titleLength;
  phrase.count++;
  if (isInTitle) phrase.inTitle++;
  if (!isNested) phrase.outermost++;
  if (!isNested && isInTitle) phrase.outermostInTitle++;
  if (phrase.positions.length < MAX_POSITIONS) phrase.positions.push({ begin, end });
}

function addMentions(mentions: Map<number, Mention>, phrase: Phrase, thesaurus: Thesaurus): void {
  const weights = senseWeights(phrase);
  const weightedCount = phrase.outermost + (TITLE_FACTOR - 1) * phrase.outermostInTitle;
  for (const { concept, label, isExact } of phrase.senses) {
    const mention = getOrInsert(mentions, concept, () => emptyMention(concept, phrase.positions[0]!));
    mention.phrases.push(phrase);
    mention.count += phrase.count;
    mention.inTitle += phrase.inTitle;
    mention.outermost += phrase.outermost;
    mention.frequency += (isExact ? weights.exact : weights.inflected) * weightedCount;
    mention.isExact ||= isExact;
    mention.kind = Math.min(mention.kind, thesaurus.labelKind(label));
    mention.words = Math.max(mention.words, phrase.words);
    mention.homonyms = Math.min(mention.homonyms, phrase.senses.length);
  }
}

/** Weights of senses. A label as written excludes inflected labels: `Lehre` does not name a teacher (`Lehrer`). */
function senseWeights({ senses }: Phrase): { exact: number; inflected: number } {
  const exactSenses = senses.filter((sense) => sense.isExact).length;
  return exactSenses > 0
    ? { exact: 1 / exactSenses, inflected: 0 }
    : { exact: 0, inflected: INFLECTED_WEIGHT / senses.length };
}

function emptyMention(concept: number, { begin }: Span): Mention {
  return {
    concept,
    phrases: [],
    count: 0,
    inTitle: 0,
    outermost: 0,
    frequency: 0,
    first: begin,
    isExact: false,
    kind: Number.POSITIVE_INFINITY,
    words: 0,
    homonyms: Number.POSITIVE_INFINITY,
  };
}

/** Mentions of the broader, narrower and related concepts of a concept. */
export function relatedMentions(
  thesaurus: Thesaurus,
  concept: number,
  mentions: ReadonlyMap<number, Mention>,
): Mention[] {
  const lists = [thesaurus.broader(concept), thesaurus.narrower(concept), thesaurus.related(concept)];
  return lists.flatMap((list) => [...list].flatMap((relative) => mentions.get(relative) ?? []));
}
