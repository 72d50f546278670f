/** Sends each space to its own backend. Each has its own sockets, its own line and its own circuit: none waits for another. */
import type { WritableBackend } from './backend.ts';

export interface BackendRouter extends WritableBackend {
  /** Why a space elsewhere cannot be asked at the moment, undefined when it can: by the name of the space. */
  elsewhere: ReadonlyMap<string, () => Promise<string | undefined>>;
}

/** `remote` has one backend for each space that lives elsewhere, by the name of the space; all others are `local`. */
export function backendRouter(
  local: WritableBackend,
  remote: ReadonlyMap<string, WritableBackend>,
): BackendRouter {
  const backendOf = (name: string) => remote.get(name) ?? local;
  const elsewhere = new Map(Array.from(remote, ([name, { trouble }]) => [name, lookedAtOnce(trouble)]));
  return {
    elsewhere,
    names: async () => [...new Set([...(await local.names()), ...remote.keys()])].sort(),
    space: (name) => backendOf(name).space(name),
    content: (name, create) => backendOf(name).content(name, create),
    /**
     * Services elsewhere do not make this one unready while there is a space that can be asked: every replica would
     * be taken away for what none of them can mend.
     */
    async trouble() {
      const own = await local.trouble();
      if (own !== undefined || remote.size === 0 || (await local.names()).length > 0) return own;
      const troubles = await Promise.all(Array.from(elsewhere.values(), (trouble) => trouble()));
      return troubles.includes(undefined) ? undefined : troubles.join(' ');
    },
    async close() {
      for (const backend of [...remote.values(), local]) await backend.close();
    },
  };
}

/** Who asks while it is looked waits along. */
function lookedAtOnce(trouble: WritableBackend['trouble']): WritableBackend['trouble'] {
  let looking: ReturnType<WritableBackend['trouble']> | undefined;
  return () => {
    looking ??= trouble().finally(() => {
      looking = undefined;
    });
    return looking;
  };
}
