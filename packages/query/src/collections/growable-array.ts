/** Growable typed array of unsigned 32-bit integers. */

const MIN_CAPACITY = 64;

export class GrowableUint32Array {
  values: Uint32Array;
  length: number;

  constructor(initial?: ArrayLike<number>) {
    this.length = initial?.length ?? 0;
    this.values = new Uint32Array(Math.max(MIN_CAPACITY, this.length));
    if (initial) this.values.set(initial);
  }

  push(value: number): void {
    if (this.length === this.values.length) this.values = longer(this.values, this.length + 1);
    this.values[this.length++] = value;
  }

  view(): Uint32Array {
    return this.values.subarray(0, this.length);
  }
}

/** Returns a copy with a capacity of at least `length` and at least twice the current length. */
export function longer<Numbers extends Uint16Array | Uint32Array>(numbers: Numbers, length: number): Numbers {
  const ArrayType = numbers.constructor as new (length: number) => Numbers;
  const copy = new ArrayType(Math.max(numbers.length * 2, length));
  copy.set(numbers);
  return copy;
}
