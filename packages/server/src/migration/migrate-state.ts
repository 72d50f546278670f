/** Configurations with their histories, and tokens, as they are moved. */
import { compare, objections } from './compare-locations.ts';
import { fingerprint, isSame } from './fingerprint.ts';
import { type Move, movedPart } from './migrate.ts';
import type { KeptTokens, Place, Revocation } from './state-location.ts';

export async function moveOfState(from: Place, to: Place): Promise<Move> {
  const [changes, tokens] = [await moveOfChanges(from, to), await moveOfTokens(from, to)];
  return {
    objections: [...changes.objections, ...tokens.objections],
    carryOut: async () => [...(await changes.carryOut()), ...(await tokens.carryOut())],
  };
}

/** All or none: histories cannot be mixed. */
async function moveOfChanges(from: Place, to: Place): Promise<Move> {
  const [lines, there] = [await from.changes(), await to.changes()];
  const found = { from: await fingerprint(lines), to: await fingerprint(there) };
  const isFree = there.length === 0 || isSame(found.from, found.to);
  const write = async () => {
    await to.putChanges(lines);
    return fingerprint(await to.changes());
  };
  return {
    objections: isFree ? [] : [`There are configurations in ${to.name} that are not those of ${from.name}`],
    carryOut: async () => [await movedPart('changes of configurations', found, write)],
  };
}

async function moveOfTokens(from: Place, to: Place): Promise<Move> {
  const given = inForce(await from.tokens());
  const there = inForce(await to.tokens());
  const issued = await compare(issuedIn(given), issuedIn(there));
  const revoked = await compare(revokedIn(given), revokedIn(there));
  const write = async (read: typeof issuedIn) => {
    await to.putTokens(given);
    return fingerprint(read(inForce(await to.tokens())).map(([, token]) => token));
  };
  return {
    objections: [
      ...objections(`issued tokens of ${to.name}`, issued),
      ...objections(`revoked tokens of ${to.name}`, revoked),
    ],
    carryOut: async () => [
      await movedPart('issued tokens', issued, () => write(issuedIn)),
      await movedPart('revoked tokens', revoked, () => write(revokedIn)),
    ],
  };
}

/** A token that has ended is worth nothing, and its revocation neither. */
function inForce({ issued, revoked }: KeptTokens): KeptTokens {
  const counts = ({ expires }: Revocation) => expires === undefined || Date.parse(expires) > Date.now();
  return { issued: issued.filter(counts), revoked: revoked.filter(counts) };
}

/** Members of a token have no order in a database. */
const issuedIn = ({ issued }: KeptTokens): [string, unknown][] =>
  issued.map((token) => [token.jti, Object.entries(token).sort()]);
const revokedIn = ({ revoked }: KeptTokens): [string, unknown][] => revoked.map(({ jti }) => [jti, jti]);
