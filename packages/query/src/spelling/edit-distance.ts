/** Edit distance (optimal string alignment) and the number of allowed edits. */

/** Allowed edits: one from four characters, two from eight. */
export function maxEdits(word: string): number {
  if (word.length < 4) return 0;
  return word.length < 8 ? 1 : 2;
}

/** Maximum word length to compare, in characters or in bytes. */
export const MAX_COMPARED_LENGTH = 64;
const row = () => new Uint8Array(MAX_COMPARED_LENGTH + 1);
const rows = [row(), row(), row()];

/** Optimal string alignment distance; any distance above `most` may be returned as `most + 1`. */
export function editDistance(a: Uint8Array, b: Uint8Array, most: number): number {
  if (a.length > MAX_COMPARED_LENGTH || b.length > MAX_COMPARED_LENGTH) return most + 1;
  let [before, last, current] = rows as [Uint8Array, Uint8Array, Uint8Array];
  for (let j = 0; j <= b.length; j++) last[j] = j;
  for (let i = 1; i <= a.length; i++) {
    current[0] = i;
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(last[j]! + 1, current[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, before[j - 2]! + 1);
      current[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > most) return most + 1;
    [before, last, current] = [last, current, before];
  }
  return last[b.length]!;
}
