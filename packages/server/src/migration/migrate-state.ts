/** Migration of configurations with their logs, and of tokens. */
import type { StateLocation, StoredState } from '@semantic-search/contract/stores';
import { compare, describeConflicts } from './compare-locations.ts';
import { fingerprint } from './fingerprint.ts';
import { type Migration, migratePart } from './migrate.ts';

/** What an interrupted migration has written is written again. */
export async function prepareStateMigration(from: StateLocation, to: StateLocation): Promise<Migration> {
  const source = await from.read();
  const found = await compare(itemsOf(source), itemsOf(await to.read()));
  return {
    conflicts: describeConflicts(`configurations and tokens of ${to.name}`, found),
    run: async () => [
      await migratePart('configurations and tokens', found, async () => {
        await to.write(source);
        return fingerprint(Array.from(itemsOf(await to.read()), ([, item]) => item));
      }),
    ],
  };
}

function* itemsOf({ configurations, state, tokens }: StoredState): Iterable<[string, unknown]> {
  for (const document of configurations) yield [`configuration ${document.id}`, canonical(document)];
  for (const [index, record] of state.log.entries()) yield [`activation ${index + 1}`, canonical(record)];
  for (const token of tokens.issued) yield [`token ${token.jti}`, canonical(token)];
  for (const { jti } of tokens.revoked) yield [`revocation of ${jti}`, jti];
}

/** A database does not keep the order of members. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, canonical(member)]));
}
