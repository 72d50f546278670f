/** Contradictions between curation rules, which are reported on saving. Pure functions. */
import type { CurationCondition, CurationRule, FieldError } from '@semantic-search/contract';
import { comparable, matchesQuery, timeOf } from './curation-conditions.ts';

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
    return conflicts.map(([member, message]) => {
      return { key: `curation[${index}].${member}`, message: `is saved, but ${message}` };
    });
  });
}

function ineffectiveConditions({ when }: CurationRule): Conflict[] {
  const conflicts: Conflict[] = [];
  if (timeOf(when.from, -Infinity) >= timeOf(when.until, Infinity))
    conflicts.push(['when.until', 'the rule never applies, because `until` is not after `from`']);
  const needsQuery = (when.match ?? 'empty') !== 'empty';
  if (needsQuery && comparable(when.query ?? '') === '')
    conflicts.push(['when.query', 'the rule never applies without `query`']);
  if (!needsQuery && when.query !== undefined)
    conflicts.push(['when.match', '`query` has no effect without `match`']);
  if (when.value !== undefined && when.field === undefined)
    conflicts.push(['when.field', '`value` has no effect without `field`']);
  return conflicts;
}

/** Contradictions between a rule and another rule, or within a rule. Messages begin with `otherName`. */
function contradictions(rule: CurationRule, other: CurationRule, otherName: string): Conflict[] {
  const { pin: pins = [], hide = [], redirect } = rule;
  const { pin: otherPins = [], hide: otherHidden = [], redirect: otherRedirect } = other;
  const conflicts: Conflict[] = [];
  for (const { id, position } of pins) {
    if (other !== rule && otherHidden.includes(id)) conflicts.push(['pin', `${otherName} hides ${id}`]);
    if (otherPins.some((pin) => pin.position === position && pin.id !== id))
      conflicts.push(['pin', `${otherName} pins another document at position ${position}`]);
  }
  const pinnedIds = otherPins.map(({ id }) => id);
  for (const id of hide) if (pinnedIds.includes(id)) conflicts.push(['hide', `${otherName} pins ${id}`]);
  const isElsewhere = redirect !== undefined && otherRedirect !== undefined && redirect !== otherRedirect;
  if (isElsewhere) conflicts.push(['redirect', `${otherName} leads elsewhere`]);
  // Last, because normalizing the queries of all pairs of rules would take long.
  return conflicts.length > 0 && alwaysAppliesWith(other, rule) ? conflicts : [];
}

/** Whether a rule applies to all searches of a later rule. A rule with narrower conditions is an exception, no conflict. */
function alwaysAppliesWith(rule: CurationRule, later: CurationRule): boolean {
  if (rule.enabled === false || later.enabled === false) return false;
  const [general, special] = [rule.when, later.when];
  // A stricter condition matches fewer inputs of the same words.
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
