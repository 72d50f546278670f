/** Contradictions between curation rules, which are reported on saving. Pure functions. */
import type { CurationCondition, CurationRule, FieldError } from '@semantic-search/contract';
import { normalize, UNSPACED_SCRIPT } from '@semantic-search/query/analysis';
import { readIsoDate } from '@semantic-search/query/dates';

/** Member of a rule, and what is wrong with it. */
type Conflict = [member: string, message: string];

/** Conflicts by dotted key: the rules are saved, but some have no effect. */
export function curationConflicts(rules: readonly CurationRule[]): FieldError[] {
  return rules.flatMap((rule, index) => {
    const conflicts = ineffectiveConditions(rule);
    for (const other of rules.slice(0, index)) {
      if (other.name === rule.name) conflicts.push(['name', 'an earlier rule has this name, too']);
      conflicts.push(...contradictions(rule, other, `the earlier rule "${other.name}"`));
    }
    conflicts.push(...contradictions(rule, rule, 'the rule'));
    const key = (member: string) => `curation[${index}].${member}`;
    return conflicts.map(([member, message]) => ({ key: key(member), message: `is saved, but ${message}` }));
  });
}

function ineffectiveConditions({ when }: CurationRule): Conflict[] {
  const conflicts: Conflict[] = [];
  if (timeOf(when.from, -Infinity) >= timeOf(when.until, Infinity))
    conflicts.push(['when.until', 'the rule never applies, because `until` is not after `from`']);
  if ((when.match ?? 'empty') !== 'empty' && when.query === undefined)
    conflicts.push(['when.query', 'the rule never applies without `query`']);
  if (when.value !== undefined && when.field === undefined)
    conflicts.push(['when.field', '`value` has no effect without `field`']);
  return conflicts;
}

/** What a rule contradicts in another rule, or in itself. `about` names the other rule. */
function contradictions(rule: CurationRule, other: CurationRule, about: string): Conflict[] {
  const { pin = [], hide = [], redirect } = rule;
  const conflicts: Conflict[] = [];
  for (const { id, position } of pin) {
    if (other !== rule && other.hide?.includes(id)) conflicts.push(['pin', `${about} hides ${id}`]);
    if (other.pin?.some((pinned) => pinned.position === position && pinned.id !== id))
      conflicts.push(['pin', `${about} pins another document at position ${position}`]);
  }
  for (const id of hide)
    if (other.pin?.some((pinned) => pinned.id === id)) conflicts.push(['hide', `${about} pins ${id}`]);
  if (redirect !== undefined && other.redirect !== undefined && redirect !== other.redirect)
    conflicts.push(['redirect', `${about} leads elsewhere`]);
  // Last, because normalizing the queries of all pairs of rules would take long.
  return conflicts.length > 0 && alwaysAppliesWith(other, rule) ? conflicts : [];
}

/** Whether a rule applies to all searches of a later rule. A rule with narrower conditions is an exception, no conflict. */
function alwaysAppliesWith(rule: CurationRule, later: CurationRule): boolean {
  if (rule.enabled === false || later.enabled === false) return false;
  const [general, special] = [rule.when, later.when];
  const strictness = ({ match }: CurationCondition) =>
    [undefined, 'contains', 'startsWith', 'equals', 'empty'].indexOf(match);
  return (
    (['language', 'concept', 'field', 'value'] as const).every(
      (member) => general[member] === undefined || general[member] === special[member],
    ) &&
    timeOf(general.from, -Infinity) < timeOf(special.until, Infinity) &&
    timeOf(special.from, -Infinity) < timeOf(general.until, Infinity) &&
    strictness(special) >= strictness(general) &&
    matchesQuery(general, comparable(special.query ?? ''))
  );
}

/** Whether a condition on the language holds: `de` includes `de-AT`, but not `den` (RFC 4647, basic filtering). */
export function matchesLanguage({ language }: CurationCondition, requested = ''): boolean {
  return language === undefined || `${requested}-`.toLowerCase().startsWith(`${language}-`.toLowerCase());
}

/** `words` are those of the input in the form of `comparable`. */
export function matchesQuery({ match, query = '' }: CurationCondition, words: string): boolean {
  if (match === undefined) return true;
  if (match === 'empty') return words === '';
  const ruleWords = comparable(query);
  if (ruleWords === '') return false;
  if (match === 'equals') return words === ruleWords;
  if (match === 'startsWith') return words.startsWith(ruleWords);
  // Chinese, Japanese and Thai have no spaces between words.
  if (UNSPACED_SCRIPT.test(ruleWords)) return words.includes(ruleWords);
  return ` ${words} `.includes(` ${ruleWords} `);
}

/** Milliseconds since 1970; UTC without a zone, and `open` without a text. */
export const timeOf = (text: string | undefined, open: number) => readIsoDate(text ?? '')?.start ?? open;

/** Characters between words: quotation marks, spaces, and punctuation before or after a word, but not in `node.js`. */
const separators = /(?:["“”„«»‹›'‘’‚\s]|[.,:;!?…،؛؟。、)\]](?![\p{L}\p{N}])|(?<![\p{L}\p{N}])[¿¡([])+/u;

/** Normal form for comparison: ignores case, accents, and what separates words. */
export const comparable = (text: string): string =>
  normalize(text).split(separators).filter(Boolean).join(' ');
