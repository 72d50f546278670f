/** Rules of two editors who changed them at the same time, as one list. Pure. */
import type { CurationRule } from '@semantic-search/contract';

type Rules = readonly CurationRule[];

interface MergedRules {
  rules: Rules;
  /** Names of rules that both have changed differently; the list has ours. */
  clashes: readonly string[];
}

/** Applies the changes between `base` and `ours` to `theirs`. Rules are the same if they have the same name. */
export function mergeRules(base: Rules, ours: Rules, theirs: Rules): MergedRules {
  const [baseByName, ourByName, theirByName] = [base, ours, theirs].map(byName) as [Named, Named, Named];
  const clashes: string[] = [];
  const kept = new Map<string, CurationRule>();
  for (const [name, their] of theirByName) {
    const [before, our] = [baseByName.get(name), ourByName.get(name)];
    const isOurChange = !isSame(before, our);
    const isTheirChange = !isSame(before, their);
    if (isOurChange && isTheirChange && !isSame(our, their)) clashes.push(name);
    const chosen = isOurChange ? (our ?? (isTheirChange ? their : undefined)) : their;
    if (chosen) kept.set(name, chosen);
  }
  for (const [name, our] of ourByName) {
    if (theirByName.has(name) || isSame(baseByName.get(name), our)) continue;
    // They have deleted a rule that we have changed.
    if (baseByName.has(name)) clashes.push(name);
    kept.set(name, our);
  }
  return { rules: inOrder(kept, base, ours, theirs), clashes };
}

type Named = ReadonlyMap<string, CurationRule>;

const byName = (rules: Rules): Named => new Map(rules.map((rule) => [rule.name, rule]));

const isSame = (first: CurationRule | undefined, second: CurationRule | undefined): boolean =>
  first === second || JSON.stringify(first) === JSON.stringify(second);

/** Their order if they have moved rules, else ours; each other rule follows the one that it followed. */
function inOrder(kept: Named, base: Rules, ours: Rules, theirs: Rules): CurationRule[] {
  const namesIn = (rules: Rules, others: Named) =>
    rules.map(({ name }) => name).filter((name) => others.has(name));
  const haveMoved = namesIn(theirs, byName(base)).join('\n') !== namesIn(base, byName(theirs)).join('\n');
  const [first, second] = haveMoved ? [theirs, ours] : [ours, theirs];
  const order = namesIn(first, kept);
  for (const [index, name] of namesIn(second, kept).entries()) {
    if (order.includes(name)) continue;
    const previous = namesIn(second, kept)[index - 1];
    order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, name);
  }
  return order.map((name) => kept.get(name)!);
}
