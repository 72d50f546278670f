/**
 * Search spaces in the data directory of one of several servers: what is written through one is not seen by the others.
 * So beside a shared database there are only those that BACKENDS_FILE names as `embedded`, by an operator who knows.
 */
import { ProblemError } from '../errors.ts';
import type { WritableBackend } from './backend.ts';

/** Rejects, and closes the backend, where it has others. */
export async function restrictEmbeddedSpaces(
  local: WritableBackend,
  declared: readonly string[],
): Promise<WritableBackend> {
  const others = (await local.names()).filter((name) => !declared.includes(name));
  if (others.length > 0) {
    await local.close();
    throw new Error(
      `Servers that share DATABASE_URL would each have search spaces of their own: ${others.join(', ')}. ${remedy}`,
    );
  }
  return {
    ...local,
    async content(name, create) {
      if (create && !declared.includes(name)) {
        throw new ProblemError('not-found', `There is no search space "${name}" for all servers. ${remedy}`);
      }
      return local.content(name, create);
    },
  };
}

const remedy =
  'Name it in BACKENDS_FILE: in an OpenSearch cluster, or as { "backend": "embedded" } where there is only one server or each is given the same content.';
