/** Migration of configurations, their histories and tokens. */

import type { StateLocation, StoredTokens } from '../stores/state-location.ts';
import { compare, describeConflicts } from './compare-locations.ts';
import { fingerprint, isEqualFingerprint } from './fingerprint.ts';
import { type Migration, migratePart } from './migrate.ts';

export async function prepareStateMigration(from: StateLocation, to: StateLocation): Promise<Migration> {
  const [changes, tokens] = [await moveOfChanges(from, to), await moveOfTokens(from, to)];
  return {
    conflicts: [...changes.conflicts, ...tokens.conflicts],
    run: async () => [...(await changes.run()), ...(await tokens.run())],
  };
}

/** All or nothing: histories cannot be merged. */
async function moveOfChanges(from: StateLocation, to: StateLocation): Promise<Migration> {
  const [changes, targetChanges] = [await from.changes(), await to.changes()];
  const found = { from: await fingerprint(changes), to: await fingerprint(targetChanges) };
  const isFree = targetChanges.length === 0 || isEqualFingerprint(found.from, found.to);
  const write = async () => {
    await to.putChanges(changes);
    return fingerprint(await to.changes());
  };
  return {
    conflicts: isFree ? [] : [`${to.name} contains other configurations than ${from.name}`],
    run: async () => [await migratePart('configuration changes', found, write)],
  };
}

async function moveOfTokens(from: StateLocation, to: StateLocation): Promise<Migration> {
  const sourceTokens = inForce(await from.tokens());
  const targetTokens = inForce(await to.tokens());
  const issued = await compare(issuedIn(sourceTokens), issuedIn(targetTokens));
  const revoked = await compare(revokedIn(sourceTokens), revokedIn(targetTokens));
  const write = async (read: typeof issuedIn) => {
    await to.putTokens(sourceTokens);
    return fingerprint(read(inForce(await to.tokens())).map(([, token]) => token));
  };
  return {
    conflicts: [
      ...describeConflicts(`issued tokens of ${to.name}`, issued),
      ...describeConflicts(`revoked tokens of ${to.name}`, revoked),
    ],
    run: async () => [
      await migratePart('issued tokens', issued, () => write(issuedIn)),
      await migratePart('revoked tokens', revoked, () => write(revokedIn)),
    ],
  };
}

/** Expired tokens are not migrated. All revocations are, because the clock may be wrong. */
function inForce({ issued, revoked }: StoredTokens): StoredTokens {
  return { issued: issued.filter(({ expires }) => Date.parse(expires) > Date.now()), revoked };
}

/** Members of a token have no order in a database. */
const issuedIn = ({ issued }: StoredTokens): [string, unknown][] =>
  issued.map((token) => [token.jti, Object.entries(token).sort()]);
const revokedIn = ({ revoked }: StoredTokens): [string, unknown][] => revoked.map(({ jti }) => [jti, jti]);
