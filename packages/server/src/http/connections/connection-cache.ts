/** Per-connection memoization of the last header value. */

/**
 * Memoizes `make` for the last text of each connection. Connections mostly repeat their headers, and comparing two strings
 * costs a tenth of hashing or parsing one.
 */
export function perConnection<Value>(
  make: (text: string) => Value,
): (connection: object, text: string) => Value {
  const last = new WeakMap<object, { text: string; value: Value }>();
  return (connection, text) => {
    const cached = last.get(connection);
    if (cached?.text === text) return cached.value;
    const value = make(text);
    last.set(connection, { text, value });
    return value;
  };
}
