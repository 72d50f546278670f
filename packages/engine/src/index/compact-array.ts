/** Numbers in shared memory, in as few bytes each as they allow. */
import { sharedUint16, sharedUint32, type Uint16, type Uint32 } from '../shared-arrays.ts';

/** Two bytes or four: no more kinds, for which every inner loop would be compiled. */
export type Narrow = Uint16 | Uint32;

export function narrow(values: ArrayLike<number>): Narrow {
  let largest = 0;
  for (let i = 0; i < values.length; i++) if (values[i]! > largest) largest = values[i]!;
  return largest < 0x1_0000 ? sharedUint16(values) : sharedUint32(values);
}
