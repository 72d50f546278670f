/** How many things there are and a checksum over them that does not depend on their order. */
import { hash } from 'node:crypto';

export interface Fingerprint {
  count: number;
  /** Hexadecimal. */
  checksum: string;
}

const modulus = 1n << 128n;

export async function fingerprint(things: AsyncIterable<unknown> | Iterable<unknown>): Promise<Fingerprint> {
  let [count, sum] = [0, 0n];
  for await (const thing of things) {
    count += 1;
    sum = (sum + BigInt(`0x${hash('sha256', JSON.stringify(thing), 'hex').slice(0, 32)}`)) % modulus;
  }
  return { count, checksum: sum.toString(16).padStart(32, '0') };
}

export function isSame(one: Fingerprint, other: Fingerprint): boolean {
  return one.count === other.count && one.checksum === other.checksum;
}
