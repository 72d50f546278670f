/** How many things there are and a checksum over them that does not depend on their order. */
import { hash } from 'node:crypto';

export interface Fingerprint {
  count: number;
  /** Hexadecimal. */
  checksum: string;
}

const modulus = 1n << 128n;

/** Takes things one by one. */
export function fingerprinter() {
  let [count, sum] = [0, 0n];
  return {
    /** Resolves to the checksum of this thing alone. */
    add(thing: unknown): string {
      const own = hash('sha256', JSON.stringify(thing), 'hex').slice(0, 32);
      count += 1;
      sum = (sum + BigInt(`0x${own}`)) % modulus;
      return own;
    },
    result: (): Fingerprint => ({ count, checksum: sum.toString(16).padStart(32, '0') }),
  };
}

export async function fingerprint(things: AsyncIterable<unknown> | Iterable<unknown>): Promise<Fingerprint> {
  const all = fingerprinter();
  for await (const thing of things) all.add(thing);
  return all.result();
}

export function isSame(one: Fingerprint, other: Fingerprint): boolean {
  return one.count === other.count && one.checksum === other.checksum;
}
