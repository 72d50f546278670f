import { QueryError } from '@semantic-search/engine';
import { describe, expect, it } from 'vitest';
import { withDeadline } from './with-deadline.ts';

const never = new AbortController().signal;
const options = { space: 'animals', signal: never, deadline: 5000 };

const problemOf = (pending: Promise<unknown>) =>
  pending.then(
    () => undefined,
    (error: { code?: string; message: string; cause?: unknown }) => error,
  );

describe('withDeadline', () => {
  it('returns the result', async () => {
    expect(await withDeadline(options, async () => 42)).toBe(42);
  });

  it('maps an unknown document to 404 and an unknown plugin to 400, with the message of the engine', async () => {
    const unknown = (code: QueryError['code']) =>
      problemOf(
        withDeadline(options, () => Promise.reject(new QueryError(code, 'There is none; there are a, b.'))),
      );
    expect(await unknown('unknown-document')).toMatchObject({ code: 'not-found' });
    expect(await unknown('unknown-plugin')).toMatchObject({
      code: 'bad-request',
      message: 'There is none; there are a, b.',
    });
  });

  it('rejects at the deadline even if the backend ignores the abort', async () => {
    const problem = await problemOf(
      withDeadline({ ...options, deadline: 20 }, () => new Promise(() => undefined)),
    );
    expect(problem).toMatchObject({ code: 'gateway-timeout' });
    expect(problem?.message).toContain('animals');
  });

  it('hides the cause of a failure and keeps it for the log', async () => {
    const cause = new Error('connect ECONNREFUSED 10.0.0.7:9200');
    const problem = await problemOf(withDeadline(options, () => Promise.reject(cause)));
    expect(problem).toMatchObject({ code: 'bad-gateway', cause });
    expect(problem?.message).not.toContain('10.0.0.7');
  });

  it('propagates the abort of the client', async () => {
    const client = new AbortController();
    let heard = false;
    const pending = withDeadline({ ...options, signal: client.signal }, (signal) => {
      signal.addEventListener('abort', () => {
        heard = true;
      });
      return new Promise(() => undefined);
    });
    client.abort();
    await problemOf(pending);
    expect(heard).toBe(true);
  });
});
