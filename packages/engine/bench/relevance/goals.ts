/** What relevance is held to: the least that the figures of this folder may be. */
export const goals = {
  /** nDCG@10. */
  cranfield: 0.53,
  topics: 0.55,
  /** F1@5 in each language, learned. */
  extraction: 0.35,
  /** Abstracts a second that concepts are extracted from. */
  documentsPerSecond: 100,
};
