/** A list of unsigned numbers that grows, without objects per number. */
export class GrowingUint32 {
  values: Uint32Array;
  length: number;

  constructor(initial?: ArrayLike<number>) {
    this.length = initial?.length ?? 0;
    this.values = new Uint32Array(Math.max(64, this.length));
    if (initial) this.values.set(initial);
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const twice = new Uint32Array(this.length * 2);
      twice.set(this.values);
      this.values = twice;
    }
    this.values[this.length++] = value;
  }

  view(): Uint32Array {
    return this.values.subarray(0, this.length);
  }
}
