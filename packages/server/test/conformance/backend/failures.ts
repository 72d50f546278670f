/** What every backend does when it cannot answer. Comes last: the engine is gone after it. */
import { describe, expect, test } from 'vitest';
import { withDeadline } from '../../../src/backends/with-deadline.ts';
import { ids, plain } from '../../support/documents.ts';
import type { UnderTest } from './under-test.ts';

export function failing(the: UnderTest): void {
  describe('when it cannot answer', () => {
    const asked = (deadline: number, signal = new AbortController().signal) =>
      withDeadline({ space: the.given.space, signal, deadline }, (limited) =>
        the.space.search({ ...plain, input: 'puma' }, limited),
      );

    const related = { id: ids.a, count: 3, documentFacets: [], summaryLength: 10 };
    /** One of each kind. */
    const questions: ((signal: AbortSignal) => Promise<unknown>)[] = [
      (signal) => the.space.search({ ...plain, input: 'lions' }, signal),
      (signal) => the.space.suggest({ text: 'pum', count: 5 }, signal),
      (signal) => the.space.similar(related, signal),
      (signal) => the.space.recommend(related, signal),
      (signal) => the.space.extract({ text: 'A puma.', count: 5 }, signal),
      (signal) => the.space.document(ids.a, { documentFacets: [] }, signal),
    ];

    test('a question that was given up before it began is not asked, and ends with the reason', async () => {
      const reason = new Error('gone');
      for (const ask of questions) await expect(ask(AbortSignal.abort(reason))).rejects.toBe(reason);
    });

    test('a question that is given up ends at once, with the reason, and holds up no other', async () => {
      await the.given.elsewhere?.hang();
      const reason = new Error('The visitor typed on.');
      // More than are asked at a time.
      const given = Array.from({ length: 30 }, (_, i) => {
        const client = new AbortController();
        const answer = the.space.search({ ...plain, input: `lions ${i}` }, client.signal);
        // Some of them are on their way by then.
        if (i % 2 === 0) client.abort(reason);
        else setTimeout(() => client.abort(reason), i);
        return answer;
      });
      const outcomes = await Promise.allSettled(given);
      const failures = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
      expect(failures.length).toBeGreaterThanOrEqual(the.given.elsewhere ? 30 : 15);
      expect(new Set(failures)).toEqual(new Set([reason]));
      await the.given.elsewhere?.mend();
      expect(await asked(5000)).toMatchObject({ total: 2 });
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
