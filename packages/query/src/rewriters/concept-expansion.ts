/** Concept expansion: adds documents tagged with a concept of the query, and its other labels. */
import { analyzerFor } from '../analysis/analyzers.ts';
import { normalize } from '../analysis/normalizer.ts';
import { tokenize } from '../analysis/tokenizer.ts';
import type { Span } from '../api.ts';
import { bitCount } from '../collections/bits.ts';
import type { Alternative, Matcher, QueryPlan } from '../query-plan.ts';
import { MIN_HITS } from '../relaxation.ts';
import { labelVariants } from '../thesaurus/phrase-table.ts';
import type { Sense } from '../thesaurus/sense-disambiguation.ts';
import type { Thesaurus } from '../thesaurus/thesaurus.ts';
import { coversClause } from './full-labels.ts';
import type { QueryDraft, QueryMatch } from './query-draft.ts';
import { addLabel, EXACT_FORM_SHARE, hasOnlyStopWords, spellingsOf } from './term-expansion.ts';

/** Weight of a concept that a document states as a subject; tuned on topics of 8,000 library records with and without them. */
const HEADING_WEIGHT = 7;
/** Weight of a concept that the engine extracted from the text: it adds no information to the text. */
const TAG_WEIGHT = 0.5;
/** Factor for a stated concept. The weight of an alternative is the weight of an extracted concept. */
export const HEADING_FACTOR = HEADING_WEIGHT / TAG_WEIGHT;
/** Factor next to other words for a concept whose typed words are frequent. */
const FREQUENT_WORDS_FACTOR = 0.5;
/** Factor on the nearness for each level down in the hierarchy. */
export const HIERARCHY_DECAY = 0.8;
/** Factor for categories of pages, whose names are often in the titles of other pages (packages/engine/docs/search.md). */
const CATEGORY_FACTOR = 0.1;
/** Factor for partial label matches next to exact ones. */
const PARTIAL_MATCH_FACTOR = 0.1;
/** Factor for the names of a place if the query contains its demonym. */
const DEMONYM_FACTOR = 0.1;
/** Factor for the single words of a label that is also searched as a phrase. */
const PHRASE_WORD_FACTOR = 0.5;
/** Maximum number of senses of a homonym to report and search by label; all senses match tagged documents. */
export const MAX_HOMONYMS = 50;
/** Maximum number of concepts to report and search by label; further concepts match tagged documents only. */
export const MAX_CONCEPTS = 200;

/** Adds the alternatives of the recognized concepts, and reports them. */
export function addConcepts(query: QueryDraft): void {
  const { plan, positive } = query;
  let remaining = MAX_CONCEPTS;
  for (const match of query.matches) {
    const requirementMask = plan.maskOf(positive.filter((clause) => coversClause(match, clause)));
    if (requirementMask === 0) continue;
    const senses = match.senses.slice(0, Math.min(MAX_HOMONYMS, remaining));
    const synonyms = reportSenses(senses, match, query);
    removeTyped(synonyms, plan, requirementMask);
    addMatchers([...synonyms.values()], match, requirementMask, query);
    remaining -= senses.length;
  }
}

/** Reports and highlights the concepts; returns their labels, each once. */
function reportSenses(senses: Sense[], match: QueryMatch, query: QueryDraft): Map<string, Matcher> {
  const { options, plan, statistics } = query;
  const { thesaurus } = statistics.indexedThesaurus;
  const synonyms = new Map<string, Matcher>();
  const isReported = reportedConceptTest(match, query);
  for (const { concept, label } of senses) {
    options.signal?.throwIfAborted();
    const spellings = match.manner === 'quoted' ? [] : searchedSpellings(concept, match, query);
    const otherLabels = spellings.filter(({ isTyped }) => !isTyped).map(({ text }) => text);
    for (const spelling of spellings) addLabel(synonyms, spelling, query);
    plan.highlightLabels.push(...otherLabels);
    if (!isReported(concept, label)) continue;
    plan.recognizedConcepts.push({
      uri: thesaurus.uri(concept),
      label: thesaurus.label(concept, options.language),
      matchingLabel: thesaurus.labelText(label),
      begin: match.begin,
      end: match.end,
      alsoSearched: otherLabels,
    });
  }
  return synonyms;
}

/** Returns a test for concepts to report as recognized; a concept is reported once for the same words. */
function reportedConceptTest(match: QueryMatch, { input, plan, statistics }: QueryDraft) {
  const { thesaurus } = statistics.indexedThesaurus;
  const labels = new Set(reportedLabels(match, thesaurus));
  const typed = typedText(match, input);
  const earlier = plan.recognizedConcepts.filter((recognized) => typedText(recognized, input) === typed);
  const reported = new Set(earlier.map(({ uri }) => uri));
  return (concept: number, label: number) => labels.has(label) && !reported.has(thesaurus.uri(concept));
}

function typedText({ begin, end }: Span, input: string): string {
  return normalize(input.slice(begin, end));
}

/** Spellings of a concept's labels, without labels made of stop words. */
function searchedSpellings(concept: number, match: QueryMatch, query: QueryDraft) {
  const typed = typedText(match, query.input);
  return spellingsOf(concept, query)
    .map((spelling) => ({ ...spelling, isTyped: normalize(spelling.text) === typed }))
    .filter((spelling) => spelling.isTyped || !hasOnlyStopWords(spelling, query));
}

/** Adds the labels of a match, and the documents that are tagged with its concepts. */
function addMatchers(synonyms: Matcher[], match: QueryMatch, requirementMask: number, query: QueryDraft) {
  const { plan, statistics } = query;
  const { manner } = match;
  const { thesaurus } = statistics.indexedThesaurus;
  const otherRequirements = bitCount(plan.requiredMask & ~requirementMask);
  const areFrequent = otherRequirements > 0 && areFrequentWords(requirementMask, query);
  // A sentence names many concepts, and its words together are more specific.
  const contextFactor = (areFrequent ? FREQUENT_WORDS_FACTOR : 1) / Math.max(1, otherRequirements);
  const labelShare = shareOfLabel(match, thesaurus);
  if (match.words > 1 && manner !== 'quoted' && manner !== 'partial')
    reduceWordWeights(plan, requirementMask, contextFactor);
  const weight = (manner === 'demonym' ? DEMONYM_FACTOR : labelShare) * contextFactor;
  const labelMatchers = areFrequent ? withTypedWord(synonyms, plan, requirementMask, weight) : synonyms;
  for (const matcher of labelMatchers) plan.alternatives.push({ matcher, requirementMask, weight });
  plan.alternatives.push(taggedDocuments(match, labelShare * contextFactor, requirementMask, query));
}

/** The documents that are tagged with the concepts of a match. `factor` is the share and context of its words. */
function taggedDocuments(match: QueryMatch, factor: number, requirementMask: number, query: QueryDraft) {
  const { thesaurus } = query.statistics.indexedThesaurus;
  const concepts = match.senses.map(({ concept }) => concept);
  // Concepts narrower than a place count in full: parrots of the Congo are as African as other parrots.
  const decay = match.manner === 'demonym' ? 1 : HIERARCHY_DECAY;
  const kindFactor = concepts.some(thesaurus.isExtractable) ? 1 : CATEGORY_FACTOR;
  return {
    matcher: subjectMatcher(concepts, thesaurus, decay),
    requirementMask: match.manner === 'partial' ? requirementMask : requirementMask | query.commonMask,
    weight: TAG_WEIGHT * factor * kindFactor,
  };
}

/** Squared share of the label that the typed words cover: `accessible` is not `Accessible virtual events`. */
function shareOfLabel({ senses, words, manner }: QueryMatch, thesaurus: Thesaurus): number {
  const { isExact, label } = senses[0]!;
  const coverage = isExact ? 1 : Math.min(1, words / contentWordCount(label, thesaurus)) ** 2;
  return manner === 'partial' ? PARTIAL_MATCH_FACTOR * coverage : coverage;
}

/** True if enough documents have each word as typed. Otherwise, they use another label, or the word is misspelled. */
function areFrequentWords(requirementMask: number, query: QueryDraft): boolean {
  const { plan, positive, misspelled, statistics } = query;
  const misspelledClauses = positive.filter(({ words: [word] }) => misspelled.includes(word!.text));
  if ((plan.maskOf(misspelledClauses) & requirementMask) !== 0) return false;
  const isFrequent = ({ matcher, weight }: Alternative) =>
    matcher.kind === 'word' &&
    weight >= EXACT_FORM_SHARE &&
    statistics.documentFrequency(matcher.terms, MIN_HITS) >= MIN_HITS;
  const frequent = plan.alternatives.filter(isFrequent);
  const frequentMask = frequent.reduce((mask, alternative) => mask | alternative.requirementMask, 0);
  return (requirementMask & ~frequentMask) === 0;
}

/** Joins labels of one word with the typed word, so that a text with several labels does not outrank one with all words. */
function withTypedWord(synonyms: Matcher[], plan: QueryPlan, requirementMask: number, weight: number) {
  const words = synonyms.filter((matcher) => matcher.kind === 'word');
  if (words.length === 0) return synonyms;
  const terms = new Set(words.flatMap((matcher) => matcher.terms));
  for (const typed of plan.alternatives) {
    if (!typed.isTyped || typed.requirementMask !== requirementMask || typed.matcher.kind !== 'word')
      continue;
    if (typed.weight >= EXACT_FORM_SHARE) for (const term of typed.matcher.terms) terms.add(term);
    typed.weight *= 1 - weight;
  }
  const labels = synonyms.filter(({ kind }) => kind !== 'word');
  return [...labels, { kind: 'word' as const, terms: [...terms].sort((a, b) => a - b) }];
}

/** If more concepts match partially, none is reported as recognized. */
const MAX_REPORTED_PARTIAL_MATCHES = 2;

/** Maximum number of content words of a label that were not typed: `land` does not mean `Van Diemen's Land`. */
const MAX_ADDITIONAL_WORDS = 1;

/** Labels to report: exact matches, or else the partial matches if there are few. */
function reportedLabels({ senses, words: count }: QueryMatch, thesaurus: Thesaurus): number[] {
  const labels = senses.map(({ label }) => label);
  const isComplete = (label: number) =>
    labelVariants(thesaurus.labelText(label)).some((form) => tokenize(form).length === count);
  const completeLabels = labels.filter(isComplete);
  if (completeLabels.length > 0 || labels.length > MAX_REPORTED_PARTIAL_MATCHES) return completeLabels;
  return labels.filter((label) => contentWordCount(label, thesaurus) <= count + MAX_ADDITIONAL_WORDS);
}

function contentWordCount(label: number, thesaurus: Thesaurus): number {
  const language = analyzerFor(thesaurus.labelLanguage(label));
  return tokenize(thesaurus.labelText(label)).filter(({ text }) => !language.isStopWord(text)).length;
}

/** Removes labels whose terms the plan already searches as typed words. */
function removeTyped(synonyms: Map<string, Matcher>, { alternatives }: QueryPlan, requirementMask: number) {
  for (const { matcher: typed, requirementMask: mask, weight } of alternatives) {
    if (mask !== requirementMask || weight < 1 - EXACT_FORM_SHARE || typed.kind !== 'word') continue;
    const terms = new Set(typed.terms);
    const isTyped = (matcher: Matcher) =>
      matcher.kind === 'word' && matcher.terms.every((term) => terms.has(term));
    for (const [key, matcher] of synonyms) if (isTyped(matcher)) synonyms.delete(key);
  }
}

/** Reduces the weights of the words of a phrase, because scattered words say less; most for a phrase of full weight. */
function reduceWordWeights({ alternatives }: QueryPlan, requirementMask: number, phraseWeight: number): void {
  const wordFactor = 1 - (1 - PHRASE_WORD_FACTOR) * phraseWeight;
  for (const alternative of alternatives) {
    const { matcher, requirementMask: mask } = alternative;
    const isOneWord = matcher.kind === 'word' && bitCount(mask) === 1;
    if (isOneWord && (mask & requirementMask) !== 0) alternative.weight *= wordFactor;
  }
}

/** Matches documents tagged with these concepts or narrower ones; each step down multiplies the nearness by `decay`. */
export function subjectMatcher(concepts: number[], thesaurus: Thesaurus, decay = HIERARCHY_DECAY): Matcher {
  const nearness = new Float32Array(thesaurus.size);
  const steps = new Uint8Array(thesaurus.size);
  for (const concept of concepts) nearness[concept] = 1;
  // Breadth first: the loop appends to the queue, so the last concept has the most steps.
  const queue = [...concepts];
  for (const concept of queue) {
    for (const narrower of thesaurus.narrower(concept)) {
      if (nearness[narrower]! > 0) continue;
      steps[narrower] = steps[concept]! + 1;
      nearness[narrower] = decay ** steps[narrower];
      queue.push(narrower);
    }
  }
  const maxSteps = decay < 1 ? (steps[queue.at(-1) ?? -1] ?? 0) : 0;
  return { kind: 'concept', nearness, maxSteps };
}
