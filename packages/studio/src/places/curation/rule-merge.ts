/** Rules of two editors who changed them at the same time, as one list. Pure. */
import type { CurationRule } from '@semantic-search/contract';

export type Rules = readonly CurationRule[];

interface MergedRules {
  rules: Rules;
  /** Names of rules that both have changed differently; the list has ours. */
  clashes: readonly string[];
}

/** Applies the changes between `base` and `ours` to `theirs`. Names identify rules; the server permits equal ones. */
export function mergeRules(base: Rules, ours: Rules, theirs: Rules): MergedRules {
  const [baseByKey, ourByKey, theirByKey] = [base, ours, theirs].map(byKey) as [Keyed, Keyed, Keyed];
  const clashes: string[] = [];
  const kept = new Map<string, CurationRule>();
  for (const [key, their] of theirByKey) {
    const [before, our] = [baseByKey.get(key), ourByKey.get(key)];
    const isOurChange = !isSame(before, our);
    const isTheirChange = !isSame(before, their);
    if (isOurChange && isTheirChange && !isSame(our, their)) clashes.push(their.name);
    // A rule that we have deleted stays deleted, unless they have changed it.
    const ourVersion = our ?? (isTheirChange ? their : undefined);
    const chosen = isOurChange ? ourVersion : their;
    if (chosen) kept.set(key, chosen);
  }
  for (const [key, our] of ourByKey) {
    if (theirByKey.has(key) || isSame(baseByKey.get(key), our)) continue;
    // They have deleted a rule that we have changed.
    if (baseByKey.has(key)) clashes.push(our.name);
    kept.set(key, our);
  }
  return { rules: inOrder(kept, base, ours, theirs), clashes };
}

type Keyed = ReadonlyMap<string, CurationRule>;

/** The name, with a number for a further rule of this name. */
const keysOf = (rules: Rules): string[] =>
  rules.map(({ name }, index) => {
    const earlier = rules.slice(0, index).filter((rule) => rule.name === name).length;
    return earlier === 0 ? name : `${name}\n${earlier + 1}`;
  });

function byKey(rules: Rules): Keyed {
  const keys = keysOf(rules);
  return new Map(rules.map((rule, index) => [keys[index]!, rule]));
}

const isSame = (first: CurationRule | undefined, second: CurationRule | undefined): boolean =>
  first === second || JSON.stringify(first) === JSON.stringify(second);

/** Their order if they have moved rules, else ours; each other rule follows the one that it followed. */
function inOrder(kept: Keyed, base: Rules, ours: Rules, theirs: Rules): CurationRule[] {
  const keysIn = (rules: Rules, keyed: Keyed) => keysOf(rules).filter((key) => keyed.has(key));
  const haveMoved = keysIn(theirs, byKey(base)).join('\n') !== keysIn(base, byKey(theirs)).join('\n');
  const [first, second] = haveMoved ? [theirs, ours] : [ours, theirs];
  const [order, others] = [keysIn(first, kept), keysIn(second, kept)];
  for (const [index, key] of others.entries()) {
    if (order.includes(key)) continue;
    const previous = others[index - 1];
    order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, key);
  }
  return order.map((key) => kept.get(key)!);
}
