/** Where a text holds what was looked for. */
import type { Span } from '../questions.ts';
import { fold, foldSpelling } from '../text/fold.ts';
import { type Language, languageOf } from '../text/languages.ts';
import { eachWordOf, words } from '../text/words.ts';

/**
 * Finds the places of words and labels in a text, in ascending order, none overlapping: those that begin at most `extent`
 * UTF-16 units behind the first one, all where it is absent. No further than 100,000 units from the beginning.
 */
export type Mark = (text: string, language: string | undefined, extent?: number) => Span[];

/** A million units take a seventh of a second to read; what a result shows is decided by the first pages of a text. */
const furthest = 100_000;

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
  const byLanguage = new Map<string, Wanted>();
  const wantedIn = (language: Language) => {
    let wanted = byLanguage.get(language.code);
    if (!wanted) {
      const stems = new Set(marked.map(({ word }) => language.stem(word)));
      const labels = labelStems(markedLabels, language);
      const initials = new Set([...stems, ...labels.keys()].map((stem) => stem[0]));
      wanted = { stems, labels, initials };
      byLanguage.set(language.code, wanted);
    }
    return wanted;
  };
  return (text, tag, extent = furthest) => {
    const language = tag || languages.length !== 1 ? languageOf(tag) : languages[0]!;
    const { stems, labels, initials } = wantedIn(language);
    const mayBeForm = ({ initial }: Form) => !language.keepsInitials || initials.has(initial);
    const isWanted = (form: Form) =>
      exact.has(form.folded) ||
      (mayBeForm(form) && stems.has(form.stem)) ||
      beginnings.some((each) => form.folded.startsWith(each));
    const ahead = lookAhead(text, language);
    const spans: Span[] = [];
    let limit = furthest;
    for (let word = ahead.at(0); word && word.begin <= limit; word = ahead.at(0)) {
      const named = labels.size > 0 && mayBeForm(word.form) ? labelLength(ahead, labels) : 0;
      const length = Math.max(isWanted(word.form) ? 1 : 0, named);
      if (length > 0) spans.push({ begin: word.begin, end: ahead.at(length - 1)!.end });
      if (spans.length === 1) limit = Math.min(limit, spans[0]!.begin + extent);
      ahead.pass(Math.max(1, length));
    }
    return spans;
  };
}

/** What is looked for in texts of one language. */
interface Wanted {
  stems: Set<string>;
  /** Stems of labels, by the first of them. */
  labels: Map<string, string[][]>;
  /** First letters of all stems. */
  initials: Set<string | undefined>;
}

/** The words of a text from the one on that was come to; what is behind is read when it is asked for. */
function lookAhead(text: string, language: Language) {
  const rest = eachWordOf(text.slice(0, furthest));
  const read: (Span & { form: Form })[] = [];
  return {
    at(place: number): (Span & { form: Form }) | undefined {
      while (read.length <= place) {
        const next = rest.next();
        if (next.done) return undefined;
        const { text: word, begin, end } = next.value;
        read.push({ form: formOf(word, language), begin, end });
      }
      return read[place];
    },
    pass(count: number): void {
      read.splice(0, count);
    },
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

/** Words of the longest label that begins at the word come to, 0 for none. */
function labelLength({ at }: ReturnType<typeof lookAhead>, labels: Map<string, string[][]>): number {
  let longest = 0;
  for (const stems of labels.get(at(0)!.form.stem) ?? []) {
    if (stems.length > longest && stems.every((stem, i) => at(i)?.form.stem === stem)) longest = stems.length;
  }
  return longest;
}

interface Form {
  readonly folded: string;
  /** First letter, as a stem has it where the language keeps it. */
  readonly initial: string | undefined;
  /** Worked out when it is asked for, once. */
  readonly stem: string;
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
    let stem: string | undefined;
    form = {
      folded: fold(word),
      initial: foldSpelling(word)[0],
      get stem() {
        stem ??= language.stem(word);
        return stem;
      },
    };
    forms.set(word, form);
  }
  return form;
}
