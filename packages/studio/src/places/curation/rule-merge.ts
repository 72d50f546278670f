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
  const [baseByKey, ourByKey, theirByKey] = [byKey(base), byKey(ours), byKey(theirs)];
  const clashes: string[] = [];
  const kept = new Map<string, CurationRule>();
  for (const key of new Set([...theirByKey.keys(), ...ourByKey.keys()])) {
    const [our, their] = [ourByKey.get(key), theirByKey.get(key)];
    const { rule, isClash } = mergeRule(baseByKey.get(key), our, their);
    if (rule) kept.set(key, rule);
    if (isClash) clashes.push((their ?? our)!.name);
  }
  return { rules: inOrder(kept, base, ours, theirs), clashes };
}

type Version = CurationRule | undefined;

/** Merges the versions of one rule, undefined where it does not exist. A clash is a rule that both editors changed differently. */
function mergeRule(before: Version, our: Version, their: Version): { rule: Version; isClash: boolean } {
  if (isSame(before, our)) return { rule: their, isClash: false };
  if (isSame(before, their)) return { rule: our, isClash: false };
  // A rule that one editor has deleted and the other has changed stays.
  return { rule: our ?? their, isClash: !isSame(our, their) };
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

const isSame = (first: Version, second: Version): boolean =>
  first === second || JSON.stringify(first) === JSON.stringify(second);

/** The order of `theirs` if it has moved rules, else the order of `ours`. Rules of the other list keep their predecessor. */
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
