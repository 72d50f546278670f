/** Which errors are the service's fault, and which say that the system has too little of something. */
import Koa from 'koa';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { errorResponses, ProblemError } from './errors.ts';

async function answerTo(error: unknown) {
  const app = new Koa().use(errorResponses(pino({ level: 'silent' }))).use(() => {
    throw error;
  });
  const server = app.listen(0);
  onTestFinished(() => void server.close());
  const answer = await fetch(`http://127.0.0.1:${(server.address() as { port: number }).port}/`);
  const { detail } = (await answer.json()) as { detail: string };
  return { status: answer.status, again: answer.headers.get('retry-after'), detail };
}

const ofSystem = (code: string) => Object.assign(new Error(`${code}: words of the system`), { code });

test.each([
  ['EMFILE', 'open files'],
  ['ENFILE', 'open files'],
  ['ENOMEM', 'memory'],
  ['EAGAIN', 'threads'],
])('%s is 503 with when to come again', async (code, short) => {
  const detail = `The server has run out of ${short}; try again later.`;
  expect(await answerTo(ofSystem(code))).toEqual({ status: 503, again: '5', detail });
});

test.each(['ENOSPC', 'EDQUOT'])('maps %s to 503 without Retry-After', async (code) => {
  expect(await answerTo(ofSystem(code))).toMatchObject({ status: 503, again: null });
});

test.each(['EIO', 'EACCES', 'ENOENT', 'toString'])('maps %s to 500', async (code) => {
  expect(await answerTo(ofSystem(code))).toMatchObject({ status: 500, again: null });
});

test('explains why a worker could not be started', async () => {
  const error = Object.assign(new Error('Worker initialization failure: EMFILE'), {
    code: 'ERR_WORKER_INIT_FAILED',
  });
  expect(await answerTo(error)).toMatchObject({ status: 503, again: '5' });
});

test('keeps the detail of a problem that an error caused', async () => {
  const cause = new Error('The file cannot be read', { cause: ofSystem('EMFILE') });
  const detail = 'The search space could not answer.';
  expect(await answerTo(new ProblemError('bad-gateway', detail, { cause }))).toEqual({
    status: 503,
    again: '5',
    detail,
  });
  expect(await answerTo(new ProblemError('bad-request', detail, { cause }))).toMatchObject({ status: 400 });
});
