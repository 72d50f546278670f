import { describe, expect, it } from 'vitest';
import { ALL_QUERY_OPTIONS, type Alternative, type QueryPlan } from './query.ts';
import {
  MIN_HITS,
  minimumShouldMatch,
  type QueryPass,
  type Relaxation,
  relax,
  relaxAsync,
} from './relaxation.ts';

const none = {
  ...ALL_QUERY_OPTIONS,
  stemming: false,
  concepts: false,
  synonyms: false,
  typos: false,
  relaxing: false,
};
const [few, many] = [MIN_HITS - 1, MIN_HITS];
const [broad, typos, relaxed] = [
  { broad: true },
  { broad: true, typos: true },
  { broad: true, typos: true, relaxed: true },
];

function pass(
  relaxation: Relaxation,
  requirements: number,
  documents: number,
  hasOnlyPrefixMatches = false,
): QueryPass {
  const plan = { requiredMask: 2 ** requirements - 1, alternatives: [] as Alternative[] } as QueryPlan;
  return { relaxation, plan, documents, hasOnlyPrefixMatches };
}

describe('relax', () => {
  it.each([
    ['stops after the first pass with enough results', 2, [many], ALL_QUERY_OPTIONS, [{}]],
    ['stops after the first relaxation with enough results', 2, [few, many], ALL_QUERY_OPTIONS, [{}, broad]],
    [
      'relaxes step by step while results are few',
      2,
      [0, 0, 0, 0],
      ALL_QUERY_OPTIONS,
      [{}, broad, typos, relaxed],
    ],
    ['requires the only requirement', 1, [0, 0, 0], ALL_QUERY_OPTIONS, [{}, broad, typos]],
    ['accepts an empty query without results', 0, [0], ALL_QUERY_OPTIONS, [{}]],
    [
      'skips relaxations that are switched off',
      2,
      [0, 0],
      { ...none, relaxing: true },
      [{}, { relaxed: true }],
    ],
    ['matches typing errors alone', 2, [0, 0], { ...none, typos: true }, [{}, { broad: false, typos: true }]],
  ])('%s', (_, requirements, documents, options, expected) => {
    const executed: Relaxation[] = [];
    const { exact, last } = relax(options, (relaxation) => {
      executed.push(relaxation);
      return pass(relaxation, requirements, documents[executed.length - 1]!);
    });
    expect(executed).toEqual(expected);
    expect([exact.relaxation, last.relaxation]).toEqual([{}, expected.at(-1)]);
  });

  it('broadens a complete word that has enough results only as a prefix', () => {
    const { last } = relax(ALL_QUERY_OPTIONS, (relaxation) => pass(relaxation, 1, many, !relaxation.broad));
    expect(last.relaxation).toEqual(broad);
  });

  it('passes each execution the pass before it, also asynchronously', async () => {
    const before: (Relaxation | undefined)[] = [];
    await relaxAsync(ALL_QUERY_OPTIONS, async (relaxation, previous?: QueryPass) => {
      before.push(previous?.relaxation);
      return pass(relaxation, 2, 0);
    });
    expect(before).toEqual([undefined, {}, broad, typos]);
  });
});

describe('minimumShouldMatch', () => {
  it.each([
    [0, 0, 0],
    [1, 1, 1],
    [2, 2, 1],
    [5, 5, 1],
    [6, 6, 2],
    [12, 12, 4],
  ])('of %i requirements a document must meet %i, after relaxation %i', (count, all, some) => {
    const { plan } = pass({}, count, 0);
    expect([minimumShouldMatch(plan, {}), minimumShouldMatch(plan, { relaxed: true })]).toEqual([all, some]);
  });
});
