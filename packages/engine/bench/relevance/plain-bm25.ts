/** Baseline: textbook BM25 over stems, with OR semantics, without stop words, thesaurus and fields. */
import { analyzerFor, tokenize } from '@semantic-search/query/analysis';
import type { DocumentInput } from '../../src/index.ts';

const [k1, b] = [1.2, 0.75];

/** Ranks documents for a text, best first. */
export function plainBm25(documents: DocumentInput[]): (text: string, language?: string) => string[] {
  const postings = new Map<string, Map<number, number>>();
  const lengths = documents.map((document, i) => {
    const terms = stemsOf(textOf(document), document.language ?? undefined);
    for (const term of terms) {
      const list = postings.get(term) ?? new Map<number, number>();
      postings.set(term, list.set(i, (list.get(i) ?? 0) + 1));
    }
    return terms.length;
  });
  const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  return (text, language) => {
    const scores = new Map<number, number>();
    for (const term of stemsOf(text, language)) {
      const list = postings.get(term);
      if (!list) continue;
      const rarity = Math.log(1 + (documents.length - list.size + 0.5) / (list.size + 0.5));
      for (const [i, frequency] of list) {
        const weight = (frequency * (k1 + 1)) / (frequency + k1 * (1 - b + (b * lengths[i]!) / average));
        scores.set(i, (scores.get(i) ?? 0) + rarity * weight);
      }
    }
    const ranked = [...scores].sort(([i, one], [j, other]) => other - one || i - j);
    return ranked.map(([i]) => documents[i]!.id);
  };
}

function textOf({ title = '', description = '' }: DocumentInput): string {
  return description.startsWith(title) ? description : `${title} ${description}`;
}

function stemsOf(text: string, tag: string | undefined): string[] {
  const language = analyzerFor(tag);
  const telling = tokenize(text).filter((word) => !language.isStopWord(word.text));
  return telling.map((word) => language.stem(word.text));
}
