/** Top candidates of a suggestion: each concept once, with its best label. */
import type { Thesaurus } from '../thesaurus/thesaurus.ts';
import type { MatchedPart } from './match-spans.ts';

export interface Candidate {
  label: number;
  concept: number;
  /** Higher is better. */
  score: number;
  parts: MatchedPart[];
}

export type TopCandidates = ReturnType<typeof topCandidates>;

/** Keeps the best `count` accepted concepts. */
export function topCandidates(count: number, accepts: (concept: number) => boolean) {
  const byConcept = new Map<number, Candidate>();
  let least = 0;
  const cut = () => {
    const sorted = [...byConcept.values()].sort((a, b) => b.score - a.score);
    for (const { concept } of sorted.slice(count)) byConcept.delete(concept);
    least = sorted[count - 1]?.score ?? 0;
  };
  return {
    accepts,
    count,
    size: () => byConcept.size,
    /** Candidates with a lower score cannot be among the best. */
    least: () => least,
    full: (value: number) => {
      cut();
      return byConcept.size >= count && least >= value;
    },
    offer(concept: number, label: number, value: number, parts: () => MatchedPart[]): void {
      if (value <= least || !accepts(concept)) return;
      const other = byConcept.get(concept);
      if (other && other.score >= value) return;
      byConcept.set(concept, { concept, label, score: value, parts: parts() });
      if (byConcept.size >= count * 2 + 16) cut();
    },
    ranked(thesaurus: Thesaurus): Candidate[] {
      cut();
      const sorted = [...byConcept.values()];
      const text = new Map(sorted.map(({ label }) => [label, thesaurus.labelText(label)]));
      return sorted.sort(
        (a, b) =>
          b.score - a.score ||
          text.get(a.label)!.length - text.get(b.label)!.length ||
          (text.get(a.label)! < text.get(b.label)! ? -1 : 1),
      );
    },
  };
}
