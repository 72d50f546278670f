/** Minimum relevance figures. */
export const goals = {
  /** nDCG@10. */
  cranfield: 0.535,
  cacm: 0.5,
  topics: 0.56,
  /** recall@100. */
  cacmRecall: 0.7,
  /** F1@5 in each language, with a trained model. */
  extraction: { abstracts: 0.365, titles: 0.29, anthologies: 0.35 },
  /** F1@5 in each language, by rule. */
  extractionByRule: { abstracts: 0.26, titles: 0.22, anthologies: 0.25 },
  /** F1@5 of French, Spanish, Russian and Arabic texts against the concepts of the same texts in English, by rule. */
  agreementWithEnglish: 0.5,
  /** Abstracts per second of CPU time, for concept extraction. */
  documentsPerSecond: 100,
};
