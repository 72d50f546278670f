/** Reference model of the postings: phrase occurrences by scanning the texts. */

import { LEAD_LENGTH } from '@semantic-search/query';
import { normalize, tokenize } from '@semantic-search/query/analysis';
import type { FieldWeights } from '../../src/api.ts';
import { DEFAULT_RANKING_SETTINGS } from '../../src/search/matching/ranking.ts';
import type { DocumentInput } from '../../src/writable-space.ts';

/** Normalized words and subwords by position. A gap separates the texts of the body, so no phrase spans two. */
interface Texts {
  title: string[][];
  body: string[][];
  /** The first positions of the body, as the engine counts them. */
  lead: string[][];
  /** Number of words; those of the title count twice. */
  length: number;
}

const gap = Array.from({ length: 8 }, () => ['']);
const read = new WeakMap<DocumentInput, Texts>();

export function textsOf(document: DocumentInput): Texts {
  let texts = read.get(document);
  if (!texts) {
    const normalized = (text = '') => tokenize(text).flatMap((word) => positionsOf(normalize(word.text)));
    const title = normalized(document.title);
    const body = bodyTexts(document).map(normalized);
    const length = 2 * title.length + body.flat().length;
    const { description = '', text = '' } = document;
    const others = bodyTexts({ ...document, description: '', text: '' });
    const positions = [description, text, ...others.filter(Boolean)].flatMap((each) => [
      ...normalized(each),
      ...gap,
    ]);
    const lead = positions.slice(0, LEAD_LENGTH);
    texts = { title, body: body.flatMap((each) => [...gap, ...each]), lead, length };
    read.set(document, texts);
  }
  return texts;
}

const notSearched = new Set(['id', 'title', 'link', 'date', 'image', 'subjects', 'language']);

/** Description, full text and attribute values. */
export function bodyTexts(document: DocumentInput): string[] {
  const values = Object.entries(document).flatMap(([name, value]) => (notSearched.has(name) ? [] : value));
  return values.filter((value) => typeof value === 'string');
}

/** Alternative terms by position of a phrase. A single word is a phrase of length one. */
export type Phrase = ReadonlySet<string>[];

/** Returns the frequency of the phrase, weighted by field. */
export function occurrences(document: DocumentInput, phrase: Phrase, weights: FieldWeights): number {
  const { title, body } = textsOf(document);
  return weights.title * countIn(title, phrase) + weights.text * countIn(body, phrase);
}

/** The weight of a title with one of the words, or 1 for the beginning of a text with one of them. */
export function leadMatch(document: DocumentInput, forms: ReadonlySet<string>, titleWeight: number): number {
  const { title, lead } = textsOf(document);
  return Math.max(countIn(title, [forms]) > 0 ? titleWeight : 0, countIn(lead, [forms]) > 0 ? 1 : 0);
}

/** Length in weighted words. Changes of the default weights count words and subwords. */
export function weightedLength(document: DocumentInput, weights: FieldWeights): number {
  const { title, body, length } = textsOf(document);
  const words = (text: string[][]) => text.flat().filter((word) => word !== '').length;
  const { fields } = DEFAULT_RANKING_SETTINGS;
  const change = (weights.title - fields.title) * words(title) + (weights.text - fields.text) * words(body);
  return Math.max(0, length + change);
}

function countIn(text: string[][], phrase: Phrase): number {
  const has = (at: number, forms: ReadonlySet<string>) => (text[at] ?? []).filter((word) => forms.has(word));
  const [only] = phrase;
  // A subword counts in addition to its word.
  if (phrase.length === 1) return text.reduce((sum, _, at) => sum + has(at, only!).length, 0);
  return text.filter((_, at) => phrase.every((forms, i) => has(at + i, forms).length > 0)).length;
}

/** Returns the positions of a word, each with a subword: `net` in `.net`, `r` and `d` in `r&d`. */
export function positionsOf(normalized: string): string[][] {
  const isOther = /^\p{L}(?:#|\+{2,})$/u.test(normalized) || !/[.+&]/.test(normalized);
  if (isOther) return [[normalized]];
  const within = normalized.split(/[.+&]/).filter((part) => part !== '');
  return within.map((part) => [normalized, part]);
}
