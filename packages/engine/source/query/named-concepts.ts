/** What concepts named in an input add to a plan: documents tagged with them, and their other labels. */
import type { Vocabulary } from '../index/vocabulary.ts';
import type { Matcher, TermGroup } from '../search/matcher.ts';
import { fold } from '../text/fold.ts';
import { type Language, languageOf } from '../text/languages.ts';
import { words } from '../text/words.ts';
import { formsOf } from '../thesaurus/label-phrases.ts';
import type { RecognisingThesaurus } from '../thesaurus/stored.ts';
import { HIDDEN, type Thesaurus } from '../thesaurus/thesaurus.ts';
import type { Plan, SearchSettings } from './plan.ts';
import type { InputMatch } from './read-input.ts';

// Set on topic queries over 8,000 library records, with and without the subjects that people gave them, and by eye on
// the Field guide.
export const conceptBoost = 7;
export const synonymBoost = 1;
/** What each step down in the hierarchy leaves of the nearness. */
export const stepFactor = 0.8;
/** What is left of these where words are only parts of labels, beside others that are whole ones. */
export const partialShare = 0.1;
/** What the words of a label are worth one by one, where their phrase counts too. */
export const namedWordShare = 0.5;

/** An input, and by what it is read. */
interface Reading {
  input: string;
  thesaurus: RecognisingThesaurus;
  vocabulary: Vocabulary;
  settings: SearchSettings;
  /** Tag of the language to answer in. */
  language: string | undefined;
}

/** `bits` are the requirements that naming the concepts of this match meets. */
export function addConcepts(plan: Plan, match: InputMatch, bits: number, reading: Reading): void {
  const { input, settings, language } = reading;
  const { thesaurus } = reading.thesaurus;
  const matched = fold(input.slice(match.begin, match.end));
  const nearness = new Float32Array(thesaurus.size);
  const synonyms = new Map<string, Matcher>();
  const isTold = new Set(toldBy(match, thesaurus));
  for (const { concept, label } of match.namings) {
    const spellings = spellingsOf(thesaurus, concept, language);
    if (settings.concepts) spread(nearness, concept, thesaurus);
    const others = spellings.filter(({ text }) => fold(text) !== matched).map(({ text }) => text);
    if (settings.synonyms) {
      for (const each of spellings) addLabel(synonyms, each, reading);
      plan.markedLabels.push(...others);
    }
    if (!isTold.has(label)) continue;
    plan.understood.push({
      uri: thesaurus.uri(concept),
      label: thesaurus.label(concept, language),
      matchingLabel: thesaurus.labelText(label),
      begin: match.begin,
      end: match.end,
      alsoSearched: settings.synonyms ? others : [],
    });
  }
  leaveTyped(synonyms, plan, bits);
  const share = match.isPartial ? partialShare : 1;
  if (match.words > 1 && settings.synonyms && !match.isPartial) lessenWords(plan, bits);
  for (const matcher of synonyms.values()) plan.ways.push({ matcher, bits, boost: synonymBoost * share });
  if (settings.concepts)
    plan.ways.push({ matcher: { kind: 'concept', nearness }, bits, boost: conceptBoost * share });
}

/** Words that more concepts have among others say of none that it was meant. */
const mostTold = 2;

/** Labels that are the match, or those that have its words among others where they are few. */
function toldBy({ namings, words: count }: InputMatch, thesaurus: Thesaurus): number[] {
  const labels = namings.map(({ label }) => label);
  const isWhole = (label: number) =>
    formsOf(thesaurus.labelText(label)).some((form) => words(form).length === count);
  const whole = labels.filter(isWhole);
  return whole.length > 0 || labels.length > mostTold ? whole : labels;
}

/** A label that is the word typed, or a form of it, is looked for already. */
function leaveTyped(synonyms: Map<string, Matcher>, { ways }: Plan, bits: number): void {
  for (const { matcher, bits: met, boost } of ways)
    if (met === bits && boost >= 1 && matcher.kind === 'word') synonyms.delete(keyOf([matcher.terms]));
}

/** Words of a phrase that stand apart in a text say less than the phrase, which is looked for as a label. */
function lessenWords({ ways }: Plan, bits: number): void {
  for (const way of ways) {
    const isOneWord = way.matcher.kind === 'word' && (way.bits & (way.bits - 1)) === 0;
    if (isOneWord && (way.bits & bits) !== 0) way.boost *= namedWordShare;
  }
}

interface Spelling {
  text: string;
  /** Those that have a label spelled so. */
  languages: Language[];
}

/** What a text may call a concept, each spelling once; those in the language asked for come first. */
function spellingsOf(thesaurus: Thesaurus, concept: number, tag: string | undefined): Spelling[] {
  const asked = tag === undefined ? undefined : languageOf(tag);
  const isForeign = (language: string) => (asked && languageOf(language).code !== asked.code ? 1 : 0);
  const labels = thesaurus.labels(concept).filter(({ kind }) => kind !== HIDDEN);
  const found = new Map<string, Spelling>();
  for (const { text, language } of labels.toSorted((a, b) => isForeign(a.language) - isForeign(b.language))) {
    const key = fold(text);
    const same = found.get(key);
    if (same) same.languages.push(languageOf(language));
    else found.set(key, { text, languages: [languageOf(language)] });
  }
  return [...found.values()];
}

/** The word itself and its forms in these languages. */
export function termsOf(word: string, vocabulary: Vocabulary, languages: Language[]): TermGroup {
  const found = new Set<number>();
  const exact = vocabulary.find(word);
  if (exact >= 0) found.add(exact);
  for (const language of languages) for (const term of vocabulary.forms(word, language)) found.add(term);
  return [...found];
}

/** Documents about any of these concepts, or something narrower. */
export function conceptMatcher(concepts: number[], thesaurus: Thesaurus): Matcher {
  const nearness = new Float32Array(thesaurus.size);
  for (const concept of concepts) spread(nearness, concept, thesaurus);
  return { kind: 'concept', nearness };
}

function spread(nearness: Float32Array, concept: number, thesaurus: Thesaurus): void {
  let level = [concept];
  for (let near = 1; level.length > 0; near *= stepFactor) {
    const next: number[] = [];
    for (const each of level) {
      if (nearness[each]! >= near) continue;
      nearness[each] = near;
      next.push(...thesaurus.narrower(each));
    }
    level = next;
  }
}

/** Labels that are the same but for their forms, in one language or in several, count once. */
function addLabel(
  synonyms: Map<string, Matcher>,
  { text, languages }: Spelling,
  { vocabulary, settings }: Reading,
): void {
  // A label of no language may be in any.
  const isAny = languages.some(({ code }) => code === '');
  const readIn = !settings.stemming ? [] : isAny ? vocabulary.languages : languages;
  const groups = words(text).map((word) => termsOf(word.text, vocabulary, readIn));
  if (groups.length === 0 || groups.some((group) => group.length === 0)) return;
  const matcher: Matcher =
    groups.length === 1 ? { kind: 'word', terms: groups[0]! } : { kind: 'phrase', words: groups };
  synonyms.set(keyOf(groups), matcher);
}

function keyOf(groups: TermGroup[]): string {
  return groups.map((group) => group.toSorted((a, b) => a - b).join(' ')).join(',');
}
