/**
 * Concept extraction (entity linking): the concepts that a text is about, with their mentions.
 *
 * A model trained on the tagged documents of the space scores the concepts. Without a model, a fixed formula scores them.
 */
import type { CooperativeTask } from '@semantic-search/query/scheduling';
import type { ConceptMatcher, Thesaurus } from '@semantic-search/query/thesaurus';
import type { ExtractedConcept } from '../api.ts';
import { type ConceptModel, conceptClassifier, type ScoredConcept } from './concept-model.ts';
import { sigmoid } from './concept-ranker.ts';
import { findMentions, type Phrase, type TextMentions } from './mentions.ts';
import { ruleBasedLogit } from './rule-based-logit.ts';

export interface Extractor {
  /** Whether a trained model scores the concepts. */
  isTrained: boolean;
  /**
   * Returns the best concepts first. `language` restricts the labels to a language; without it, all labels match.
   *
   * A trained model also infers concepts that the text does not mention, with frequency 0.
   */
  extract(query: ExtractorQuery, signal?: AbortSignal): CooperativeTask<ExtractedConcept[]>;
  /** URI of the concept with this label, in any language and inflection; undefined if there is none. */
  uriOfLabel(label: string): string | undefined;
}

interface ExtractorQuery {
  text: string;
  language?: string | undefined;
  count: number;
}

/** Maximum length of a text that counts as a sentence, in UTF-16 units: about two sentences. */
const MAX_SENTENCE_LENGTH = 200;
/** Minimum probability of a concept that the text does not mention: a trained model gives many concepts a small one. */
const MIN_INFERRED_PROBABILITY = 0.01;
/** Maximum number of spellings of one concept in a result. */
const MAX_MATCHED_TEXTS = 100;

export function openExtractor(
  thesaurus: Thesaurus,
  conceptMatcher: ConceptMatcher,
  model?: ConceptModel,
): Extractor {
  const classify = model && conceptClassifier(thesaurus, model);
  // Most sites have only categories, and texts are not tagged by the labels of categories.
  const hasExtractable = [...Array(thesaurus.size).keys()].some(thesaurus.isExtractable);

  function* extract(
    { text, language, count }: ExtractorQuery,
    signal?: AbortSignal,
  ): CooperativeTask<ExtractedConcept[]> {
    if (!classify && !hasExtractable) return [];
    const textMentions = yield* findMentions(thesaurus, conceptMatcher, { text, language, signal });
    yield;
    const scored = classify
      ? classify(text, textMentions, language)
      : scoreByRule(thesaurus, textMentions, language);
    yield;
    const phrases = phrasesOfBest(textMentions, scored);
    yield;
    const isSentence = textMentions.length < MAX_SENTENCE_LENGTH;
    const isSubject = ({ concept, probability }: ScoredConcept) => {
      const mention = textMentions.mentions.get(concept);
      if (!mention) return probability >= MIN_INFERRED_PROBABILITY;
      // In a sentence "mountain lion" means only the puma; a longer text may be about lions too.
      return phrases.has(concept) && (mention.outermost > 0 || !isSentence);
    };
    return scored
      .filter(isSubject)
      .slice(0, Math.max(0, count))
      .map(({ concept, probability }) => ({
        uri: thesaurus.uri(concept),
        label: thesaurus.label(concept, language),
        // In percent, with one decimal.
        score: Math.round(probability * 1000) / 10,
        ...matchedTextsOf(phrases.get(concept) ?? []),
      }));
  }

  return {
    isTrained: classify !== undefined,
    extract,
    uriOfLabel(label) {
      const text = label.trim();
      const [match] = conceptMatcher.match(text);
      if (match?.begin !== 0 || match.end !== text.length) return undefined;
      return thesaurus.uri(match.senses[0]!.concept);
    },
  };
}

/** Scores of the fixed formula, for spaces without a trained model. */
function scoreByRule(thesaurus: Thesaurus, textMentions: TextMentions, language: string | undefined) {
  const scored = Array.from(textMentions.mentions.values(), (mention): ScoredConcept => {
    const logit = ruleBasedLogit(thesaurus, textMentions, mention, language);
    return { concept: mention.concept, probability: sigmoid(logit) };
  });
  return scored.sort((a, b) => b.probability - a.probability);
}

/** Assigns ambiguous phrases to the best concept. */
function phrasesOfBest({ mentions }: TextMentions, scored: ScoredConcept[]): Map<number, Phrase[]> {
  const assigned = new Set<Phrase>();
  const phrases = new Map<number, Phrase[]>();
  for (const { concept } of scored) {
    const unassigned = mentions.get(concept)?.phrases.filter((phrase) => !assigned.has(phrase)) ?? [];
    for (const phrase of unassigned) assigned.add(phrase);
    if (unassigned.length > 0) phrases.set(concept, unassigned);
  }
  return phrases;
}

function matchedTextsOf(phrases: Phrase[]): Pick<ExtractedConcept, 'frequency' | 'matchedTexts'> {
  return {
    frequency: phrases.reduce((sum, { count }) => sum + count, 0),
    matchedTexts: phrases
      .slice(0, MAX_MATCHED_TEXTS)
      .map(({ text, count, positions }) => ({ matchedText: text, frequency: count, positions })),
  };
}
