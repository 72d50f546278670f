/** Measures of a ranking against relevance judgments. */

/** Grades by document; documents without a grade, or with a grade of zero or less, are not relevant. */
export type Grades = ReadonlyMap<string, number>;

/**
 * nDCG with the grade as gain and a logarithmic discount (Järvelin and Kekäläinen, 2002), as in trec_eval; NaN
 * without a relevant document.
 */
export function ndcg(ranked: readonly string[], grades: Grades, depth = 10): number {
  const ideal = [...grades.values()].filter((grade) => grade > 0).sort((a, b) => b - a);
  const gains = ranked.map((id) => Math.max(0, grades.get(id) ?? 0));
  return discountedGain(gains, depth) / discountedGain(ideal, depth);
}

function discountedGain(gains: readonly number[], depth: number): number {
  return gains.slice(0, depth).reduce((sum, gain, i) => sum + gain / Math.log2(i + 2), 0);
}

/** Share of the relevant documents among the first `depth`; NaN without a relevant document. */
export function recall(ranked: readonly string[], grades: Grades, depth = 100): number {
  const relevant = new Set([...grades].filter(([, grade]) => grade > 0).map(([id]) => id));
  const retrieved = new Set(ranked.slice(0, depth).filter((id) => relevant.has(id)));
  return retrieved.size / relevant.size;
}
