/** Labels and notes of a thesaurus, in the best available language. */
import { baseLanguage, canonicalLanguageTag, scriptOf } from '../analysis/language-tags.ts';
import { rowOf, textAt } from '../collections/shared-arrays.ts';
import { type LabelKind, PREFERRED } from './rdf/rdf-terms.ts';
import type { ThesaurusData } from './thesaurus.ts';

/** `language` is a lower-case BCP 47 tag, or '' if there is none. */
export interface Label {
  text: string;
  language: string;
  kind: LabelKind;
}

/** `resource` is the ordinal of a concept, scheme or collection; `label` is the number of a label. */
export function labelAccess(data: ThesaurusData) {
  return {
    /** Languages of the labels, the most frequent first; without ''. */
    languages: languagesByLabels(data),
    /** Number of concept labels; labels are 0 … labelCount − 1 in the order of their concepts. */
    labelCount: data.labelStarts[data.size]!,
    /** The preferred label in the nearest language; see {@link languageRank}. */
    label: (resource: number, language?: string) => preferredLabel(data, resource, language),
    /** Preferred, then alternative, then hidden labels. */
    labels: (resource: number) => labelsOf(data, resource),
    labelText: (label: number) => textAt(data.labels, label),
    labelKind: (label: number) => data.labelKinds[label] as LabelKind,
    labelLanguage: (label: number) => data.languages[data.labelLanguages[label]!]!,
    labelConcept: (label: number) => rowOf(data.labelStarts, label),
    /** Definition or scope note, in a language chosen as for `label`. */
    definition: (concept: number, language?: string) => noteOf(data, concept, language),
  };
}

/** Number 0 stands for no language (''), so it is left out. */
function languagesByLabels({ languages, labelLanguages }: ThesaurusData): string[] {
  const counts = new Array<number>(languages.length).fill(0);
  for (const language of labelLanguages) counts[language]!++;
  const inUse = [...counts.keys()].filter((language) => language > 0 && counts[language]! > 0);
  return inUse.sort((a, b) => counts[b]! - counts[a]!).map((language) => languages[language]!);
}

function preferredLabel(data: ThesaurusData, resource: number, language: string | undefined): string {
  const begin = data.labelStarts[resource]!;
  let end = begin;
  while (end < data.labelStarts[resource + 1]! && data.labelKinds[end] === PREFERRED) end++;
  // The builder gives every resource a preferred label in some language.
  return textAt(data.labels, nearestLanguage(data, data.labelLanguages, [begin, end], language));
}

function labelsOf(data: ThesaurusData, resource: number): Label[] {
  const labels: Label[] = [];
  for (let label = data.labelStarts[resource]!; label < data.labelStarts[resource + 1]!; label++) {
    const language = data.languages[data.labelLanguages[label]!]!;
    labels.push({ text: textAt(data.labels, label), language, kind: data.labelKinds[label] as LabelKind });
  }
  return labels;
}

function noteOf(data: ThesaurusData, concept: number, language: string | undefined): string | null {
  const [begin, end] = [data.noteStarts[concept]!, data.noteStarts[concept + 1]!];
  const note = nearestLanguage(data, data.noteLanguages, [begin, end], language);
  return note < 0 ? null : textAt(data.notes, note);
}

/** Number of the text in the nearest language among those from `begin` to `end` (exclusive); -1 if there are none. */
function nearestLanguage(
  data: ThesaurusData,
  languagesOfTexts: Uint16Array,
  [begin, end]: [number, number],
  language: string | undefined,
): number {
  const requested = (canonicalLanguageTag(language) ?? language)?.toLowerCase();
  let [nearest, lowestRank] = [-1, Number.POSITIVE_INFINITY];
  for (let text = begin; text < end && lowestRank > 0; text++) {
    const rank = languageRank(data.languages[languagesOfTexts[text]!]!, requested);
    if (rank < lowestRank) [nearest, lowestRank] = [text, rank];
  }
  return nearest;
}

/** Rank of a language for a request; 0 is the best. */
function languageRank(language: string, requested: string | undefined): number {
  if (language === requested) return 0;
  const base = requested && baseLanguage(requested);
  const isBase = language === base;
  const isRelated = isBase || Boolean(base && language.startsWith(`${base}-`));
  const hasSameScript = isRelated && scriptOf(language) === scriptOf(requested ?? '');
  const preferences = [
    isBase && hasSameScript,
    isRelated && hasSameScript,
    isBase,
    isRelated,
    language === 'en',
    language.startsWith('en-'),
    language === '',
    true,
  ];
  return 1 + preferences.indexOf(true);
}
