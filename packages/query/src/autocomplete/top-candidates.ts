/** Top candidates of a suggestion: each concept once, with its best label. */
import type { ScoredLabels } from './suggestion-scores.ts';

/** A range in one normalized word of a label. */
export interface MatchedPart {
  word: number;
  offset: number;
  length: number;
}

export interface Candidate {
  label: number;
  concept: number;
  /** Higher is better. */
  score: number;
  parts: MatchedPart[];
}

/** Minimum number of further candidates before the best are chosen, because sorting after each would take longer. */
const MIN_SURPLUS = 16;

type ConceptTest = (concept: number) => boolean;

export class TopCandidates {
  readonly labels: ScoredLabels;
  readonly count: number;
  /** True if no concept was accepted, whether shown or not. */
  isEmpty = true;
  readonly #accepts: ConceptTest;
  readonly #isShown: ConceptTest;
  readonly #byConcept = new Map<number, Candidate>();
  /** Only candidates with a higher score can be among the best. */
  minScore = 0;

  constructor(labels: ScoredLabels, count: number, accepts: ConceptTest, isShown: ConceptTest) {
    this.labels = labels;
    this.count = count;
    this.#accepts = accepts;
    this.#isShown = isShown;
  }

  /** True if no further candidate with a score below `score` can be among the best. */
  isFull(score: number): boolean {
    this.#cut();
    return this.#byConcept.size >= this.count && this.minScore >= score;
  }

  offer(label: number, score: number, parts: () => MatchedPart[]): void {
    const concept = this.labels.index.concepts[label]!;
    if (score <= this.minScore || !this.#accepts(concept)) return;
    this.isEmpty = false;
    if (!this.#isShown(concept)) return;
    const previous = this.#byConcept.get(concept);
    if (previous && previous.score >= score) return;
    // Of equal scores, the candidate that was offered first stays.
    this.#byConcept.delete(concept);
    this.#byConcept.set(concept, { concept, label, score, parts: parts() });
    if (this.#byConcept.size >= this.count * 2 + MIN_SURPLUS) this.#cut();
  }

  /** Candidates by score, best first; of equal scores, the shortest label first. */
  ranked(): Candidate[] {
    this.#cut();
    const candidates = [...this.#byConcept.values()];
    const texts = new Map(candidates.map(({ label }) => [label, this.labels.thesaurus.labelText(label)]));
    return candidates.sort((a, b) => {
      const [textA, textB] = [texts.get(a.label)!, texts.get(b.label)!];
      return b.score - a.score || textA.length - textB.length || (textA < textB ? -1 : 1);
    });
  }

  #cut(): void {
    const sorted = [...this.#byConcept.values()].sort((a, b) => b.score - a.score);
    for (const { concept } of sorted.slice(this.count)) this.#byConcept.delete(concept);
    this.minScore = sorted[this.count - 1]?.score ?? 0;
  }
}
