/** What concepts named in an input add to a plan: documents tagged with them, and their other labels. */

import { type Analyzer, analyzerFor } from '../analysis/analyzers.ts';
import { areInflections } from '../analysis/inflection.ts';
import { normalize } from '../analysis/normalizer.ts';
import { tokenize } from '../analysis/tokenizer.ts';
import { getOrInsert } from '../get-or-insert.ts';
import type { TermDictionary } from '../index/term-dictionary.ts';
import type { Matcher, TermSet } from '../search/matcher.ts';
import { labelVariants } from '../thesaurus/label-phrases.ts';
import type { IndexedThesaurus } from '../thesaurus/serialization.ts';
import { HIDDEN, type Thesaurus } from '../thesaurus/thesaurus.ts';
import type { QueryMatch } from './query-match.ts';
import type { QueryOptions, QueryPlan } from './query-plan.ts';

// Set on topic queries over 8,000 library records, with and without the subjects that people gave them, and by eye on
// the Field guide.
export const CONCEPT_WEIGHT = 7;
export const SYNONYM_WEIGHT = 1;
/** What each step down in the hierarchy leaves of the nearness. */
export const HIERARCHY_DECAY = 0.8;
/** What is left of these where words are only parts of labels, beside others that are whole ones. */
export const PARTIAL_MATCH_FACTOR = 0.1;
/** What the names of a place are worth beside its adjective, which is what was typed. */
export const DEMONYM_FACTOR = 0.1;
/** What the words of a label are worth one by one, where their phrase counts too. */
export const PHRASE_WORD_FACTOR = 0.5;
/** Of more homonyms the likeliest are told, and their other labels looked for; what is tagged is found for all of them. */
export const MAX_HOMONYMS = 50;
/** Of all concepts that an input names, in its order: who lists more gets them by what is tagged. */
export const MAX_CONCEPTS = 200;

/** An input, and by what it is read. */
interface Reading {
  input: string;
  thesaurus: IndexedThesaurus;
  vocabulary: TermDictionary;
  settings: QueryOptions;
  /** Tag of the language to answer in. */
  language: string | undefined;
  /** Looked at before each concept: an input may name thousands of labels. */
  signal: AbortSignal | undefined;
  /** Requirements that what is about a concept named as it is need not meet. */
  common: number;
  /** Concepts to tell, and to look for by their other labels. */
  most: number;
}

/** `bits` are the requirements that naming the concepts of this match meets. */
export function addConcepts(plan: QueryPlan, match: QueryMatch, clauseMask: number, reading: Reading): void {
  const { input, settings, language } = reading;
  const synonymsToo = settings.synonyms && !match.isQuoted && !match.isPrefix;
  const { thesaurus } = reading.thesaurus;
  const folded = ({ begin, end }: { begin: number; end: number }) => normalize(input.slice(begin, end));
  const matched = folded(match);
  const synonyms = new Map<string, Matcher>();
  const isTold = new Set(match.isPrefix ? [] : toldBy(match, thesaurus));
  const before = new Set(plan.understood.filter((each) => folded(each) === matched).map(({ uri }) => uri));
  for (const { concept, label } of match.senses.slice(0, reading.most)) {
    reading.signal?.throwIfAborted();
    const spellings = spellingsOf(thesaurus, concept, language).filter(
      (each) => normalize(each.text) === matched || !saysNothing(each, reading),
    );
    const others = spellings.filter(({ text }) => normalize(text) !== matched).map(({ text }) => text);
    if (synonymsToo) {
      for (const each of spellings) addLabel(synonyms, each, reading);
      plan.highlightLabels.push(...others);
    }
    const uri = thesaurus.uri(concept);
    if (!isTold.has(label) || before.has(uri)) continue;
    plan.understood.push({
      uri,
      label: thesaurus.label(concept, language),
      matchingLabel: thesaurus.labelText(label),
      begin: match.begin,
      end: match.end,
      alsoSearched: synonymsToo ? others : [],
    });
  }
  leaveTyped(synonyms, plan, clauseMask);
  const share = match.isPartial ? PARTIAL_MATCH_FACTOR : 1;
  if (match.words > 1 && synonymsToo && !match.isPartial) lessenWords(plan, clauseMask);
  const nameShare = match.isDemonym ? DEMONYM_FACTOR : share;
  for (const matcher of synonyms.values())
    plan.alternatives.push({ matcher, clauseMask, weight: SYNONYM_WEIGHT * nameShare });
  if (!settings.concepts) return;
  const named = match.senses.map(({ concept }) => concept);
  // What is of a part of a place is of the place: parrots of the Congo are African like any others.
  const step = match.isDemonym ? 1 : HIERARCHY_DECAY;
  const metBySubject = match.isPartial ? clauseMask : clauseMask | reading.common;
  const weight = CONCEPT_WEIGHT * share;
  plan.alternatives.push({
    matcher: subjectMatcher(named, thesaurus, step),
    clauseMask: metBySubject,
    weight,
  });
}

/** Words that more concepts have among others say of none that it was meant. */
const mostTold = 2;

/** In a longer label, what is typed says too little: `land` of no `Van Diemen's Land`. */
const mostAround = 1;

/** Labels that are the match, or those that have its words among others where they are few. */
function toldBy({ senses, words: count }: QueryMatch, thesaurus: Thesaurus): number[] {
  const labels = senses.map(({ label }) => label);
  const isWhole = (label: number) =>
    labelVariants(thesaurus.labelText(label)).some((form) => tokenize(form).length === count);
  const whole = labels.filter(isWhole);
  if (whole.length > 0 || labels.length > mostTold) return whole;
  return labels.filter((label) => tellingWords(label, thesaurus) <= count + mostAround);
}

function tellingWords(label: number, thesaurus: Thesaurus): number {
  const language = analyzerFor(thesaurus.labelLanguage(label));
  return tokenize(thesaurus.labelText(label)).filter(({ text }) => !language.isStopWord(normalize(text)))
    .length;
}

/** A label that is the word typed, or a form of it, is looked for already. */
function leaveTyped(synonyms: Map<string, Matcher>, { alternatives }: QueryPlan, clauseMask: number): void {
  for (const { matcher: typed, clauseMask: met, weight } of alternatives) {
    if (met !== clauseMask || weight < 1 || typed.kind !== 'word') continue;
    const terms = new Set(typed.terms);
    for (const [key, matcher] of synonyms)
      if (matcher.kind === 'word' && matcher.terms.every((term) => terms.has(term))) synonyms.delete(key);
  }
}

/** Words of a phrase that stand apart in a text say less than the phrase, which is looked for as a label. */
function lessenWords({ alternatives }: QueryPlan, clauseMask: number): void {
  for (const alternative of alternatives) {
    const isOneWord =
      alternative.matcher.kind === 'word' && (alternative.clauseMask & (alternative.clauseMask - 1)) === 0;
    if (isOneWord && (alternative.clauseMask & clauseMask) !== 0) alternative.weight *= PHRASE_WORD_FACTOR;
  }
}

interface Spelling {
  text: string;
  /** Those that have a label spelled so. */
  languages: Analyzer[];
}

/** What a text may call a concept, each spelling once, by language; those in the language asked for come first. */
function spellingsOf(thesaurus: Thesaurus, concept: number, tag: string | undefined): Spelling[] {
  const asked = tag === undefined ? undefined : analyzerFor(tag);
  const labels = thesaurus.labels(concept).filter(({ kind }) => kind !== HIDDEN);
  const order = [asked?.code, ...labels.map(({ language }) => analyzerFor(language).code)];
  const rank = (language: string) => order.indexOf(analyzerFor(language).code);
  const found = new Map<string, Spelling>();
  for (const { text, language } of labels.toSorted((a, b) => rank(a.language) - rank(b.language))) {
    const same = getOrInsert(found, normalize(text), () => ({ text, languages: [] }));
    same.languages.push(analyzerFor(language));
  }
  return [...found.values()];
}

/** The word itself and its forms in these languages. */
export function matchingTerms(word: string, vocabulary: TermDictionary, languages: Analyzer[]): TermSet {
  const found = new Set<number>();
  const exact = vocabulary.find(word);
  if (exact >= 0) found.add(exact);
  for (const language of languages) for (const term of vocabulary.formsMeant(word, language)) found.add(term);
  return [...found];
}

/**
 * Documents about any of these concepts, or something narrower: each concept is reached once, by the fewest steps, of which
 * each leaves `step` of the nearness.
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

/** Labels that are the same but for their forms, in one language or in several, count once. */
function addLabel(
  synonyms: Map<string, Matcher>,
  spelling: Spelling,
  { vocabulary, settings }: Pick<Reading, 'vocabulary' | 'settings'>,
): void {
  const readIn = settings.stemming ? readingsOf(spelling, vocabulary) : [];
  const own = tokenize(spelling.text);
  // A name of one word is looked for in its forms; in a phrase the words beside it tell what is meant.
  const groups =
    own.length === 1
      ? [nameForms(own[0]!.text, vocabulary, readIn)]
      : own.map((word) => matchingTerms(word.text, vocabulary, readIn));
  if (groups.length === 0 || groups.some((group) => group.length === 0)) return;
  const matcher: Matcher =
    groups.length === 1 ? { kind: 'word', terms: groups[0]! } : { kind: 'phrase', words: groups };
  synonyms.set(keyOf(groups), matcher);
}

/** Words that share no more than a stem with the name are other ones: `orange` is no orang. */
function nameForms(name: string, vocabulary: TermDictionary, languages: Analyzer[]): TermSet {
  const exact = matchingTerms(name, vocabulary, []);
  const forms = languages.flatMap((language) =>
    vocabulary
      .formsMeant(name, language)
      .filter((term) => areInflections(name, vocabulary.spelling(term), language.code)),
  );
  return [...new Set([...exact, ...forms])];
}

/** In texts such a label stands for other things, if for any: `EN`, which is `in` in Spanish, for endangered species. */
function saysNothing(spelling: Spelling, { vocabulary, settings }: Reading): boolean {
  const own = tokenize(spelling.text).map(({ text }) => normalize(text));
  const isEmpty = (language: Analyzer) => own.every((word) => language.isStopWord(word));
  return settings.stopWords && own.length > 0 && readingsOf(spelling, vocabulary).some(isEmpty);
}

/** A label of no language may be in any. */
function readingsOf({ languages }: Spelling, vocabulary: TermDictionary): Analyzer[] {
  return languages.some(({ code }) => code === '') ? vocabulary.languages : languages;
}

function keyOf(groups: TermSet[]): string {
  return groups.map((group) => group.toSorted((a, b) => a - b).join(' ')).join(',');
}
