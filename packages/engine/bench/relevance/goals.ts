/** Minimum relevance figures. */
export const goals = {
  /** nDCG@10. */
  cranfield: 0.54,
  cacm: 0.515,
  topics: 0.6,
  /** recall@100. */
  cacmRecall: 0.7,
  /** F1@5 by language, with a trained model. */
  extraction: {
    abstracts: { en: 0.39, de: 0.37 },
    titles: { en: 0.33, de: 0.295 },
    anthologies: { en: 0.35, de: 0.45 },
  },
  /** F1@5 by language, by rule. */
  extractionByRule: {
    abstracts: { en: 0.27, de: 0.27 },
    titles: { en: 0.23, de: 0.22 },
    anthologies: { en: 0.3, de: 0.41 },
  },
  /** F1@5 of French, Spanish, Russian and Arabic texts against the concepts of the same texts in English, by rule. */
  agreementWithEnglish: 0.5,
  /** Abstracts per second of CPU time, for concept extraction. */
  documentsPerSecond: 100,
};
