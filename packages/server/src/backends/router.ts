/** Backend router: dispatches each space to its backend. */
import type { LocalBackend, WritableBackend } from '@semantic-search/engine/backend';

export interface BackendRouter extends LocalBackend {
  /** Per remote space, a check that returns why the space is unavailable, or undefined. */
  remoteHealth: ReadonlyMap<string, () => Promise<string | undefined>>;
}

/** `remote` maps space names to backends; all other spaces are `local`. */
export function backendRouter(
  local: LocalBackend,
  remote: ReadonlyMap<string, WritableBackend>,
): BackendRouter {
  const backendOf = (name: string) => remote.get(name) ?? local;
  const remoteHealth = new Map(Array.from(remote, ([name, backend]) => [name, backend.unavailableReason]));
  return {
    remoteHealth,
    names: async () => [...new Set([...(await local.names()), ...remote.keys()])].sort(),
    space: (name) => backendOf(name).space(name),
    content: (name, create) => backendOf(name).content(name, create),
    // A remote space of the same name stays.
    deleteSpace: local.deleteSpace,
    /**
     * Remote outages do not make the server unready while at least one space works. Otherwise the load balancer would
     * remove every replica because of an outage that they cannot fix.
     */
    async unavailableReason() {
      const own = await local.unavailableReason();
      if (own !== undefined || remote.size === 0 || (await local.names()).length > 0) return own;
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
  };
}
