/** What is made when it is first asked for, and kept: as `Map.prototype.getOrInsertComputed` of ECMAScript 2026. */

/** A Map, or a WeakMap where nothing is to outlive its key. */
interface Kept<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** No value may be undefined: it would be made again. */
export function getOrInsert<Key, Value>(
  kept: Kept<Key, Value>,
  key: Key,
  make: (key: Key) => NoInfer<Value>,
): Value {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const value = make(key);
  kept.set(key, value);
  return value;
}

/** The same, of the `most` keys that were asked for last. */
export function getOrInsertLatest<Key, Value>(
  kept: Map<Key, Value>,
  most: number,
  key: Key,
  make: (key: Key) => NoInfer<Value>,
): Value {
  const value = kept.get(key) ?? make(key);
  kept.delete(key);
  kept.set(key, value);
  if (kept.size > most) kept.delete(kept.keys().next().value!);
  return value;
}
