/**
 * The way out of a server behind a load balancer: it says that it is not ready and goes on answering, closing each
 * connection with its answer, until the load balancer has noticed; only then it stops listening.
 */
import type { RequestListener } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface GracefulEnding {
  /** For `/ready`. */
  trouble(): string | null;
  /** The same listener, that from the beginning of the end on takes no further request on a connection. */
  telling(listener: RequestListener): RequestListener;
  /** Resolves after `delay` milliseconds. */
  begin(delay: number): Promise<void>;
}

export function gracefulEnding(): GracefulEnding {
  let ending = false;
  return {
    trouble: () => (ending ? 'It was told to end.' : null),
    telling: (listener) => (request, response) => {
      if (ending) response.setHeader('Connection', 'close');
      listener(request, response);
    },
    async begin(delay) {
      ending = true;
      await pause(delay);
    },
  };
}
