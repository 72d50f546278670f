/** Backend router, which sends each call to the backend of its search space. */
import type { LocalBackend, WritableBackend } from '@semantic-search/engine/backend';

export type BackendRouter = ReturnType<typeof backendRouter>;

/** `remote` maps space names to backends; all other spaces are `local`. */
export function backendRouter(local: LocalBackend, remote: ReadonlyMap<string, WritableBackend>) {
  const backendOf = (name: string) => remote.get(name) ?? local;
  const remoteReasons = new Map(Array.from(remote, ([name, backend]) => [name, backend.unavailableReason]));
  return {
    /** Functions by name of the remote space: each returns why the space is unavailable, or undefined. */
    remoteReasons,
    names: async () => [...new Set([...(await local.names()), ...remote.keys()])].sort(),
    space: (name) => backendOf(name).space(name),
    content: (name, options) => backendOf(name).content(name, options),
    // Deletes an embedded space; a remote space of the same name stays.
    deleteSpace: local.deleteSpace,
    /** Unready only if no space works: replicas cannot fix a remote outage, and a load balancer would remove all of them. */
    async unavailableReason() {
      const localReason = await local.unavailableReason();
      const hasLocalSpaces = (await local.names()).length > 0;
      if (localReason !== undefined || remote.size === 0 || hasLocalSpaces) return localReason;
      const reasons = await Promise.all(Array.from(remoteReasons.values(), (remoteReason) => remoteReason()));
      return reasons.includes(undefined) ? undefined : reasons.join(' ');
    },
    /** Closes every backend, even if one rejects; then rejects with the first error. */
    async close() {
      const backends = [...remote.values(), local];
      const closed = await Promise.allSettled(backends.map(async (backend) => backend.close()));
      for (const result of closed) if (result.status === 'rejected') throw result.reason;
    },
  } satisfies LocalBackend & { remoteReasons: unknown };
}
