/** Where a text holds what was looked for. */
import type { Span } from '../questions.ts';
import { fold } from '../text/fold.ts';
import { type Language, languageOf } from '../text/languages.ts';
import { words } from '../text/words.ts';

/** Finds the places of words and labels in a text, in ascending order, none overlapping. */
export type Mark = (text: string, language: string | undefined) => Span[];

export interface Marked {
  marked: { word: string; unfinished: boolean }[];
  markedLabels: string[];
  /** Words to be marked as they are, folded. */
  markedCompounds?: string[];
}

export function marker(
  { marked, markedLabels, markedCompounds = [] }: Marked,
  languages: readonly Language[],
): Mark {
  if (marked.length === 0 && markedLabels.length === 0) return () => [];
  const exact = new Set([...marked.map(({ word }) => fold(word)), ...markedCompounds]);
  const beginnings = marked
    .filter(({ unfinished, word }) => unfinished && word.length > 1)
    .map(({ word }) => fold(word));
  const byLanguage = new Map<string, { stems: Set<string>; labels: Map<string, string[][]> }>();
  const wantedIn = (language: Language) => {
    let wanted = byLanguage.get(language.code);
    if (!wanted) {
      wanted = {
        stems: new Set(marked.map(({ word }) => language.stem(word))),
        labels: labelStems(markedLabels, language),
      };
      byLanguage.set(language.code, wanted);
    }
    return wanted;
  };
  return (text, tag) => {
    const language = tag || languages.length !== 1 ? languageOf(tag) : languages[0]!;
    const { stems, labels } = wantedIn(language);
    const found = words(text);
    const forms = found.map((word) => formOf(word.text, language));
    const spans: Span[] = [];
    for (let i = 0; i < found.length; ) {
      const { folded, stem } = forms[i]!;
      const isWord =
        exact.has(folded) || stems.has(stem) || beginnings.some((each) => folded.startsWith(each));
      const length = Math.max(isWord ? 1 : 0, labels.size > 0 ? labelLength(forms, i, labels) : 0);
      if (length > 0) spans.push({ begin: found[i]!.begin, end: found[i + length - 1]!.end });
      i += Math.max(1, length);
    }
    return spans;
  };
}

/** Stems of each label, by the first of them. */
function labelStems(labels: string[], language: Language): Map<string, string[][]> {
  const byFirst = new Map<string, string[][]>();
  for (const label of labels) {
    const stems = words(label).map((word) => language.stem(word.text));
    if (stems.length === 0) continue;
    const same = byFirst.get(stems[0]!);
    if (same) same.push(stems);
    else byFirst.set(stems[0]!, [stems]);
  }
  return byFirst;
}

/** Words of the longest label that begins at `at`, 0 for none. */
function labelLength(forms: Form[], at: number, labels: Map<string, string[][]>): number {
  let longest = 0;
  for (const stems of labels.get(forms[at]!.stem) ?? []) {
    if (stems.length > longest && stems.every((stem, i) => forms[at + i]?.stem === stem))
      longest = stems.length;
  }
  return longest;
}

interface Form {
  folded: string;
  stem: string;
}

/** Words that results have shown, by language: most come again, and reducing one takes longer than all the rest. */
const knownForms = new WeakMap<Language, Map<string, Form>>();
const mostForms = 20_000;

function formOf(word: string, language: Language): Form {
  let forms = knownForms.get(language);
  if (!forms || forms.size >= mostForms) {
    forms = new Map();
    knownForms.set(language, forms);
  }
  let form = forms.get(word);
  if (!form) {
    form = { folded: fold(word), stem: language.stem(word) };
    forms.set(word, form);
  }
  return form;
}
