/** Backend router: dispatches each space to its backend, and restricts embedded spaces. */
import type { LocalBackend, WritableBackend } from '@semantic-search/engine/backend';
import { ProblemError } from '../errors/problem.ts';

export type BackendRouter = ReturnType<typeof backendRouter>;

/** `remote` maps space names to backends; all other spaces are `local`. */
export function backendRouter(local: LocalBackend, remote: ReadonlyMap<string, WritableBackend>) {
  const backendOf = (name: string) => remote.get(name) ?? local;
  const remoteHealth = new Map(Array.from(remote, ([name, backend]) => [name, backend.unavailableReason]));
  return {
    /** Per remote space, a check that returns why the space is unavailable, or undefined. */
    remoteHealth,
    names: async () => [...new Set([...(await local.names()), ...remote.keys()])].sort(),
    space: (name) => backendOf(name).space(name),
    content: (name, options) => backendOf(name).content(name, options),
    // Deletes an embedded space; a remote space of the same name stays.
    deleteSpace: local.deleteSpace,
    /**
     * Remote outages do not make the server unready while at least one space works. Otherwise the load balancer would
     * remove every replica because of an outage that they cannot fix.
     */
    async unavailableReason() {
      const localReason = await local.unavailableReason();
      const hasLocalSpaces = (await local.names()).length > 0;
      if (localReason !== undefined || remote.size === 0 || hasLocalSpaces) return localReason;
      const reasons = await Promise.all(Array.from(remoteHealth.values(), (reason) => reason()));
      return reasons.includes(undefined) ? undefined : reasons.join(' ');
    },
    /** Closes every backend, even if one rejects; then rejects with the first error. */
    async close() {
      const closed = await Promise.allSettled(
        [...remote.values(), local].map(async (backend) => backend.close()),
      );
      for (const result of closed) if (result.status === 'rejected') throw result.reason;
    },
  } satisfies LocalBackend & { remoteHealth: unknown };
}

const remedy =
  'Add it to BACKENDS_FILE: with an OpenSearch cluster, or as { "backend": "embedded" } if there is only one server or each server gets the same content.';

/**
 * With a shared database, embedded spaces must be listed in BACKENDS_FILE: a write to one is visible on one server only. Closes
 * the backend and rejects if it has unlisted spaces.
 */
export async function restrictEmbeddedSpaces(
  local: LocalBackend,
  declared: readonly string[],
): Promise<LocalBackend> {
  const unlisted = (await local.names()).filter((name) => !declared.includes(name));
  if (unlisted.length > 0) {
    await local.close();
    throw new Error(
      `With DATABASE_URL, embedded search spaces must be listed in BACKENDS_FILE: ${unlisted.join(', ')}. ${remedy}`,
    );
  }
  return {
    ...local,
    async content(name, options) {
      if (!options?.create || declared.includes(name)) return local.content(name, options);
      const message = `There is no search space "${name}" that all servers share. ${remedy}`;
      throw new ProblemError('not-found', message);
    },
  };
}
