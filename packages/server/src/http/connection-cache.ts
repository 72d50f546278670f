/** Per-connection memoization of the last header value. */

/**
 * Memoizes `make` for the last text of each connection. Connections mostly repeat their headers, and comparing two strings
 * costs a tenth of hashing or parsing one.
 */
export function perConnection<Made>(
  make: (text: string) => Made,
): (connection: object, text: string) => Made {
  const last = new WeakMap<object, { text: string; made: Made }>();
  return (connection, text) => {
    const known = last.get(connection);
    if (known?.text === text) return known.made;
    const made = make(text);
    last.set(connection, { text, made });
    return made;
  };
}
