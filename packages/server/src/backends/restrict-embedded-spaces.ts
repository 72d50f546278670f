/**
 * Guard for embedded spaces with a shared database: they must be listed in BACKENDS_FILE.
 *
 * Several servers share the database, but a write to an embedded space is visible on one server only.
 */

import type { LocalBackend } from '@semantic-search/engine/backend';
import { ProblemError } from '../errors/problem.ts';

/** Closes the backend and rejects if it has unlisted spaces. */
export async function restrictEmbeddedSpaces(
  local: LocalBackend,
  declared: readonly string[],
): Promise<LocalBackend> {
  const others = (await local.names()).filter((name) => !declared.includes(name));
  if (others.length > 0) {
    await local.close();
    throw new Error(
      `With DATABASE_URL, embedded search spaces must be listed in BACKENDS_FILE: ${others.join(', ')}. ${remedy}`,
    );
  }
  return {
    ...local,
    async content(name, create) {
      if (create && !declared.includes(name)) {
        throw new ProblemError(
          'not-found',
          `There is no search space "${name}" that all servers share. ${remedy}`,
        );
      }
      return local.content(name, create);
    },
  };
}

const remedy =
  'Add it to BACKENDS_FILE: with an OpenSearch cluster, or as { "backend": "embedded" } if there is only one server or each server gets the same content.';
