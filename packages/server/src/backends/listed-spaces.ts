/** Restriction of a backend to the embedded spaces that BACKENDS_FILE lists, for a shared database. */
import type { LocalBackend } from '@semantic-search/engine/backend';
import { ProblemError } from '../errors/problem.ts';

const REMEDY =
  'Add it to BACKENDS_FILE: with an OpenSearch cluster, or as { "backend": "embedded" } if there is only one server or each server gets the same content.';

/**
 * A write to an embedded space is visible on one server only, so an operator has to list the `names` of the permitted spaces.
 * Rejects if the backend has other spaces. The returned backend creates no others.
 */
export async function restrictToListed(local: LocalBackend, names: readonly string[]): Promise<LocalBackend> {
  const unlisted = (await local.names()).filter((name) => !names.includes(name));
  const problem = `With DATABASE_URL, embedded search spaces must be listed in BACKENDS_FILE: ${unlisted.join(', ')}.`;
  if (unlisted.length > 0) throw new Error(`${problem} ${REMEDY}`);
  return {
    ...local,
    async content(name, options) {
      if (!options?.create || names.includes(name)) return local.content(name, options);
      const message = `There is no search space "${name}" that all servers share. ${REMEDY}`;
      throw new ProblemError('not-found', message);
    },
  };
}
