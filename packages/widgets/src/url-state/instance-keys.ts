/** Unique URL keys of the instances on a page. */

const taken = new Set<string>();

/** Reserves `wanted`, with a number appended if another instance on the page uses it; `leave` releases the key. */
export function claimInstanceKey(wanted: string): { key: string; leave(): void } {
  let key = wanted;
  for (let number = 2; taken.has(key); number++) key = `${wanted}-${number}`;
  taken.add(key);
  return { key, leave: () => void taken.delete(key) };
}
