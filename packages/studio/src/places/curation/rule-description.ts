/** Descriptions of a curation rule and of the places of its errors; rules that apply to all searches. */
import type { CurationRule } from '@semantic-search/contract';
import { en, type TextKey } from '../../text/en.ts';
import { formatTime, languageName, locale, text } from '../../text/text.ts';
import type { Rules } from './rule-merge.ts';
import type { RuleNames } from './rule-names.ts';

const matchTexts: Record<string, TextKey> = {
  '': 'anySearch',
  equals: 'ifQueryIs',
  contains: 'ifQueryContains',
  startsWith: 'ifQueryBegins',
  empty: 'queryEmpty',
};

export function describeRule(rule: CurationRule, names: RuleNames): string {
  const { when, pin = [], hide = [], redirect, banner } = rule;
  const conditions = [
    text(matchTexts[when.match ?? '']!, { query: when.query ?? '' }),
    when.language && text('ifLanguage', { language: languageName(when.language) }),
    when.concept && text('ifConcept', { concept: names.concept(when.concept) }),
    when.field && text('ifFilter', { filter: filterText(when.field, when.value, names) }),
    when.from && text('ifFrom', { time: formatTime(when.from) }),
    when.until && text('ifUntil', { time: formatTime(when.until) }),
  ];
  const effects = [
    ...pin.map(({ id, position }) => text('thenPin', { title: names.document(id).title, position })),
    hide.length === 1 && text('thenHide', { title: names.document(hide[0]!).title }),
    hide.length > 1 && text('thenHideSeveral', { count: hide.length }),
    redirect && text('thenRedirect', { address: redirect }),
    banner && text('thenBanner', { text: banner.text }),
  ];
  const joined = (parts: (string | false | undefined)[]) =>
    locale.join(parts.filter((part) => typeof part === 'string' && part !== '') as string[]);
  return text('ruleIs', { conditions: joined(conditions), effects: joined(effects) || text('thenNothing') });
}

/** Whether a rule with this condition applies whatever visitors search. */
export const appliesToAll = ({ match, concept, field }: CurationRule['when']): boolean =>
  !match && !concept && !field;

/** Rules that are not among `saved`, and apply whatever visitors search. */
export const newBroadRules = (rules: Rules, saved: Rules = []): Rules =>
  rules.filter((rule) => !saved.includes(rule) && rule.enabled !== false && appliesToAll(rule.when));

/** `Habitat = forest`, with the names that people see. */
function filterText(field: string, value: string | undefined, names: RuleNames): string {
  const title = names.facetTitle(field);
  if (value === undefined) return title;
  return `${title} = ${names.facet(field)?.kind === 'concept' ? names.concept(value) : value}`;
}

/** Texts of the members of a rule that are not named like the member. */
const memberTexts: Record<string, TextKey> = { field: 'filter', redirect: 'leadToPage', banner: 'showText' };

/** Where an error is: `“opening hours”, Query:` for the key `curation[2].when.query`. */
export function errorPlace(key: string, rules: Rules): string {
  const [, index, member = ''] = /^curation\[(\d+)\](?:\.when)?\.?(\w*)/.exec(key) ?? [];
  if (index === undefined) return `${key}:`;
  const label = memberTexts[member] ?? (member in en ? (member as TextKey) : undefined);
  return `“${rules[Number(index)]?.name}”${label ? `, ${text(label)}` : ''}:`;
}
