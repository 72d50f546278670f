import { describe, expect, it } from 'vitest';
import { type Alternative, DEFAULT_QUERY_SETTINGS, type QueryPlan } from './query-plan.ts';
import {
  MIN_HITS,
  MIN_HITS_OF_ALL_WORDS,
  matchReport,
  nextRelaxation,
  type QueryPass,
  type Relaxation,
} from './relaxation.ts';

const none = { ...DEFAULT_QUERY_SETTINGS, relaxing: false };
const [few, some, many] = [MIN_HITS - 1, MIN_HITS, MIN_HITS_OF_ALL_WORDS];
const broad: Relaxation = { words: 'broad' };
const typos: Relaxation = { words: 'similar' };
const relaxed: Relaxation = { words: 'similar', requirements: 'some' };

function pass(relaxation: Relaxation, requirements: number, documents: number): QueryPass {
  const plan = { requiredMask: 2 ** requirements - 1, alternatives: [] as Alternative[] } as QueryPlan;
  return { relaxation, plan, documents };
}

describe('nextRelaxation', () => {
  it.each([
    ['stops after the first pass with enough results', 2, [many], DEFAULT_QUERY_SETTINGS, [{}]],
    [
      'stops after the first relaxation with enough results',
      2,
      [few, many],
      DEFAULT_QUERY_SETTINGS,
      [{}, broad],
    ],
    [
      'accepts some of the words while results are not many',
      2,
      [some, some],
      DEFAULT_QUERY_SETTINGS,
      [{}, { requirements: 'some' }],
    ],
    [
      'relaxes step by step while results are few',
      2,
      [0, 0, 0, 0],
      DEFAULT_QUERY_SETTINGS,
      [{}, broad, typos, relaxed],
    ],
    [
      'accepts any word if only one document has more of them',
      2,
      [1, 1, 1, 1, few],
      DEFAULT_QUERY_SETTINGS,
      [{}, broad, typos, relaxed, { ...relaxed, requirements: 'any' }],
    ],
    ['requires the only requirement', 1, [0, 0, 0], DEFAULT_QUERY_SETTINGS, [{}, broad, typos]],
    ['accepts an empty query without results', 0, [0], DEFAULT_QUERY_SETTINGS, [{}]],
    ['is left out if it is switched off', 2, [0], none, [{}]],
    [
      'ignores quotation marks if nothing matches, before it matches only some of the words',
      2,
      [0, 0, 0, 0, 0],
      DEFAULT_QUERY_SETTINGS,
      [{}, broad, typos, { ...typos, unquoted: true }, { ...relaxed, unquoted: true }],
      true,
    ],
    [
      'keeps quotation marks if anything matches',
      1,
      [1, 1, 1],
      DEFAULT_QUERY_SETTINGS,
      [{}, broad, typos],
      true,
    ],
  ])('%s', (_, requirements, documents, options, expected, hasPhrases = false) => {
    const executed: Relaxation[] = [];
    for (let next: Relaxation | undefined = {}; next; ) {
      const executedPass = pass(next, requirements, documents[executed.length]!);
      executedPass.plan.hasPhrases = hasPhrases && !next.unquoted;
      executed.push(next);
      next = nextRelaxation(executedPass, options);
    }
    expect(executed).toEqual(expected);
  });
});

describe('matchReport', () => {
  it('reports that hits meet all requirements', () => {
    expect(matchReport(pass({}, 3, many))).toEqual({
      requirements: 3,
      requiredShare: 1,
      isBroad: false,
      isCorrected: false,
    });
  });

  it('reports the required share of the weight, and corrections, of a relaxed query', () => {
    const { relaxation, plan } = pass(relaxed, 3, many);
    const threshold = { weights: [100, 60, 40], minimum: 50 };
    const corrections = [
      { word: { text: 'tigre' }, spelling: 'Tiger' },
    ] as unknown as QueryPlan['corrections'];
    expect(matchReport({ relaxation, plan: Object.assign(plan, { threshold, corrections }) })).toEqual({
      requirements: 3,
      requiredShare: 0.25,
      isBroad: true,
      isCorrected: true,
      corrections: [{ word: 'tigre', correction: 'Tiger' }],
    });
  });

  it('reports a share of 1 if no requirement has a weight', () => {
    const { relaxation, plan } = pass(relaxed, 2, few);
    const threshold = { weights: [0, 0], minimum: 1 };
    expect(matchReport({ relaxation, plan: Object.assign(plan, { threshold }) }).requiredShare).toBe(1);
  });
});
