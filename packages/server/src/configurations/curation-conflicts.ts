/** Contradictions between curation rules, which are reported on saving. Pure functions. */
import type { CurationCondition, CurationRule, FieldError } from '@semantic-search/contract';
import { normalize, UNSPACED_SCRIPT } from '@semantic-search/query/analysis';
import { readIsoDate } from '@semantic-search/query/dates';

/** Conflicts by dotted key: the rules are saved, but some have no effect. */
export function curationConflicts(rules: readonly CurationRule[]): FieldError[] {
  return rules.flatMap((rule, index) => {
    const { name, when, pin = [], hide = [], redirect } = rule;
    const errors: FieldError[] = [];
    const add = (member: string, message: string) =>
      errors.push({ key: `curation[${index}].${member}`, message: `is saved, but ${message}` });
    if (timeOf(when.from, -Infinity) >= timeOf(when.until, Infinity))
      add('when.until', 'the rule never applies, because `until` is not after `from`');
    if ((when.match ?? 'empty') !== 'empty' && when.query === undefined)
      add('when.query', 'the rule never applies without `query`');
    if (when.value !== undefined && when.field === undefined)
      add('when.field', '`value` has no effect without `field`');
    for (const other of rules.slice(0, index + 1)) {
      const isEarlier = other !== rule;
      if (isEarlier && other.name === name) add('name', 'an earlier rule has this name, too');
      const about = isEarlier ? `the earlier rule "${other.name}"` : 'the rule';
      // Only for contradictions, because normalizing the queries of all pairs of rules would take long.
      const report = (member: string, message: string) =>
        alwaysAppliesWith(other, rule) && add(member, `${about} ${message}`);
      for (const { id, position } of pin) {
        if (isEarlier && other.hide?.includes(id)) report('pin', `hides ${id}`);
        if (other.pin?.some((pinned) => pinned.position === position && pinned.id !== id))
          report('pin', `pins another document at position ${position}`);
      }
      for (const id of hide) if (other.pin?.some((pinned) => pinned.id === id)) report('hide', `pins ${id}`);
      if (redirect !== undefined && other.redirect !== undefined && redirect !== other.redirect)
        report('redirect', 'leads elsewhere');
    }
    return errors;
  });
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
