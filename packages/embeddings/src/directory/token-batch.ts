/** Token batch: tokens of the texts of one run (`directory-embedder`), padded to the same length. */
import type { Tokenizer } from '@huggingface/tokenizers';

export interface TokenBatch {
  /** Token IDs, one row for each text. */
  ids: BigInt64Array;
  /** 1 for tokens, 0 for padding. */
  mask: BigInt64Array;
  /** Number of tokens in each row, with padding. */
  length: number;
}

/** Tokens rarely have more characters; tokenizing the rest of a long text would be wasted work. */
const MAX_CHARACTERS_PER_TOKEN = 12;

/** Keeps at most `maxTokens` of each text. */
export function tokenBatch(
  texts: readonly string[],
  tokenizer: Pick<Tokenizer, 'encode'>,
  maxTokens: number,
): TokenBatch {
  const rows = texts.map((text) => {
    const { ids } = tokenizer.encode(text.slice(0, maxTokens * MAX_CHARACTERS_PER_TOKEN));
    return truncate(ids, maxTokens);
  });
  const length = Math.max(1, ...rows.map((row) => row.length));
  const ids = new BigInt64Array(rows.length * length);
  const mask = new BigInt64Array(rows.length * length);
  for (const [index, row] of rows.entries()) {
    ids.set(row.map(BigInt), index * length);
    mask.fill(1n, index * length, index * length + row.length);
  }
  return { ids, mask, length };
}

/** Keeps the last token, which marks the end of the text. */
function truncate(ids: readonly number[], maxTokens: number): readonly number[] {
  return ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - 1), ids.at(-1)!];
}
