/** Where a text names which concepts, gathered by concept. */

import { type CooperativeTask, runToCompletion } from '../cooperative-scheduling.ts';
import { getOrInsert } from '../get-or-insert.ts';
import type { ConceptMatch, ConceptMatcher } from '../thesaurus/concept-matcher.ts';
import type { Thesaurus } from '../thesaurus/thesaurus.ts';

/** All that a text says of one concept by naming it. */
export interface Mention {
  concept: number;
  matches: ConceptMatch[];
  /** Mentions in the head (the title, where a text has one), and outside of longer labels. */
  inHead: number;
  outside: number;
  /** Begin of the first mention, in UTF-16 units. */
  first: number;
  /** Some mention has the words of a label exactly. */
  exact: boolean;
  /** The best kind of label, and the most words, that it is named by. */
  kind: number;
  words: number;
  /** The fewest concepts that share a mention with it, itself included. */
  homonyms: number;
}

export interface TextMentions {
  mentions: Map<number, Mention>;
  /** UTF-16 units of the text, and of its head. */
  length: number;
  headLength: number;
}

const matchesAtOnce = 4096;

/** A first line of at most so many units that is followed by more text is a title. */
const longestHead = 300;

function headLength(text: string): number {
  const end = text.indexOf('\n');
  return end > 0 && end <= longestHead && end < text.trimEnd().length ? end : 0;
}

export function findMentions(
  thesaurus: Thesaurus,
  recogniser: ConceptMatcher,
  text: string,
  languages?: string[],
): TextMentions {
  return runToCompletion(findMentionsInSteps(thesaurus, recogniser, text, languages));
}

/** `languages` as BCP 47 tags; labels of all languages count where none are given. */
export function* findMentionsInSteps(
  thesaurus: Thesaurus,
  recogniser: ConceptMatcher,
  text: string,
  languages?: string[],
  signal?: AbortSignal,
): CooperativeTask<TextMentions> {
  const options = { nested: true, signal, ...(languages && { languages }) };
  const matches = yield* recogniser.matchInSteps(text, options);
  const mentions = new Map<number, Mention>();
  const head = headLength(text);
  for (const [i, match] of matches.entries()) {
    if (i % matchesAtOnce === matchesAtOnce - 1) yield;
    for (const { concept, label, exact } of match.senses) {
      const mention = getOrInsert(mentions, concept, () => unmentioned(concept, match));
      mention.matches.push(match);
      if (match.end <= head) mention.inHead++;
      if (!match.nested) mention.outside++;
      mention.exact ||= exact;
      mention.kind = Math.min(mention.kind, thesaurus.labelKind(label));
      mention.words = Math.max(mention.words, match.words);
      mention.homonyms = Math.min(mention.homonyms, match.senses.length);
    }
  }
  return { mentions, length: text.length, headLength: head };
}

function unmentioned(concept: number, { begin }: ConceptMatch): Mention {
  return {
    concept,
    matches: [],
    inHead: 0,
    outside: 0,
    first: begin,
    exact: false,
    kind: 3,
    words: 0,
    homonyms: Number.POSITIVE_INFINITY,
  };
}

/** How many of the broader, narrower and related concepts of a concept are mentioned too. */
export function relatedMentions(
  thesaurus: Thesaurus,
  concept: number,
  mentions: ReadonlyMap<number, unknown>,
): number {
  let company = 0;
  for (const near of [thesaurus.broader(concept), thesaurus.narrower(concept), thesaurus.related(concept)]) {
    for (const other of near) if (mentions.has(other)) company++;
  }
  return company;
}
