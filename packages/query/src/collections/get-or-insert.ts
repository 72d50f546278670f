/** Memoization in maps, as `Map.prototype.getOrInsertComputed` of ECMAScript 2026. */

/** A Map or WeakMap. */
interface MapLike<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** Returns the cached value, or makes and caches it. Undefined values are not cached. */
export function getOrInsert<Key, Value>(
  map: MapLike<Key, Value>,
  key: Key,
  make: (key: Key) => NoInfer<Value>,
): Value {
  const cached = map.get(key);
  if (cached !== undefined) return cached;
  const value = make(key);
  map.set(key, value);
  return value;
}

/** Like `getOrInsert`, for many small values: clears a full map, because tracking the use of keys would cost more. */
export function getOrInsertBounded<Key, Value>(
  map: Map<Key, Value>,
  maxSize: number,
  key: Key,
  make: (key: Key) => NoInfer<Value>,
): Value {
  if (map.size >= maxSize && !map.has(key)) map.clear();
  return getOrInsert(map, key, make);
}

/** Like `getOrInsert`, with LRU eviction: the map keeps the `maxSize` keys used last. */
export function getOrInsertLatest<Key, Value>(
  map: Map<Key, Value>,
  maxSize: number,
  key: Key,
  make: (key: Key) => NoInfer<Value>,
): Value {
  const value = map.get(key) ?? make(key);
  map.delete(key);
  map.set(key, value);
  if (map.size > maxSize) map.delete(map.keys().next().value!);
  return value;
}
