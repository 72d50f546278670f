/** Unique URL keys of the instances on a page. */

const taken = new Set<string>();

/** `wanted`, or with the first number that no other instance on the page has; `leave` gives it back. */
export function takeKey(wanted: string): { key: string; leave(): void } {
  let key = wanted;
  for (let number = 2; taken.has(key); number++) key = `${wanted}-${number}`;
  taken.add(key);
  return { key, leave: () => void taken.delete(key) };
}
