/** What every backend does when it cannot answer. Comes last: the engine is gone after it. */
import { describe, expect, test } from 'vitest';
import { ask } from '../ask.ts';
import { plain } from '../fixtures.testing.ts';
import type { UnderTest } from './under-test.ts';

export function failing(the: UnderTest): void {
  describe('when it cannot answer', () => {
    const asked = (deadline: number, signal = new AbortController().signal) =>
      ask({ space: the.given.space, signal, deadline }, (limited) =>
        the.space.search({ ...plain, input: 'puma' }, limited),
      );

    test('a question that was given up ends at once', async () => {
      const reason = new Error('gone');
      await expect(the.space.search(plain, AbortSignal.abort(reason))).rejects.toThrow();
      const client = new AbortController();
      const answer = the.space.search({ ...plain, input: 'lions' }, client.signal);
      client.abort(reason);
      await expect(answer).rejects.toThrow();
    });

    test('at the deadline it is 504, and good again after that', async ({ skip }) => {
      if (!the.given.elsewhere) return skip('the engine lives in the service itself');
      await the.given.elsewhere.hang();
      await expect(asked(60)).rejects.toMatchObject({ code: 'gateway-timeout' });
      await the.given.elsewhere.mend();
      expect(await asked(5000)).toMatchObject({ total: 2 });
    });

    test('a part of an answer is never shown as the whole', async ({ skip }) => {
      if (!the.given.elsewhere) return skip('the engine lives in the service itself');
      await the.given.elsewhere.halve();
      await expect(asked(5000)).rejects.toMatchObject({ code: 'bad-gateway' });
      await the.given.elsewhere.mend();
    });

    test('taken away it is a problem that names the space, not what is behind it', async () => {
      await the.given.takeAway();
      const problem = await asked(5000).catch((error: Error & { status?: number }) => error);
      expect(problem).toMatchObject({ status: expect.any(Number) });
      const { status, message } = problem as { status: number; message: string };
      expect([502, 503]).toContain(status);
      expect(message).toContain(the.given.space);
      expect(message).not.toMatch(/127\.0\.0\.1|ECONN|sqlite/);
    });
  });
}
