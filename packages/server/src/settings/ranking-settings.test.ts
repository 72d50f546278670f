import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { completeRanking } from '@semantic-search/engine/building-blocks';
import { afterAll, describe, expect, it } from 'vitest';
import { assignRanking, listRanking, rankingNames, readRankingSettings } from './ranking-settings.ts';

const directory = mkdtempSync(join(tmpdir(), 'ranking-'));
afterAll(() => rmSync(directory, { recursive: true }));

describe('readRankingSettings', () => {
  it('reads a JSON object, or a file with one', async () => {
    const settings = { k1: 1.2, fields: { title: 2.3 }, threshold: { ofTotal: 0 } };
    expect(await readRankingSettings(JSON.stringify(settings))).toEqual(settings);
    const file = join(directory, 'ranking.json');
    writeFileSync(file, JSON.stringify(settings));
    expect(await readRankingSettings(file)).toEqual(settings);
  });

  it.each([
    ['{"k1":-1}', 'Ranking settings: k1: must be a number from 0 to 10'],
    ['{"b":"0.5"}', 'b: must be a number from 0 to 1'],
    ['{"fields":{"title":0}}', 'fields.title: must be a number from 0.1 to 10 in steps of 0.1'],
    ['{"fields":{"text":0.25}}', 'fields.text: must be a number from 0.1 to 10 in steps of 0.1'],
    ['{"threshold":{"ofTotal":1.1},"b":2}', 'b: must be a number from 0 to 1; threshold.ofTotal: must be'],
    ['{"fields":{"body":1}}', 'fields.body: unknown property; allowed: title, text'],
    ['{"K1":1}', 'K1: unknown property; allowed: k1, b, fields, threshold'],
    ['{', 'Ranking settings: not valid JSON'],
    ['none.json', 'none.json cannot be read'],
  ])('rejects %s', async (given, message) => {
    await expect(readRankingSettings(given)).rejects.toThrow(message);
  });
});

describe('assignRanking', () => {
  it('changes, adds and removes single settings', () => {
    const settings = { k1: 1, fields: { title: 3, text: 2 } };
    expect(assignRanking(settings, ['k1=0.9', 'fields.text=default', 'threshold.ofLargest=0.4'])).toEqual({
      k1: 0.9,
      fields: { title: 3 },
      threshold: { ofLargest: 0.4 },
    });
    expect(assignRanking(settings, ['k1=default', 'fields.text=default', 'fields.title=default'])).toEqual(
      {},
    );
  });

  it.each([
    ['k1', 'k1: expected NAME=VALUE with one of the names k1, b, fields.title'],
    ['k2=1', 'k2=1: expected NAME=VALUE'],
    ['constructor=1', 'constructor=1: expected NAME=VALUE'],
    ['k1=high', 'k1=high: expected a number or "default"'],
    ['k1= ', 'k1= : expected a number or "default"'],
    ['b=1.5', 'b: must be a number from 0 to 1'],
  ])('rejects %s', (assignment, message) => {
    expect(() => assignRanking({}, [assignment])).toThrow(message);
  });
});

it('every setting has a name and a default value', () => {
  expect(listRanking(completeRanking()).map(([name]) => name)).toEqual(rankingNames);
  expect(rankingNames).toEqual([
    'k1',
    'b',
    'fields.title',
    'fields.text',
    'threshold.ofTotal',
    'threshold.ofLargest',
  ]);
});
