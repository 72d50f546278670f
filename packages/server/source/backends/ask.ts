/** Asking a backend: one deadline over the whole call, the client's abort passed on, and its errors made problems. */
import { QuestionError } from '@semantic-search/engine';
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
export async function ask<Answer>(
  options: AskOptions,
  question: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(options.deadline);
  const signal = AbortSignal.any([timeout, options.signal]);
  try {
    return await untilAborted(question(signal), signal);
  } catch (error) {
    throw asProblem(error, options, timeout);
  }
}

/** Settles as the answer does, or rejects at the abort even when the backend does not heed it. */
async function untilAborted<Answer>(answer: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([answer, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function asProblem(error: unknown, options: AskOptions, timeout: AbortSignal): unknown {
  if (error instanceof ProblemError) return error;
  if (error instanceof QuestionError) {
    const code = error.code === 'unknown-document' ? 'not-found' : 'bad-request';
    return new ProblemError(code, error.message, { cause: error });
  }
  if (timeout.aborted) {
    const seconds = options.deadline / 1000;
    return new ProblemError(
      'gateway-timeout',
      `The search space "${options.space}" did not answer within ${seconds} s.`,
      { cause: error },
    );
  }
  if (options.signal.aborted)
    return new ProblemError('bad-request', 'The client went away before the answer.');
  return new ProblemError('bad-gateway', `The search space "${options.space}" could not answer.`, {
    cause: error,
  });
}
