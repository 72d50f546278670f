/** Conformance: aborts, deadlines and failures. Runs last, because it stops the engine. */
import { describe, expect, test } from 'vitest';
import { ids, plain } from '../../support/documents.ts';
import { limitedQueries } from '../../support/queries.ts';
import type { UnderTest } from './under-test.ts';

export function failureTests(the: UnderTest): void {
  describe('failures', () => {
    const searchWith = (limit: number, signal = new AbortController().signal) =>
      limitedQueries(the.space, { name: the.given.space, limit, signal }).search({ ...plain, input: 'puma' });

    const related = { id: ids.a, count: 3, documentFacets: [], summaryLength: 10 };
    /** One query per operation. */
    const calls: ((signal: AbortSignal) => Promise<unknown>)[] = [
      (signal) => the.space.search({ ...plain, input: 'lions' }, signal),
      (signal) => the.space.suggest({ text: 'pum', count: 5 }, signal),
      (signal) => the.space.similar(related, signal),
      (signal) => the.space.recommend(related, signal),
      (signal) => the.space.extract({ text: 'A puma.', count: 5 }, signal),
      (signal) => the.space.document(ids.a, { documentFacets: [] }, signal),
    ];

    test('a query with an aborted signal rejects with the abort reason and is not sent', async () => {
      const reason = new Error('gone');
      for (const ask of calls) await expect(ask(AbortSignal.abort(reason))).rejects.toBe(reason);
    });

    test('an aborted query rejects at once with the abort reason and does not block others', async () => {
      await the.given.remoteFaults?.hang();
      const reason = new Error('The visitor typed on.');
      // More than the maximum number of concurrent queries.
      const given = Array.from({ length: 30 }, (_, i) => {
        const client = new AbortController();
        const response = the.space.search({ ...plain, input: `lions ${i}` }, client.signal);
        // Some of them are in flight by then.
        if (i % 2 === 0) client.abort(reason);
        else setTimeout(() => client.abort(reason), i);
        return response;
      });
      const outcomes = await Promise.allSettled(given);
      const failures = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
      expect(failures.length).toBeGreaterThanOrEqual(the.given.remoteFaults ? 30 : 15);
      expect(new Set(failures)).toEqual(new Set([reason]));
      await the.given.remoteFaults?.recover();
      expect(await searchWith(5000)).toMatchObject({ total: 2 });
    });

    test('returns 504 at the deadline and works again afterwards', async ({ skip }) => {
      if (!the.given.remoteFaults) return skip('the engine lives in the service itself');
      await the.given.remoteFaults.hang();
      await expect(searchWith(60)).rejects.toMatchObject({ code: 'gateway-timeout' });
      await the.given.remoteFaults.recover();
      expect(await searchWith(5000)).toMatchObject({ total: 2 });
    });

    test('never returns a partial result', async ({ skip }) => {
      if (!the.given.remoteFaults) return skip('the engine lives in the service itself');
      await the.given.remoteFaults.returnPartialResults();
      await expect(searchWith(5000)).rejects.toMatchObject({ code: 'bad-gateway' });
      await the.given.remoteFaults.recover();
    });

    test('an outage is a problem that names the space and hides the cause', async () => {
      await the.given.stopEngine();
      const problem = await searchWith(5000).catch((error: Error & { status?: number }) => error);
      expect(problem).toMatchObject({ status: expect.any(Number) });
      const { status, message } = problem as { status: number; message: string };
      expect([502, 503]).toContain(status);
      expect(message).toContain(the.given.space);
      expect(message).not.toMatch(/127\.0\.0\.1|ECONN|sqlite/);
    });
  });
}
