/** Order-independent fingerprint of a set of items: count and checksum. */
import { hash } from 'node:crypto';

export interface Fingerprint {
  count: number;
  /** Hexadecimal. */
  checksum: string;
}

const modulus = 1n << 128n;

/** Incremental fingerprint. */
export function createFingerprint() {
  let [count, sum] = [0, 0n];
  return {
    /** Returns the checksum of this item alone. */
    add(item: unknown): string {
      const own = hash('sha256', JSON.stringify(item), 'hex').slice(0, 32);
      count += 1;
      sum = (sum + BigInt(`0x${own}`)) % modulus;
      return own;
    },
    result: (): Fingerprint => ({ count, checksum: sum.toString(16).padStart(32, '0') }),
  };
}

export async function fingerprint(items: AsyncIterable<unknown> | Iterable<unknown>): Promise<Fingerprint> {
  const all = createFingerprint();
  for await (const item of items) all.add(item);
  return all.result();
}

export function isEqualFingerprint(one: Fingerprint, other: Fingerprint): boolean {
  return one.count === other.count && one.checksum === other.checksum;
}
