/**
 * Extracts the concepts that a text is about, with the places where it names them. Judged by a model learned from
 * the space's own tagged documents where there is one, else by where, how often and by which label they are named.
 */

import type { ExtractedConcept, Span } from '../api.ts';
import { type CooperativeTask, runToCompletion } from '../cooperative-scheduling.ts';
import { getOrInsert } from '../get-or-insert.ts';
import type { ConceptMatch, ConceptMatcher } from '../thesaurus/concept-matcher.ts';
import { PREFERRED, type Thesaurus } from '../thesaurus/thesaurus.ts';
import { type ConceptModel, conceptClassifier } from './concept-model.ts';
import { findMentionsInSteps, type Mention, relatedMentions, type TextMentions } from './mentions.ts';

export interface Extractor {
  /** False where concepts are judged by rule. */
  learned: boolean;
  /**
   * Best first. `language` is that of the text: labels of it are found, of all languages where it is absent.
   * A learned model also gives concepts that the text means without naming them: their frequency is 0. A text of
   * a sentence or two says too little for that; of longer ones half of the answer may be such concepts, rounded up.
   */
  extract(question: ExtractorQuestion, signal?: AbortSignal): ExtractedConcept[];
  /** The same, for long texts. */
  extractInSteps(question: ExtractorQuestion, signal?: AbortSignal): CooperativeTask<ExtractedConcept[]>;
}

interface ExtractorQuestion {
  text: string;
  language?: string;
  count: number;
}

interface ScoredConcept {
  concept: number;
  /** Of being a subject of the text. */
  probability: number;
}

/** In UTF-16 units, two sentences or so. Shorter texts have the concepts that they name, and no others. */
const shortestForUnnamed = 200;
/** What the text does not name is left out when it is less probable. */
const leastProbable = 0.01;

export function openExtractor(
  thesaurus: Thesaurus,
  recogniser: ConceptMatcher,
  model?: ConceptModel,
): Extractor {
  const learned = model && conceptClassifier(thesaurus, model);
  return {
    learned: learned !== undefined,
    extract: (question, signal) => runToCompletion(extractInSteps(question, signal)),
    extractInSteps,
  };

  function* extractInSteps(
    { text, language, count }: ExtractorQuestion,
    signal?: AbortSignal,
  ): CooperativeTask<ExtractedConcept[]> {
    const languages = language === undefined ? undefined : [language];
    const read = yield* findMentionsInSteps(thesaurus, recogniser, text, languages, signal);
    yield;
    const judged = learned ? learned(text, read, language) : scoreByRule(thesaurus, read, language);
    yield;
    const matches = matchesOfBest(read, judged);
    yield;
    const isShort = read.length < shortestForUnnamed;
    // In a sentence "mountain lion" names the puma alone; in a longer text the lion may be a subject too.
    const named = judged.filter(
      ({ concept }) => matches.has(concept) && (!isShort || (read.mentions.get(concept)?.outside ?? 0) > 0),
    );
    const meant = judged.filter(
      ({ concept, probability }) => !read.mentions.has(concept) && probability >= leastProbable,
    );
    const mostMeant = isShort ? 0 : Math.max(count - named.length, Math.ceil(count / 2));
    return [...named, ...meant.slice(0, mostMeant)]
      .sort((a, b) => b.probability - a.probability)
      .slice(0, Math.max(0, count))
      .map(({ concept, probability }) => ({
        uri: thesaurus.uri(concept),
        label: thesaurus.label(concept, language),
        score: Math.round(probability * 1000) / 10,
        ...placesOf(text, matches.get(concept) ?? []),
      }));
  }
}

/** Weights fitted to 6,500 library records in two languages; none of them is particular to their subject. */
function scoreByRule(
  thesaurus: Thesaurus,
  read: TextMentions,
  language: string | undefined,
): ScoredConcept[] {
  const weight = (mention: Mention) =>
    -7.3 +
    0.2 * Math.log(mention.matches.length) +
    1.2 * (mention.inHead > 0 ? 1 : 0) +
    0.75 * (1 - mention.first / read.length) +
    1.1 * (mention.exact ? 1 : 0) +
    0.7 * (mention.kind === PREFERRED ? 1 : 0) +
    0.8 * Math.log(mention.words) +
    1.2 * (mention.outside > 0 ? 1 : 0) -
    1.3 * Math.log(mention.homonyms) +
    0.4 * Math.min(4, relatedMentions(thesaurus, mention.concept, read.mentions)) +
    // What stands deeper in the hierarchy and has a longer name is more specific.
    0.03 * Math.min(8, thesaurus.ancestors(mention.concept).length) +
    0.7 * Math.log(thesaurus.label(mention.concept, language).length);
  return [...read.mentions.values()]
    .map((mention) => ({ concept: mention.concept, probability: 1 / (1 + Math.exp(-weight(mention))) }))
    .sort((a, b) => b.probability - a.probability);
}

/** A stretch of text that can name several concepts names the best of them. */
function matchesOfBest(read: TextMentions, judged: ScoredConcept[]): Map<number, ConceptMatch[]> {
  const taken = new Set<ConceptMatch>();
  const matches = new Map<number, ConceptMatch[]>();
  for (const { concept } of judged) {
    const own = read.mentions.get(concept)?.matches.filter((match) => !taken.has(match)) ?? [];
    for (const match of own) taken.add(match);
    if (own.length > 0) matches.set(concept, own);
  }
  return matches;
}

function placesOf(
  text: string,
  matches: ConceptMatch[],
): Pick<ExtractedConcept, 'frequency' | 'matchedTexts'> {
  const byText = new Map<string, Span[]>();
  for (const { begin, end } of matches) {
    getOrInsert(byText, text.slice(begin, end), () => []).push({ begin, end });
  }
  const matchedTexts = [...byText].map(([matchedText, positions]) => ({
    matchedText,
    frequency: positions.length,
    positions,
  }));
  return { frequency: matches.length, matchedTexts };
}
