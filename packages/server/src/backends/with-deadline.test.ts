import { QueryError } from '@semantic-search/engine';
import { describe, expect, it } from 'vitest';
import { withDeadline } from './with-deadline.ts';

const never = new AbortController().signal;
const options = { space: 'animals', signal: never, deadline: 5000 };

const problemOf = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: { code?: string; message: string; cause?: unknown }) => error,
  );

describe('asking a backend', () => {
  it('gives its answer', async () => {
    expect(await withDeadline(options, async () => 42)).toBe(42);
  });

  it('makes an unknown document 404 and an unknown plugin 400, in the words of the engine', async () => {
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

  it('gives up at the deadline on a backend that does not heed the abort', async () => {
    const problem = await problemOf(
      withDeadline({ ...options, deadline: 20 }, () => new Promise(() => undefined)),
    );
    expect(problem).toMatchObject({ code: 'gateway-timeout' });
    expect(problem?.message).toContain('animals');
  });

  it('hides why a backend failed and keeps it for the log', async () => {
    const cause = new Error('connect ECONNREFUSED 10.0.0.7:9200');
    const problem = await problemOf(withDeadline(options, () => Promise.reject(cause)));
    expect(problem).toMatchObject({ code: 'bad-gateway', cause });
    expect(problem?.message).not.toContain('10.0.0.7');
  });

  it('passes the abort of the client on', async () => {
    const client = new AbortController();
    let heard = false;
    const asked = withDeadline({ ...options, signal: client.signal }, (signal) => {
      signal.addEventListener('abort', () => {
        heard = true;
      });
      return new Promise(() => undefined);
    });
    client.abort();
    await problemOf(asked);
    expect(heard).toBe(true);
  });
});
