/** Status of errors: exhausted system resources are 503, unexpected errors 500. */
import Koa from 'koa';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { storageProblem } from '../backends/call-problem.ts';
import { errorMiddleware } from './error-middleware.ts';
import { ProblemError } from './problem.ts';

async function responseTo(error: unknown) {
  const app = new Koa().use(errorMiddleware(pino({ level: 'silent' }))).use(() => {
    throw error;
  });
  const server = app.listen(0);
  onTestFinished(() => void server.close());
  const response = await fetch(`http://127.0.0.1:${(server.address() as { port: number }).port}/`);
  const { detail } = (await response.json()) as { detail: string };
  return { status: response.status, retryAfter: response.headers.get('retry-after'), detail };
}

const systemError = (code: string) => Object.assign(new Error(`${code}: system message`), { code });

test.each([
  ['EMFILE', 'open files'],
  ['ENFILE', 'open files'],
  ['ENOMEM', 'memory'],
  ['EAGAIN', 'threads'],
])('maps %s to 503 with Retry-After', async (code, resource) => {
  const detail = `The server has run out of ${resource}; try again later.`;
  expect(await responseTo(systemError(code))).toEqual({ status: 503, retryAfter: '5', detail });
});

test.each(['ENOSPC', 'EDQUOT'])('maps %s to 503 without Retry-After', async (code) => {
  expect(await responseTo(systemError(code))).toMatchObject({ status: 503, retryAfter: null });
});

test.each(['EIO', 'EACCES', 'ENOENT', 'toString'])('maps %s to 500', async (code) => {
  expect(await responseTo(systemError(code))).toMatchObject({ status: 500, retryAfter: null });
});

test('explains why a worker could not be started', async () => {
  const error = Object.assign(new Error('Worker initialization failure: EMFILE'), {
    code: 'ERR_WORKER_INIT_FAILED',
  });
  expect(await responseTo(error)).toMatchObject({ status: 503, retryAfter: '5' });
});

test('names the exhausted resource of a search space once', async () => {
  for (const code of ['EMFILE', 'ENOSPC']) {
    const { detail } = await responseTo(storageProblem(systemError(code), 'zoo'));
    expect(detail.match(/has run out of/g), detail).toHaveLength(1);
  }
});

test('keeps the detail of a problem that an error caused', async () => {
  const cause = new Error('The file cannot be read', { cause: systemError('EMFILE') });
  const detail = 'The search space could not answer.';
  expect(await responseTo(new ProblemError('bad-gateway', detail, { cause }))).toEqual({
    status: 503,
    retryAfter: '5',
    detail: `${detail} The server has run out of open files.`,
  });
  expect(await responseTo(new ProblemError('bad-request', detail, { cause }))).toMatchObject({ status: 400 });
});
