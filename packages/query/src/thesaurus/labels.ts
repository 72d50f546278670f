/** Labels and notes of a thesaurus, in the best available language. */
import { baseLanguage, canonicalLanguageTag, scriptOf } from '../analysis/language-tags.ts';
import { rowOf, textAt } from '../collections/shared-arrays.ts';
import type { ThesaurusData } from './thesaurus.ts';

export const PREFERRED = 0;
export const ALTERNATIVE = 1;
export const HIDDEN = 2;
export type LabelKind = typeof PREFERRED | typeof ALTERNATIVE | typeof HIDDEN;

/** `language` is a lower-case BCP 47 tag, or '' if there is none. */
export interface Label {
  text: string;
  language: string;
  kind: LabelKind;
}

/** `index` is the ordinal of a concept, scheme or collection; `label` is the number of a label. */
export function labelAccess(data: ThesaurusData) {
  return {
    /** Languages of the labels, the most frequent first; without ''. */
    languages: languagesByLabels(data),
    /** Number of concept labels; labels are 0 … labelCount − 1 in the order of their concepts. */
    labelCount: data.labelStarts[data.size]!,
    /** The preferred label in the nearest language; see {@link languageDistance}. */
    label: (index: number, language?: string) => preferredLabel(data, index, language),
    /** Preferred, then alternative, then hidden labels. */
    labels: (index: number) => labelsOf(data, index),
    labelText: (label: number) => textAt(data.labels, label),
    labelKind: (label: number) => data.labelKinds[label] as LabelKind,
    labelLanguage: (label: number) => data.languages[data.labelLanguages[label]!]!,
    labelConcept: (label: number) => rowOf(data.labelStarts, label),
    /** Definition or scope note, in a language chosen as for `label`. */
    definition: (concept: number, language?: string) => noteOf(data, concept, language),
  };
}

/** Language 0 is '', so it is left out. */
function languagesByLabels(data: ThesaurusData): string[] {
  const counts = new Array<number>(data.languages.length).fill(0);
  for (const language of data.labelLanguages) counts[language]!++;
  const order = counts.map((_, i) => i).filter((i) => i > 0 && counts[i]! > 0);
  return order.sort((a, b) => counts[b]! - counts[a]!).map((i) => data.languages[i]!);
}

function preferredLabel(data: ThesaurusData, index: number, language: string | undefined): string {
  const begin = data.labelStarts[index]!;
  let end = begin;
  while (end < data.labelStarts[index + 1]! && data.labelKinds[end] === PREFERRED) end++;
  // The builder gives every resource a preferred label in some language.
  return textAt(data.labels, nearestLanguage(data, data.labelLanguages, [begin, end], language));
}

function labelsOf(data: ThesaurusData, index: number): Label[] {
  const labels: Label[] = [];
  for (let i = data.labelStarts[index]!; i < data.labelStarts[index + 1]!; i++) {
    const language = data.languages[data.labelLanguages[i]!]!;
    labels.push({ text: textAt(data.labels, i), language, kind: data.labelKinds[i] as LabelKind });
  }
  return labels;
}

function noteOf(data: ThesaurusData, concept: number, language: string | undefined): string | null {
  const [begin, end] = [data.noteStarts[concept]!, data.noteStarts[concept + 1]!];
  const note = nearestLanguage(data, data.noteLanguages, [begin, end], language);
  return note < 0 ? null : textAt(data.notes, note);
}

/** Index from `begin` to `end` (exclusive) in the language nearest to the requested one; -1 if there is none. */
function nearestLanguage(
  data: ThesaurusData,
  languageNumbers: Uint16Array,
  [begin, end]: [number, number],
  language: string | undefined,
): number {
  const requested = (canonicalLanguageTag(language) ?? language)?.toLowerCase();
  let [nearest, shortest] = [-1, Number.POSITIVE_INFINITY];
  for (let i = begin; i < end && shortest > 0; i++) {
    const distance = languageDistance(data.languages[languageNumbers[i]!]!, requested);
    if (distance < shortest) [nearest, shortest] = [i, distance];
  }
  return nearest;
}

/** Least for the requested language, then its base language, a regional form, these in another script, English, none, others. */
function languageDistance(language: string, requested: string | undefined): number {
  if (requested !== undefined) {
    if (language === requested) return 0;
    const base = baseLanguage(requested);
    const isRegional = language.startsWith(`${base}-`);
    if (language === base || isRegional)
      return (isRegional ? 2 : 1) + (scriptOf(language) === scriptOf(requested) ? 0 : 2);
  }
  if (language === 'en') return 5;
  if (language.startsWith('en-')) return 6;
  return language === '' ? 7 : 8;
}
