/** What the values of a textual attribute are called, and in which order, where there are not too many to keep both. */
import { compareLabels } from './concept-names.ts';

/** Values by number; more are added as they are met, and none is taken away. */
interface Values {
  readonly size: number;
  at(value: number): string;
}

export interface ValueNames {
  labels: readonly string[];
  /** Values in the order of labels, and the place of each. */
  order: readonly number[];
  places: Uint32Array;
}

const mostKept = 4096;

interface Kept extends ValueNames {
  labels: string[];
  order: number[];
}

const namesOf = new WeakMap<Values, Kept>();

/** Undefined where there are so many that only those shown are worth reading. */
export function valueNames(values: Values): ValueNames | undefined {
  if (values.size > mostKept) return undefined;
  const known = namesOf.get(values) ?? { labels: [], order: [], places: new Uint32Array(0) };
  if (known.labels.length === values.size) return known;
  const { labels, order } = known;
  // One or two are new as a rule: each is put where it belongs.
  for (let value = labels.length; value < values.size; value++) {
    labels.push(values.at(value));
    order.splice(placeFor(value, known), 0, value);
  }
  const places = new Uint32Array(order.length);
  order.forEach((value, place) => {
    places[value] = place;
  });
  const names = { labels, order, places };
  namesOf.set(values, names);
  return names;
}

/** Behind those that are called the same. */
function placeFor(value: number, { labels, order }: Kept): number {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareLabels(labels[order[middle]!]!, labels[value]!) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
