/** The names of instances in the page's address: two without an id must not share one. */

const taken = new Set<string>();

/** `wanted`, or with the first number that no other instance on the page has; `leave` gives it back. */
export function takeKey(wanted: string): { key: string; leave(): void } {
  let key = wanted;
  for (let number = 2; taken.has(key); number++) key = `${wanted}-${number}`;
  taken.add(key);
  return { key, leave: () => void taken.delete(key) };
}
