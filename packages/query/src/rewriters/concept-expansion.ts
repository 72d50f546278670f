/** Concept expansion: adds documents tagged with a concept of the query, and its other labels. */

import { type Analyzer, analyzerFor } from '../analysis/analyzers.ts';
import { areInflections } from '../analysis/inflection.ts';
import { normalize } from '../analysis/normalizer.ts';
import { tokenize } from '../analysis/tokenizer.ts';
import { bitCount } from '../collections/bit-count.ts';
import { getOrInsert } from '../collections/get-or-insert.ts';
import type { ReadableTermDictionary } from '../index-statistics.ts';
import type { IndexedThesaurus } from '../indexed-thesaurus.ts';
import type { Matcher, QueryOptions, QueryPlan, TermSet } from '../query-plan.ts';
import { labelVariants } from '../thesaurus/phrase-table.ts';
import { HIDDEN, type Thesaurus } from '../thesaurus/thesaurus.ts';
import type { ExcludedLabelTest } from './excluded-labels.ts';
import type { QueryMatch } from './label-matches.ts';
import { matchingTerms } from './term-expansion.ts';

// Tuned on topic queries over 8,000 library records, with and without manual subjects, and checked on the Field guide.
export const CONCEPT_WEIGHT = 7;
/** Next to more other requirements than these, the weights of a concept and its labels decrease. */
const FULL_WEIGHT_OTHERS = 3;
const SYNONYM_WEIGHT = 1;
/** Factor on the nearness for each level down in the hierarchy. */
export const HIERARCHY_DECAY = 0.8;
/** Factor for partial label matches next to exact ones. */
const PARTIAL_MATCH_FACTOR = 0.1;
/** Factor for the names of a place if the query contains its demonym. */
const DEMONYM_FACTOR = 0.1;
/** Factor for the single words of a label that is also searched as a phrase. */
const PHRASE_WORD_FACTOR = 0.5;
/** Maximum senses of a homonym that are reported and searched by label; tagged documents match for all senses. */
export const MAX_HOMONYMS = 50;
/** Maximum concepts of a query that are reported and searched by label; the others match tagged documents only. */
export const MAX_CONCEPTS = 200;

/** A query and the context in which it is expanded. */
interface ExpansionContext {
  input: string;
  thesaurus: IndexedThesaurus;
  termDictionary: ReadableTermDictionary;
  settings: QueryOptions;
  /** Language tag for the reported labels. */
  language: string | undefined;
  isExcluded: ExcludedLabelTest;
  /** Checked before each concept, because an input may name thousands of labels. */
  signal: AbortSignal | undefined;
  /** Mask of the requirements that documents tagged with a fully matched concept need not meet. */
  common: number;
  /** Maximum concepts to report and to search by label. */
  maxConcepts: number;
}

/** `requirementMask` contains the requirements that the concepts of this match meet. */
export function addConcepts(
  plan: QueryPlan,
  match: QueryMatch,
  requirementMask: number,
  context: ExpansionContext,
): void {
  const { input, settings, language } = context;
  const synonymsToo = settings.synonyms && !match.isQuoted && !match.isPrefix;
  const { thesaurus } = context.thesaurus;
  const normalizedText = ({ begin, end }: { begin: number; end: number }) =>
    normalize(input.slice(begin, end));
  const matched = normalizedText(match);
  const synonyms = new Map<string, Matcher>();
  const isReported = new Set(match.isPrefix ? [] : reportedLabels(match, thesaurus));
  const before = new Set(
    plan.recognizedConcepts.filter((each) => normalizedText(each) === matched).map(({ uri }) => uri),
  );
  for (const { concept, label } of match.senses.slice(0, context.maxConcepts)) {
    context.signal?.throwIfAborted();
    const spellings = spellingsOf(thesaurus, concept, language).filter(
      (each) =>
        normalize(each.text) === matched ||
        !(hasOnlyStopWords(each, context) || context.isExcluded(each.text, each.languages)),
    );
    const others = spellings.filter(({ text }) => normalize(text) !== matched).map(({ text }) => text);
    if (synonymsToo) {
      for (const each of spellings) addLabel(synonyms, each, context);
      plan.highlightLabels.push(...others);
    }
    const uri = thesaurus.uri(concept);
    if (!isReported.has(label) || before.has(uri)) continue;
    plan.recognizedConcepts.push({
      uri,
      label: thesaurus.label(concept, language),
      matchingLabel: thesaurus.labelText(label),
      begin: match.begin,
      end: match.end,
      alsoSearched: synonymsToo ? others : [],
    });
  }
  removeTyped(synonyms, plan, requirementMask);
  const factor = sentenceFactor(plan, requirementMask);
  const share = match.isPartial ? PARTIAL_MATCH_FACTOR : 1;
  if (match.words > 1 && synonymsToo && !match.isPartial) reduceWordWeights(plan, requirementMask, factor);
  const nameShare = match.isDemonym ? DEMONYM_FACTOR : share;
  for (const matcher of synonyms.values())
    plan.alternatives.push({ matcher, requirementMask, weight: SYNONYM_WEIGHT * nameShare * factor });
  if (!settings.concepts) return;
  const named = match.senses.map(({ concept }) => concept);
  // Concepts narrower than a place count in full: parrots of the Congo are as African as any others.
  const step = match.isDemonym ? 1 : HIERARCHY_DECAY;
  const subjectMask = match.isPartial ? requirementMask : requirementMask | context.common;
  const weight = CONCEPT_WEIGHT * share * factor;
  plan.alternatives.push({
    matcher: subjectMatcher(named, thesaurus, step),
    requirementMask: subjectMask,
    weight,
  });
}

/** A concept is most of a short query. A sentence names many, and its words together are more specific than each of them. */
function sentenceFactor({ requiredMask }: QueryPlan, requirementMask: number): number {
  return Math.min(1, FULL_WEIGHT_OTHERS / Math.max(1, bitCount(requiredMask & ~requirementMask)));
}

/** If more concepts match partially, none of them is reported as recognized. */
const MAX_PARTIAL_CONCEPTS = 2;

/** Maximum content words of a label that were not typed: `land` does not mean `Van Diemen's Land`. */
const MAX_ADDITIONAL_WORDS = 1;

/** Labels to report: exact matches, or else the partial matches if there are few. */
function reportedLabels({ senses, words: count }: QueryMatch, thesaurus: Thesaurus): number[] {
  const labels = senses.map(({ label }) => label);
  const isWhole = (label: number) =>
    labelVariants(thesaurus.labelText(label)).some((form) => tokenize(form).length === count);
  const whole = labels.filter(isWhole);
  if (whole.length > 0 || labels.length > MAX_PARTIAL_CONCEPTS) return whole;
  return labels.filter((label) => contentWordCount(label, thesaurus) <= count + MAX_ADDITIONAL_WORDS);
}

function contentWordCount(label: number, thesaurus: Thesaurus): number {
  const language = analyzerFor(thesaurus.labelLanguage(label));
  return tokenize(thesaurus.labelText(label)).filter(({ text }) => !language.isStopWord(normalize(text)))
    .length;
}

/** Removes labels whose terms the plan already searches as typed words. */
function removeTyped(
  synonyms: Map<string, Matcher>,
  { alternatives }: QueryPlan,
  requirementMask: number,
): void {
  for (const { matcher: typed, requirementMask: mask, weight } of alternatives) {
    if (mask !== requirementMask || weight < 1 || typed.kind !== 'word') continue;
    const terms = new Set(typed.terms);
    for (const [key, matcher] of synonyms)
      if (matcher.kind === 'word' && matcher.terms.every((term) => terms.has(term))) synonyms.delete(key);
  }
}

/**
 * Reduces the weight of the single words of a phrase: scattered words are less relevant than the phrase. The reduction
 * decreases with the weight of the phrase.
 */
function reduceWordWeights({ alternatives }: QueryPlan, requirementMask: number, factor: number): void {
  const wordFactor = 1 - (1 - PHRASE_WORD_FACTOR) * factor;
  for (const alternative of alternatives) {
    const isOneWord =
      alternative.matcher.kind === 'word' &&
      (alternative.requirementMask & (alternative.requirementMask - 1)) === 0;
    if (isOneWord && (alternative.requirementMask & requirementMask) !== 0) alternative.weight *= wordFactor;
  }
}

interface Spelling {
  text: string;
  /** Languages of the labels with this spelling. */
  languages: Analyzer[];
}

/** The distinct spellings of a concept's labels, those in the requested language first. */
function spellingsOf(thesaurus: Thesaurus, concept: number, tag: string | undefined): Spelling[] {
  const requested = tag === undefined ? undefined : analyzerFor(tag);
  const labels = thesaurus.labels(concept).filter(({ kind }) => kind !== HIDDEN);
  const order = [requested?.code, ...labels.map(({ language }) => analyzerFor(language).code)];
  const rank = (language: string) => order.indexOf(analyzerFor(language).code);
  const found = new Map<string, Spelling>();
  for (const { text, language } of labels.toSorted((a, b) => rank(a.language) - rank(b.language))) {
    const same = getOrInsert(found, normalize(text), () => ({ text, languages: [] }));
    same.languages.push(analyzerFor(language));
  }
  return [...found.values()];
}

/**
 * Matches documents tagged with one of these concepts or a narrower one.
 *
 * Breadth-first: each concept is visited once, by its shortest path; each level multiplies the nearness by `step`.
 */
export function subjectMatcher(concepts: number[], thesaurus: Thesaurus, step = HIERARCHY_DECAY): Matcher {
  const nearness = new Float32Array(thesaurus.size);
  let level = concepts;
  for (let near = 1; level.length > 0; near *= step) {
    const next: number[] = [];
    for (const each of level) {
      if (nearness[each]! > 0) continue;
      nearness[each] = near;
      for (const narrower of thesaurus.narrower(each)) if (nearness[narrower] === 0) next.push(narrower);
    }
    level = next;
  }
  return { kind: 'concept', nearness };
}

/** Adds a label as a matcher. Labels that differ only in inflection, in one language or several, count once. */
function addLabel(
  synonyms: Map<string, Matcher>,
  spelling: Spelling,
  { termDictionary, settings }: Pick<ExpansionContext, 'termDictionary' | 'settings'>,
): void {
  const analyzers = settings.stemming ? analyzersOf(spelling, termDictionary) : [];
  const own = tokenize(spelling.text);
  // A single word is expanded to its inflections only; in a phrase the other words disambiguate it.
  const groups =
    own.length === 1
      ? [inflectionsOf(own[0]!.text, termDictionary, analyzers)]
      : own.map((word) => matchingTerms(word.text, termDictionary, analyzers));
  if (groups.length === 0 || groups.some((group) => group.length === 0)) return;
  const matcher: Matcher =
    groups.length === 1 ? { kind: 'word', terms: groups[0]! } : { kind: 'phrase', words: groups };
  synonyms.set(keyOf(groups), matcher);
}

/** Excludes terms that share only the stem: `orange` is not an inflection of `orang`. */
function inflectionsOf(name: string, termDictionary: ReadableTermDictionary, languages: Analyzer[]): TermSet {
  const exact = matchingTerms(name, termDictionary, []);
  const forms = languages.flatMap((language) =>
    termDictionary
      .unambiguousForms(name, language)
      .filter((term) => areInflections(name, termDictionary.spelling(term), language.code)),
  );
  return [...new Set([...exact, ...forms])];
}

/** True for labels made of stop words, which would match most texts: `EN` for endangered species is Spanish `en`. */
function hasOnlyStopWords(spelling: Spelling, { termDictionary, settings }: ExpansionContext): boolean {
  const own = tokenize(spelling.text).map(({ text }) => normalize(text));
  const isEmpty = (language: Analyzer) => own.every((word) => language.isStopWord(word));
  return settings.stopWords && own.length > 0 && analyzersOf(spelling, termDictionary).some(isEmpty);
}

/** A label without a language is analyzed in all languages. */
function analyzersOf({ languages }: Spelling, termDictionary: ReadableTermDictionary): Analyzer[] {
  return languages.some(({ code }) => code === '') ? termDictionary.languages : languages;
}

function keyOf(groups: TermSet[]): string {
  return groups.map((group) => group.toSorted((a, b) => a - b).join(' ')).join(',');
}
