/** Contradictions between curation rules, which are reported on saving. Pure functions. */
import type { CurationRule, FieldError } from '@semantic-search/contract';
import { normalize } from '@semantic-search/query/analysis';
import { readIsoDate } from '@semantic-search/query/dates';

/** Conflicts by dotted key: the rules are saved, but some have no effect. */
export function curationConflicts(rules: readonly CurationRule[]): FieldError[] {
  return rules.flatMap((rule, index) => {
    const key = `curation[${index}]`;
    const { name, when, pin = [], hide = [], redirect } = rule;
    const errors: FieldError[] = [];
    const add = (member: string, message: string) =>
      errors.push({ key: `${key}.${member}`, message: `is saved, but ${message}` });
    if (timeOf(when.from, -Infinity) >= timeOf(when.until, Infinity))
      add('when.until', 'the rule never applies, because `until` is not after `from`');
    if ((when.match ?? 'empty') !== 'empty' && when.query === undefined)
      add('when.query', 'the rule never applies without `query`');
    if (when.value !== undefined && when.field === undefined)
      add('when.field', '`value` has no effect without `field`');
    for (const earlier of rules.slice(0, index)) {
      if (earlier.name === name) add('name', 'an earlier rule has this name, too');
      if (!mayApplyTogether(earlier, rule)) continue;
      const about = `the earlier rule "${earlier.name}"`;
      for (const { id, position } of pin) {
        if (earlier.hide?.includes(id)) add('pin', `${about} hides ${id}`);
        if (earlier.pin?.some((pinned) => pinned.position === position && pinned.id !== id))
          add('pin', `${about} pins another document at position ${position}`);
      }
      for (const id of hide)
        if (earlier.pin?.some((pinned) => pinned.id === id)) add('hide', `${about} pins ${id}`);
      if (redirect !== undefined && earlier.redirect !== undefined && redirect !== earlier.redirect)
        add('redirect', `${about} leads elsewhere`);
    }
    return errors;
  });
}

/** Whether two rules have equal conditions on the query, and overlapping times and languages. */
function mayApplyTogether(first: CurationRule, second: CurationRule): boolean {
  if (first.enabled === false || second.enabled === false) return false;
  const sameText = (query = '', otherQuery = '') => comparable(query) === comparable(otherQuery);
  const [a, b] = [first.when, second.when];
  return (
    a.match === b.match &&
    sameText(a.query, b.query) &&
    [a.language, undefined].includes(b.language ?? a.language) &&
    a.concept === b.concept &&
    a.field === b.field &&
    a.value === b.value &&
    timeOf(a.from, -Infinity) < timeOf(b.until, Infinity) &&
    timeOf(b.from, -Infinity) < timeOf(a.until, Infinity)
  );
}

/** Milliseconds since 1970; UTC without a zone, and `open` without a text. */
export const timeOf = (text: string | undefined, open: number) => readIsoDate(text ?? '')?.start ?? open;

/** Characters between words: quotation marks, spaces, and punctuation before or after a word, but not in `node.js`. */
const separators = /(?:["“”„«»‹›'‘’‚\s]|[.,:;!?…،؛؟。、)\]](?![\p{L}\p{N}])|(?<![\p{L}\p{N}])[¿¡([])+/u;

/** Normal form for comparison: ignores case, accents, and what separates words. */
export const comparable = (text: string): string =>
  normalize(text).split(separators).filter(Boolean).join(' ');
