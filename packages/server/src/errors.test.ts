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

test.each(['ENOSPC', 'EDQUOT'])('%s is 503: nobody knows when there is room again', async (code) => {
  expect(await answerTo(ofSystem(code))).toMatchObject({ status: 503, again: null });
});

test.each(['EIO', 'EACCES', 'ENOENT', 'toString'])('%s is a fault of the service', async (code) => {
  expect(await answerTo(ofSystem(code))).toMatchObject({ status: 500, again: null });
});

test('a thread that could not be started tells why in words', async () => {
  const error = Object.assign(new Error('Worker initialization failure: EMFILE'), {
    code: 'ERR_WORKER_INIT_FAILED',
  });
  expect(await answerTo(error)).toMatchObject({ status: 503, again: '5' });
});

test('a problem that came of it keeps its words, and those of the client stay theirs', async () => {
  const cause = new Error('The file cannot be read', { cause: ofSystem('EMFILE') });
  const detail = 'The search space could not answer.';
  expect(await answerTo(new ProblemError('bad-gateway', detail, { cause }))).toEqual({
    status: 503,
    again: '5',
    detail,
  });
  expect(await answerTo(new ProblemError('bad-request', detail, { cause }))).toMatchObject({ status: 400 });
});
