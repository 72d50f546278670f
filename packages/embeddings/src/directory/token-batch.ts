/** Token batch: the tokens of several texts, padded to the same length. */
import type { Tokenizer } from '@huggingface/tokenizers';

export interface TokenBatch {
  /** Token IDs, row by row. */
  ids: BigInt64Array;
  /** 1 for tokens, 0 for padding. */
  mask: BigInt64Array;
  /** Tokens per row. */
  length: number;
}

/** Tokens rarely have more characters; tokenizing the rest of a long text would be wasted work. */
const MAX_CHARACTERS_PER_TOKEN = 12;

export function tokenBatch(
  texts: readonly string[],
  tokenizer: Pick<Tokenizer, 'encode'>,
  maxTokens: number,
): TokenBatch {
  const rows = texts.map((text) =>
    truncate(tokenizer.encode(text.slice(0, maxTokens * MAX_CHARACTERS_PER_TOKEN)).ids, maxTokens),
  );
  const length = Math.max(1, ...rows.map((row) => row.length));
  const ids = new BigInt64Array(rows.length * length);
  const mask = new BigInt64Array(rows.length * length);
  rows.forEach((row, i) => {
    row.forEach((id, j) => {
      ids[i * length + j] = BigInt(id);
      mask[i * length + j] = 1n;
    });
  });
  return { ids, mask, length };
}

/** Keeps the last token, which marks the end of the text. */
function truncate(ids: readonly number[], maxTokens: number): readonly number[] {
  return ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - 1), ids.at(-1)!];
}
