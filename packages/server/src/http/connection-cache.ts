/** A connection mostly brings what it has brought before: comparing two texts costs a tenth of hashing or parsing one. */

/** `make`, that gives what it made of a text once more when the same connection brings that text again. */
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
