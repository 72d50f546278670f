/** Asking a backend: one deadline over the whole call, the client's abort passed on, and its errors made problems. */
import { QueryError } from '@semantic-search/engine';
import { ProblemError } from '../errors.ts';

export interface AskOptions {
  /** Name of the search space, for the wording of problems. */
  space: string;
  /** Aborted when the client has gone. */
  signal: AbortSignal;
  /** Longest time of the whole call in milliseconds (contract: 10 s). */
  deadline: number;
}

/**
 * Runs a question with a signal that ends it at the deadline or when the client goes.
 * Rejects with a problem: 404 for an unknown document, 400 for an unknown facet or plugin, 504 when it was too
 * slow, 502 when it failed otherwise. The cause goes along for the log, never into the answer.
 */
export async function withDeadline<Answer>(
  options: AskOptions,
  question: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const { signal: client, deadline } = options;
  if (client.aborted) throw clientGone();
  const ending = new AbortController();
  // Rejects at the abort even when the backend does not heed it.
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = (reason: unknown) => {
    ending.abort(reason);
    reject(reason);
  };
  let wasTooSlow = false;
  // A timer that is taken back: those of AbortSignal.timeout live on, and each makes its exception, when all is answered.
  const timer = setTimeout(() => {
    wasTooSlow = true;
    end(new DOMException('The deadline has passed.', 'TimeoutError'));
  }, deadline);
  const gone = () => end(client.reason);
  client.addEventListener('abort', gone, { once: true });
  try {
    return await Promise.race([question(ending.signal), ended]);
  } catch (error) {
    throw asProblem(error, options, wasTooSlow);
  } finally {
    clearTimeout(timer);
    client.removeEventListener('abort', gone);
  }
}

function asProblem(error: unknown, options: AskOptions, wasTooSlow: boolean): unknown {
  if (error instanceof ProblemError) return error;
  if (error instanceof QueryError) {
    const code = error.code === 'unknown-document' ? 'not-found' : 'bad-request';
    return new ProblemError(code, error.message, { cause: error });
  }
  if (wasTooSlow) {
    const seconds = options.deadline / 1000;
    return new ProblemError(
      'gateway-timeout',
      `The search space "${options.space}" did not answer within ${seconds} s.`,
      { cause: error },
    );
  }
  if (options.signal.aborted) return clientGone();
  return new ProblemError('bad-gateway', `The search space "${options.space}" could not answer.`, {
    cause: error,
  });
}

const clientGone = () => new ProblemError('bad-request', 'The client went away before the answer.');
