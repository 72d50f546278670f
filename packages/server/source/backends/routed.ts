/** Sends each space to its own backend. Each has its own sockets, its own line and its own circuit: none waits for another. */
import type { ContentBackend } from './port.ts';

/** `remote` has one backend for each space that lives elsewhere, by the name of the space; all others are `local`. */
export function routedBackend(
  local: ContentBackend,
  remote: ReadonlyMap<string, ContentBackend>,
): ContentBackend {
  const backendOf = (name: string) => remote.get(name) ?? local;
  return {
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
      const troubles = await Promise.all([...remote.values()].map((backend) => backend.trouble()));
      return troubles.includes(undefined) ? undefined : troubles.join(' ');
    },
    async close() {
      for (const backend of [...remote.values(), local]) await backend.close();
    },
  };
}
