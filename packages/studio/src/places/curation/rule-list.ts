/** List of curation rules: free names for new rules, and the focus. */
import type { CurationRule } from '@semantic-search/contract';

type Rules = readonly CurationRule[];

/** A space and a number fit after the stem: the name of a rule has at most 100 characters. */
const MAX_STEM_LENGTH = 90;

/** The wanted name, or with a number, as `opening hours 2`, if other rules have that name. */
export function freeName(wantedName: string, rules: Rules): string {
  const names = new Set(rules.map(({ name }) => name));
  const stem = wantedName.slice(0, MAX_STEM_LENGTH);
  for (let number = 1; ; number++) {
    const name = number === 1 ? stem : `${stem} ${number}`;
    if (!names.has(name)) return name;
  }
}

/** Our rules, with other names for new ones whose names others have given to new rules since `base`. */
export function withNewNames(ours: Rules, base: Rules, theirs: Rules): Rules {
  const isNamed = (rules: Rules, name: string) => rules.some((rule) => rule.name === name);
  return ours.map((rule) => {
    const isTaken = isNamed(theirs, rule.name) && !isNamed(base, rule.name);
    return isTaken ? { ...rule, name: freeName(rule.name, [...theirs, ...ours]) } : rule;
  });
}

/** Focuses the button that opens a rule, or that of the last one. */
export function focusRule(index: number): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('.rules > li [aria-expanded]')];
  (buttons[index] ?? buttons.at(-1))?.focus();
}
