/** Ranking settings as owners give them: schema, JSON or a file, and assignments such as `k1=1.2`. */
import { readFile } from 'node:fs/promises';
import type { RankingSettings } from '@semantic-search/engine';
import Type, { type TObject, type TSchema } from 'typebox';
import { withFileError } from '../filesystem/file-error.ts';
import { validationErrors } from '../validation.ts';

const closed = { additionalProperties: false };
const weight = Type.Optional(Type.Number({ minimum: 0.1, maximum: 10, multipleOf: 0.1 }));
const share = Type.Optional(Type.Number({ minimum: 0, maximum: 1 }));

const bm25 = {
  k1: Type.Optional(Type.Number({ minimum: 0, maximum: 10 })),
  b: share,
};
const threshold = Type.Optional(Type.Object({ ofTotal: share, ofLargest: share }, closed));

const Ranking = Type.Object(
  { ...bm25, fields: Type.Optional(Type.Object({ title: weight, text: weight }, closed)), threshold },
  closed,
);

/** OpenSearch applies the weights of fields when it indexes a document. */
export const OpensearchRanking = Type.Object(
  { ...bm25, threshold },
  { ...closed, title: 'Ranking settings: `k1` and `b` of new indices, `threshold` of queries' },
);

/** Names such as `k1` and `fields.title`. */
export const rankingNames = namesIn(Ranking);

function namesIn({ properties }: TObject): string[] {
  return Object.entries(properties as Record<string, TSchema>).flatMap(([name, schema]) =>
    'properties' in schema ? namesIn(schema as TObject).map((each) => `${name}.${each}`) : [name],
  );
}

/** Returns valid settings; throws an error that lists all faults. `source` names their origin in the error. */
function validateRanking(value: unknown, source: string): RankingSettings {
  const errors = validationErrors(Ranking, value);
  if (errors.length === 0) return value as RankingSettings;
  const faults = errors.map(({ key, message }) => `${key || 'the settings'}: ${message}`);
  throw new Error(`${source}: ${faults.join('; ')}`);
}

/** `given` is a JSON object or the name of a file with one. */
export async function readRankingSettings(given: string): Promise<RankingSettings> {
  const isJson = given.trimStart().startsWith('{');
  const source = isJson ? 'Ranking settings' : given;
  const text = isJson ? given : await withFileError(given, 'read', readFile(given, 'utf8'));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`${source}: not valid JSON: ${(error as Error).message}`);
  }
  return validateRanking(value, source);
}

/** Applies assignments such as `fields.title=3`; the value `default` removes a setting. Throws if one is invalid. */
export function assignRanking(settings: RankingSettings, assignments: readonly string[]): RankingSettings {
  const values = new Map(listRanking(settings));
  for (const assignment of assignments) {
    const [, name, value] = /^([^=]+)=(.+)$/.exec(assignment) ?? [];
    if (name === undefined || value === undefined || !rankingNames.includes(name)) {
      throw new Error(`${assignment}: expected NAME=VALUE with one of the names ${rankingNames.join(', ')}`);
    }
    if (value === 'default') values.delete(name);
    else values.set(name, numberIn(value, assignment));
  }
  const changed: Record<string, number | Record<string, number>> = {};
  for (const [name, value] of values) {
    const [first, second] = name.split('.') as [string, string?];
    if (second === undefined) changed[first] = value;
    else changed[first] = { ...(changed[first] as Record<string, number>), [second]: value };
  }
  return validateRanking(changed, 'Ranking settings');
}

function numberIn(value: string, assignment: string): number {
  const number = Number(value);
  if (Number.isFinite(number) && value.trim() !== '') return number;
  throw new Error(`${assignment}: expected a number or "default"`);
}

/** Names and values of the given settings, in the order of `rankingNames`. */
export function listRanking(settings: RankingSettings): [name: string, value: number][] {
  return rankingNames.flatMap((name): [string, number][] => {
    const [first, second] = name.split('.') as [keyof RankingSettings, string?];
    const member: unknown = settings[first];
    const value = second === undefined ? member : (member as Record<string, unknown> | undefined)?.[second];
    return typeof value === 'number' ? [[name, value]] : [];
  });
}
