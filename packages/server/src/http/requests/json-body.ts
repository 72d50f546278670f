/** JSON body parser: limits size, depth and number of values, and prevents prototype pollution. */
import { FORBIDDEN_NAMES, requestLimits } from '@semantic-search/contract';
import type { Context } from 'koa';
import { ProblemError } from '../../errors/problem.ts';
import { readBody } from './buffered-body.ts';
import { requireMediaType } from './media-type.ts';
import { hasBody } from './request-body.ts';

const MAX_DEPTH = requestLimits.jsonDepth;
const MAX_VALUES = requestLimits.jsonValues;

/** The parsed body; undefined if the request has none. Throws problems with status 400, 413 and 415. */
export async function readJson(ctx: Context, limit: number): Promise<unknown> {
  if (!hasBody(ctx.req)) return undefined;
  requireMediaType(ctx, ['application/json']);
  const bytes = await readBody(ctx, limit);
  const text = decode(bytes);
  if (text.trim() === '') return undefined;
  const value = parseJson(text);
  rejectUnsafe(value);
  return value;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new ProblemError('bad-request', 'The body is not valid UTF-8.', { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ProblemError('bad-request', 'The body is not valid JSON.', { cause });
  }
}

const tooManyValues = () =>
  new ProblemError('bad-request', `The JSON body has more than ${MAX_VALUES} members and elements.`);

function rejectUnsafe(parsed: unknown): void {
  let level: unknown[] = [parsed];
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      if (depth >= MAX_DEPTH)
        throw new ProblemError('bad-request', `The JSON body is nested more than ${MAX_DEPTH} levels deep.`);
      const names = Array.isArray(value) ? [] : Object.keys(value);
      const forbidden = names.find((name) => FORBIDDEN_NAMES.includes(name));
      if (forbidden) throw new ProblemError('bad-request', `The property name ${forbidden} is not allowed.`);
      values += Array.isArray(value) ? value.length : names.length;
      if (values > MAX_VALUES) throw tooManyValues();
      for (const member of Object.values(value)) next.push(member);
    }
    level = next;
  }
}
