/** List of curation rules: a free name for a new rule, the order of rules, and the focus. */
import type { CurationRule } from '@semantic-search/contract';

/** A space and a number fit after the stem: the name of a rule has at most 100 characters. */
const MAX_STEM_LENGTH = 90;

/** `wanted`, or `wanted 2`, `wanted 3` … if other rules have that name. */
export function freeName(wanted: string, rules: readonly CurationRule[]): string {
  const names = new Set(rules.map(({ name }) => name));
  const stem = wanted.slice(0, MAX_STEM_LENGTH);
  for (let number = 1; ; number++) {
    const name = number === 1 ? stem : `${stem} ${number}`;
    if (!names.has(name)) return name;
  }
}

/** The items with the one at `from` moved to `to`. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  return items.toSpliced(from, 1).toSpliced(to, 0, items[from]!);
}

/** Focuses the button that opens a rule, or that of the last one. */
export function focusRule(index: number): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('.rules > li [aria-expanded]')];
  (buttons[index] ?? buttons.at(-1))?.focus();
}
