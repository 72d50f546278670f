/** Highlighter: finds the ranges of a text that match the query. */

import {
  type Analyzer,
  analyzerFor,
  areInflections,
  expandUmlauts,
  normalize,
  normalizeSpelling,
  subwords,
  TokenReader,
  tokenize,
} from '@semantic-search/query/analysis';
import { getOrInsert } from '@semantic-search/query/util';
import type { Span } from '../api.ts';

/**
 * Finds the places of words and labels in a text, in ascending order, none overlapping: those that begin at most `extent`
 * UTF-16 units behind the first one, all where it is absent. No further than 100,000 units from the beginning.
 */
export type Highlight = (text: string, language: string | undefined, extent?: number) => Span[];

/** A million units take a seventh of a second to read; what a result shows is decided by the first pages of a text. */
const furthest = 100_000;

export interface HighlightTargets {
  highlightTerms: { word: string; unfinished: boolean }[];
  highlightLabels: string[];
  /** Words to be marked as they are, folded. */
  highlightCompounds?: string[];
}

export function highlighter(
  {
    highlightTerms: marked,
    highlightLabels: markedLabels,
    highlightCompounds: markedCompounds = [],
  }: HighlightTargets,
  languages: readonly Analyzer[],
): Highlight {
  if (marked.length === 0 && markedLabels.length === 0) return () => [];
  const exact = new Set([...marked.map(({ word }) => normalize(word)), ...markedCompounds]);
  const beginnings = marked
    .filter(({ unfinished, word }) => unfinished && word.length > 1)
    .map(({ word }) => normalizeSpelling(word));
  const byLanguage = new Map<string, Wanted>();
  const wantedIn = (language: Analyzer): Wanted => {
    const stems = new Set(marked.map(({ word }) => language.stem(word)));
    const labels = namesIn(markedLabels, language);
    const initials = language.keepsFirstLetter
      ? initialsOf([...exact, ...beginnings, ...stems, ...labels.keys()])
      : anyInitial;
    return { stems, labels, initials };
  };
  return (text, tag, extent = furthest) => {
    const language = tag || languages.length !== 1 ? analyzerFor(tag) : languages[0]!;
    const { stems, labels, initials } = getOrInsert(byLanguage, language.code, () => wantedIn(language));
    const isWanted = (form: Form): boolean =>
      exact.has(form.folded) ||
      stems.has(form.stem) ||
      beginnings.some((each) => form.spelled.startsWith(each)) ||
      (beginnings.some((each) => form.writtenOut.startsWith(each)) && !language.isStopWord(form.folded)) ||
      form.within.some((each) => isWanted(formOf(each, language)));
    const ahead = lookAhead(text, language, initials);
    const spans: Span[] = [];
    let limit = furthest;
    for (let word = ahead.candidate(limit); word; word = ahead.candidate(limit)) {
      const named = labels.size > 0 ? labelLength(ahead, labels) : 0;
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
  labels: Map<string, Name[]>;
  initials: Initials;
}

/** A word of the text that may be one looked for. */
interface Place extends Span {
  form: Form;
}

/** The words of a text from the one on that was come to; what is behind is read when it is asked for. */
function lookAhead(text: string, language: Analyzer, initials: Initials) {
  const reader = new TokenReader(text.slice(0, furthest));
  const read: Place[] = [];
  const readOn = () => {
    const { begin, end } = reader;
    read.push({ begin, end, form: formOf(text.slice(begin, end), language) });
  };
  return {
    /** Where it was come to, else the next word that begins as one that is looked for; no further than `limit`. */
    candidate(limit: number): Place | undefined {
      while (read.length === 0 && reader.next() && reader.begin <= limit)
        if (reader.hasSpecialCharacters || mayBegin(text.charCodeAt(reader.begin), initials)) readOn();
      return read[0] && read[0].begin <= limit ? read[0] : undefined;
    },
    at(place: number): Place | undefined {
      while (read.length <= place && reader.next()) readOn();
      return read[place];
    },
    pass(count: number): void {
      read.splice(0, count);
    },
  };
}

/** By the first unit of a folded word whether it is looked for; 0 stands for the units that are not looked up. */
type Initials = Uint8Array;

/** Up to here, Latin, Greek, Cyrillic and Armenian letters are folded one by one, whatever follows them. */
const foldedApart = 0x590;
const plainInitials = Uint16Array.from({ length: foldedApart }, (_, unit) => {
  const plain = normalizeSpelling(String.fromCharCode(unit)).charCodeAt(0);
  return plain < foldedApart ? plain : 0;
});
const anyInitial: Initials = new Uint8Array(foldedApart).fill(1);

function initialsOf(folded: string[]): Initials {
  const initials = new Uint8Array(foldedApart);
  initials[0] = 1;
  for (const word of folded) initials[initialOf(word.charCodeAt(0))] = 1;
  return initials;
}

function initialOf(unit: number): number {
  return unit < foldedApart ? plainInitials[unit]! : 0;
}

/** False for most words: they are passed over without being cut out of the text. */
function mayBegin(unit: number, initials: Initials): boolean {
  return initials[initialOf(unit)] === 1;
}

/** A label as texts of one language have it. */
interface Name {
  stems: string[];
  /** A name of one word is not meant by another word that has its stem. */
  isForm(word: string): boolean;
}

/** By the first of their stems. */
function namesIn(labels: string[], language: Analyzer): Map<string, Name[]> {
  const byFirst = new Map<string, Name[]>();
  for (const label of labels) {
    const own = tokenize(label).map(({ text }) => text);
    const stems = own.map((word) => language.stem(word));
    const isForm = (word: string) => own.length > 1 || areInflections(word, own[0]!, language.code);
    if (stems.length > 0) getOrInsert(byFirst, stems[0]!, () => []).push({ stems, isForm });
  }
  return byFirst;
}

/** Words of the longest label that begins at the word come to, 0 for none. */
function labelLength({ at }: ReturnType<typeof lookAhead>, labels: Map<string, Name[]>): number {
  let longest = 0;
  const { stem, spelled } = at(0)!.form;
  for (const { stems, isForm } of labels.get(stem) ?? []) {
    const stands = stems.length > longest && stems.every((each, i) => at(i)?.form.stem === each);
    if (stands && isForm(spelled)) longest = stems.length;
  }
  return longest;
}

/** A word as it is compared. */
class Form {
  readonly folded: string;
  /** Folded, with ß as ss and the like. */
  readonly spelled: string;
  /** Folded, with ä as ae and the like. */
  readonly writtenOut: string;
  /** Words that it has besides, as `R&D` has two. */
  readonly within: string[];
  readonly #word: string;
  readonly #language: Analyzer;
  #stem: string | undefined;

  constructor(word: string, language: Analyzer) {
    this.folded = normalize(word);
    this.spelled = normalizeSpelling(word);
    this.writtenOut = expandUmlauts(word);
    this.within = subwords(word);
    this.#word = word;
    this.#language = language;
  }

  /** Worked out when it is asked for, once. */
  get stem(): string {
    this.#stem ??= this.#language.stem(this.#word);
    return this.#stem;
  }
}

/** Words that results have shown, by language: most come again, and reducing one takes longer than all the rest. */
const knownForms = new WeakMap<Analyzer, Map<string, Form>>();
const mostForms = 20_000;

function formOf(word: string, language: Analyzer): Form {
  let forms = knownForms.get(language);
  if (!forms || forms.size >= mostForms) {
    forms = new Map();
    knownForms.set(language, forms);
  }
  return getOrInsert(forms, word, () => new Form(word, language));
}
