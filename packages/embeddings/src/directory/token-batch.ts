/** Token batch: the tokens of several texts, padded to the same length. */
import type { Tokenizer } from '@huggingface/tokenizers';

export interface TokenBatch {
  /** Row by row. */
  ids: BigInt64Array;
  /** 1 for tokens, 0 for padding. */
  mask: BigInt64Array;
  /** Tokens per row. */
  length: number;
}

/** A token has rarely more characters. Tokenizing the rest of a long text would be wasted. */
const MAX_TOKEN_LENGTH = 12;

export function tokenBatch(
  texts: readonly string[],
  tokenizer: Pick<Tokenizer, 'encode'>,
  maxTokens: number,
): TokenBatch {
  const rows = texts.map((text) =>
    truncate(tokenizer.encode(text.slice(0, maxTokens * MAX_TOKEN_LENGTH)).ids, maxTokens),
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
