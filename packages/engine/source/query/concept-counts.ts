/**
 * Concepts over the documents that a question found. Those of most documents are counted at once; the others, which
 * take most of the time, only where they can be among those that are shown.
 */
import type { Generation } from '../index/generation.ts';
import type { Found } from './counting.ts';
import { addRareTotals, countRare, countWords, frequentTotals, wordsOf } from './counting-concepts.ts';
import { leastOfTop } from './facet-answer.ts';

/** Words of bits that are counted at once. */
const firstWords = 4;

/** With fewer documents, counting everything costs less than finding out what need not be counted. */
const fewestToChoose = 20_000;

export class ConceptCounts {
  /** By concept; too low for those that have not been asked for. */
  readonly values: Uint32Array;
  #generation: Generation;
  #found: Found[];
  #documents: number;
  /** By part: 1 for each word of its bits that has been counted, and last for its rows. */
  #counted: Uint8Array[];

  constructor(generation: Generation, found: Found[], documents: number) {
    this.values = new Uint32Array(generation.thesaurus.thesaurus.size);
    this.#generation = generation;
    this.#found = found;
    this.#documents = documents;
    this.#counted = generation.parts.map(({ concepts }) => new Uint8Array(wordsOf(concepts) + 1));
    this.#count((_, word) => word < firstWords);
  }

  complete(): void {
    this.#count(() => true);
  }

  /** Only the `limit` most frequent within a facet need be right, and ties of the last; others may be too low. */
  completeTop(within: ArrayLike<number>, limit: number): void {
    if (this.#documents < fewestToChoose) {
      this.complete();
      return;
    }
    const { inLaterWords, inRows } = totalsOf(this.#generation);
    const shown = this.#mayBeShown(within, limit, [inLaterWords, inRows]);
    this.#count((part, word) => {
      const { frequent } = this.#generation.parts[part]!.concepts;
      return frequent.subarray(word * 32, word * 32 + 32).some((concept) => shown[concept] === 1);
    });
    const shownByRows = this.#mayBeShown(within, limit, [inRows]);
    if (shownByRows.some((isShown, concept) => isShown === 1 && inRows[concept]! > 0)) this.complete();
  }

  /** 1 for concepts that can be among the most frequent ones when all of the `rest` has them. */
  #mayBeShown(within: ArrayLike<number>, limit: number, rest: Uint32Array[]): Uint8Array {
    const least = leastOfTop(this.values, limit, within);
    const shown = new Uint8Array(this.values.length);
    for (let concept = 0; concept < shown.length; concept++) {
      if (within[concept] !== 1) continue;
      const most = rest.reduce((sum, totals) => sum + totals[concept]!, this.values[concept]!);
      if (most >= least) shown[concept] = 1;
    }
    return shown;
  }

  /** Counts what is not yet counted; the word behind the last one stands for the rows of a part. */
  #count(isWanted: (part: number, word: number) => boolean): void {
    this.#generation.parts.forEach((part, i) => {
      const counted = this.#counted[i]!;
      const rows = counted.length - 1;
      const wanted = [...counted.keys()].filter((word) => counted[word] === 0 && isWanted(i, word));
      for (const word of wanted) counted[word] = 1;
      const words = wanted.filter((word) => word < rows);
      if (words.length > 0) countWords(part, this.#found[i]!, words, this.values);
      if (wanted.includes(rows)) countRare(part, this.#found[i]!, this.values);
    });
  }
}

/** By concept: how many documents have it, deleted ones included, as far as that is not counted at once. */
interface Totals {
  inLaterWords: Uint32Array;
  inRows: Uint32Array;
}

const totalsOfGenerations = new WeakMap<Generation, Totals>();

function totalsOf(generation: Generation): Totals {
  let known = totalsOfGenerations.get(generation);
  if (!known) {
    const { size } = generation.thesaurus.thesaurus;
    known = { inLaterWords: new Uint32Array(size), inRows: new Uint32Array(size) };
    for (const { concepts, segment } of generation.parts) {
      const totals = frequentTotals(concepts, segment.size);
      for (let i = firstWords * 32; i < totals.length; i++)
        known.inLaterWords[concepts.frequent[i]!]! += totals[i]!;
      addRareTotals(concepts, known.inRows);
    }
    totalsOfGenerations.set(generation, known);
  }
  return known;
}
