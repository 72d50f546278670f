/** Lists of curation rules: free names, order, focus, and where a conflict is. */
import type { CurationRule } from '@semantic-search/contract';
import type { TextKey } from '../../text/en.ts';
import { text } from '../../text/text.ts';

type Rules = readonly CurationRule[];

/** `wanted`, or `wanted 2`, `wanted 3` … if other rules have that name. */
export function freeName(wanted: string, rules: Rules): string {
  const names = new Set(rules.map(({ name }) => name));
  const stem = wanted.slice(0, 90);
  for (let number = 1; ; number++) {
    const name = number === 1 ? stem : `${stem} ${number}`;
    if (!names.has(name)) return name;
  }
}

export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const result = items.filter((_, index) => index !== from);
  result.splice(to, 0, items[from]!);
  return result;
}

/** Focuses the button that opens a rule, or that of the last one. */
export function focusRule(index: number): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('.rules > li [aria-expanded]')];
  (buttons[index] ?? buttons.at(-1))?.focus();
}

/** Labels of the members of a rule in its form. */
const memberLabels: Record<string, TextKey> = {
  name: 'name',
  query: 'query',
  language: 'language',
  concept: 'concept',
  field: 'filter',
  value: 'value',
  from: 'from',
  until: 'until',
  pin: 'pin',
  hide: 'hide',
  redirect: 'leadToPage',
  banner: 'showText',
};

/** `curation[2].when.query` → `“opening hours”, Query:`. */
export function conflictText(key: string, rules: Rules): string {
  const [, index, member = ''] = /^curation\[(\d+)\](?:\.when)?\.?(\w*)/.exec(key) ?? [];
  if (index === undefined) return `${key}:`;
  const label = memberLabels[member];
  return `“${rules[Number(index)]?.name}”${label ? `, ${text(label)}` : ''}:`;
}
