/** Answers of routes as the bytes that go out: written once, compressed in one piece where they are long, and counted. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { Context, Middleware } from 'koa';
import { holderOf } from '../authentication/holder.ts';
import { waitingLine } from '../waiting-line.ts';
import { type AnswerBudget, type GiveBack, tooManyUnread } from './answer-budget.ts';
import { long } from './conditions.ts';

/** Counts what is answered. Koa would write an object twice, to know its length. */
export function countedAnswers(answers: AnswerBudget): Middleware {
  return async (ctx, next) => {
    ctx.state.answers = answers;
    await next();
    const body = longBody(ctx);
    if (body) hold(ctx, body, answers);
  };
}

/**
 * Compresses long answers, the short and those in pieces being left to others. A stream that compresses would hold some
 * megabytes for as long as its reader takes.
 */
export function compressedLong(answers: AnswerBudget): Middleware {
  return async (ctx, next) => {
    await next();
    const body = longBody(ctx);
    const encoding = body && encodings.find((each) => ctx.acceptsEncodings(each) === each);
    if (!body || !encoding) return;
    const giveBack = hold(ctx, body, answers);
    try {
      const compressed = await encoded(body, encoding);
      ctx.set('Content-Encoding', encoding);
      ctx.body = compressed;
    } finally {
      giveBack();
    }
  };
}

/** Undefined where there is none. What is short or an object is a text afterwards. */
function longBody(ctx: Context): Buffer | undefined {
  if (ctx.headerSent || ctx.method === 'HEAD') return undefined;
  const { body } = ctx;
  if (isPlain(body)) ctx.body = JSON.stringify(body);
  if (typeof ctx.body === 'string' && ctx.body.length >= long) ctx.body = Buffer.from(ctx.body);
  return Buffer.isBuffer(ctx.body) ? ctx.body : undefined;
}

/** What Koa writes as JSON. */
function isPlain(body: unknown): boolean {
  return typeof body === 'object' && body !== null && !Buffer.isBuffer(body) && !('pipe' in body);
}

function hold({ state, res, method }: Context, body: Buffer, answers: AnswerBudget): GiveBack {
  const isDone = method !== 'GET' && /:write$/.test(state.permitted ?? '');
  const holder = holderOf(state.access);
  const giveBack = isDone ? answers.holdAnyway(res, body, holder) : answers.hold(res, body, holder);
  if (!giveBack) throw tooManyUnread();
  return giveBack;
}

const compressors = {
  zstd: promisify(zstdCompress),
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify(gzip),
};
type Encoding = keyof typeof compressors;
const encodings = Object.keys(compressors) as Encoding[];

/** As many as Node has threads for it; each takes some megabytes meanwhile. */
const line = waitingLine({
  places: 4,
  most: 1000,
  longest: Number.POSITIVE_INFINITY,
  refusal: tooManyUnread,
});
const made = new WeakMap<Buffer, Partial<Record<Encoding, Promise<Buffer>>>>();

/** Once for all who read the same; what was refused or failed is tried again by the next. */
function encoded(body: Buffer, encoding: Encoding): Promise<Buffer> {
  const known = made.get(body) ?? {};
  made.set(body, known);
  known[encoding] ??= line
    .run(() => compressors[encoding](body))
    .catch((error) => {
      delete known[encoding];
      throw error;
    });
  return known[encoding];
}
