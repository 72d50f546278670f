/** Rules that two editors have changed at the same time. */
import type { CurationRule } from '@semantic-search/contract';
import { describe, expect, it } from 'vitest';
import { withMovedTo } from '../../editor/settings/draft.ts';
import { errorPlace } from './rule-description.ts';
import { freeName } from './rule-draft.ts';
import { mergeRules } from './rule-merge.ts';

const rule = (name: string, redirect?: string): CurationRule => ({
  name,
  when: { match: 'equals', query: name },
  ...(redirect && { redirect }),
});
const [jobs, hours, summer] = [rule('jobs'), rule('hours'), rule('summer')];
const base = [jobs, hours, summer];
const named = (rules: readonly CurationRule[]) => rules.map(({ name }) => name);

describe('the rules of both', () => {
  it('have the changes of either', () => {
    const ours = [rule('jobs', 'https://a.example'), hours, summer, rule('ours')];
    const theirs = [rule('theirs'), jobs, rule('hours', 'https://b.example'), summer];
    const { rules, clashes } = mergeRules(base, ours, theirs);
    expect(named(rules)).toEqual(['theirs', 'jobs', 'hours', 'summer', 'ours']);
    expect(rules.map(({ redirect }) => redirect)).toEqual([
      undefined,
      'https://a.example',
      'https://b.example',
      undefined,
      undefined,
    ]);
    expect(clashes).toEqual([]);
  });

  it('lack what either has deleted', () => {
    expect(mergeRules(base, [jobs, hours], [hours, summer])).toEqual({ rules: [hours], clashes: [] });
  });

  it('are ours if both have changed a rule, and say so', () => {
    const our = rule('jobs', 'https://a.example');
    const { rules, clashes } = mergeRules(
      base,
      [our, hours, summer],
      [rule('jobs', 'https://b.example'), hours],
    );
    expect(rules).toEqual([our, hours]);
    expect(clashes).toEqual(['jobs']);
  });

  it('agree without a clash if both have made the same change', () => {
    const same = [rule('jobs', 'https://a.example'), hours, summer];
    expect(mergeRules(base, same, structuredClone(same))).toEqual({ rules: same, clashes: [] });
  });

  it('keep a rule that one has changed and the other deleted', () => {
    const changed = rule('jobs', 'https://a.example');
    expect(mergeRules(base, [changed, hours, summer], [hours, summer])).toEqual({
      rules: [changed, hours, summer],
      clashes: ['jobs'],
    });
    expect(mergeRules(base, [hours, summer], [changed, hours, summer])).toEqual({
      rules: [changed, hours, summer],
      clashes: ['jobs'],
    });
  });

  it('have all rules of one name', () => {
    const twins = [rule('jobs', 'https://a.example'), hours, rule('jobs', 'https://b.example')];
    const ours = [...twins, rule('ours')];
    const theirs = [twins[0]!, rule('hours', 'https://c.example'), twins[2]!];
    expect(mergeRules(twins, ours, theirs)).toEqual({ rules: [...theirs, rule('ours')], clashes: [] });
  });

  it('have the order of who has moved rules', () => {
    const theirs = [summer, jobs, hours];
    expect(named(mergeRules(base, [...base, rule('ours')], theirs).rules)).toEqual([
      'summer',
      'ours',
      'jobs',
      'hours',
    ]);
    expect(named(mergeRules(base, theirs, [...base, rule('theirs')]).rules)).toEqual([
      'summer',
      'theirs',
      'jobs',
      'hours',
    ]);
  });
});

it('gives a free name, moves rules, and names the member of a conflict', () => {
  expect(freeName('jobs', [jobs, rule('jobs 2')])).toBe('jobs 3');
  expect(withMovedTo([1, 2, 3], 0, 2)).toEqual([2, 3, 1]);
  expect(errorPlace('curation[1].when.until', base)).toBe('“hours”, Until:');
  expect(errorPlace('curation[0].pin[2].id', base)).toBe('“jobs”, Pin:');
  expect(errorPlace('title', base)).toBe('title:');
});
