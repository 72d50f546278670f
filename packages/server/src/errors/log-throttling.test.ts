import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isExpectedRejection, throttledLog } from './log-throttling.ts';
import { ProblemError } from './problem.ts';

const comeAgain = { headers: { 'Retry-After': '1' } };
const rejection = (words: string, cause?: Error) =>
  new ProblemError('service-unavailable', words, { ...comeAgain, cause });

test('logs a flood of rejections once per interval, with the count and without a stack', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lines: { msg: string; level: number; times: number; because?: string }[] = [];
  const output = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  const reported = throttledLog(pino(output), 1000);
  const tell = (words: string, count: number) => {
    for (let index = 0; index < count; index += 1) reported(rejection(words, new Error('full')));
  };
  tell('Too much', 500);
  tell('Too many', 1);
  expect(lines).toMatchObject([
    { msg: 'Too much', times: 1, level: 40, because: 'full' },
    { msg: 'Too many', times: 1 },
  ]);
  vi.advanceTimersByTime(1000);
  tell('Too much', 7);
  vi.advanceTimersByTime(1000);
  vi.advanceTimersByTime(1000);
  expect(lines.slice(2)).toMatchObject([
    { msg: 'Too much', times: 499 },
    { msg: 'Too much', times: 7 },
  ]);
  expect(JSON.stringify(lines)).not.toContain('log-throttling.test.ts');
  tell('Too much', 1);
  expect(lines).toHaveLength(5);
});

test('logs a rejection without Retry-After as an error', () => {
  expect(isExpectedRejection(rejection('Too much'))).toBe(true);
  expect(isExpectedRejection(new ProblemError('service-unavailable', 'The disk fails'))).toBe(false);
  expect(isExpectedRejection(new ProblemError('too-many-requests', 'Too many', comeAgain))).toBe(false);
});
