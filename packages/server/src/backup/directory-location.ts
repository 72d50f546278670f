/** Configurations, tokens and search spaces in the files of a data directory or a backup. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { initialState, type StateLocation } from '@semantic-search/contract/storage';
import { isSpace } from '@semantic-search/engine';
import { noTokens, readTokens, tokensFile } from '../auth/token-file.ts';
import * as files from '../configurations/document-files.ts';
import { makeFolder } from '../filesystem/file-ownership.ts';

/** Reads without a lock, because each file is replaced as a whole. Deletes before it writes: only for new copies. */
export function directoryLocation(directory: string): StateLocation {
  return {
    async read() {
      // Tokens come first, so that the configurations that they name exist. Deleted configurations keep their documents.
      const tokens = (await readTokens(directory)) ?? noTokens;
      const { documents, state, damaged } = await files.readDocuments(directory);
      const [damage] = damaged.values();
      if (damage) throw damage;
      return { configurations: [...documents.values()], state: state ?? initialState, tokens };
    },
    async write({ configurations, state, tokens }) {
      const folder = files.configurationsFolder(directory);
      await makeFolder(folder);
      for (const name of await readdir(folder)) await rm(join(folder, name));
      for (const document of configurations)
        await files.configurationFile(directory, document.id).write(document);
      await files.stateFile(directory).write(state);
      await tokensFile(directory).write(tokens);
    },
  };
}

/** Names of the spaces under `directory` (`spaces/` of a data directory or a backup). */
export async function listSpaces(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return names.filter((name) => isSpace(join(directory, name))).sort();
}
