/**
 * The keys of an OpenID Connect issuer: found by discovery, kept, and looked at anew after a while (RFC 8414, RFC 7517).
 * All times are of a clock that nobody sets: with that of the day, keys would stay for as long as it is set back.
 */
import { createRemoteJWKSet } from 'jose';

export type IssuerKeys = ReturnType<typeof createRemoteJWKSet>;

/** In milliseconds. */
export interface KeyTimes {
  /** After so long the keys are asked for again, so that one that the issuer dropped ends here too. */
  refresh?: number;
  /** So long they are not asked for again, whatever keys tokens name: as long is a new key of the issuer unknown. */
  cooldown?: number;
}

export interface IssuerKeyCache {
  /** Those that are known. Rejects while none ever were. Asks for them again in the background when that is due. */
  current(): Promise<IssuerKeys>;
  /** Asks for a key that is not among them. False where that was done just now; rejects where the issuer cannot be asked. */
  refreshed(): Promise<boolean>;
}

/** So long after it could not be asked it is not asked again, in milliseconds. */
const MAX_RETRY_DELAY_MS = 1000;
/** Longest wait for the issuer, in milliseconds. */
const timeout = 5000;

export function issuerKeys(issuer: string, { refresh, cooldown }: Required<KeyTimes>): IssuerKeyCache {
  let found: Promise<IssuerKeys> | undefined;
  let asking: Promise<void> | undefined;
  /** Of the last time that it was asked: a time of performance.now(), and what went wrong. */
  let last: { at: number; failure: unknown } = { at: Number.NEGATIVE_INFINITY, failure: null };

  /** Once, however many wait for it. */
  function ask(keys: IssuerKeys): Promise<void> {
    const over = (failure: unknown) => {
      asking = undefined;
      last = { at: performance.now(), failure };
    };
    asking ??= keys.reload().then(
      () => over(null),
      (error) => {
        over(error);
        throw error;
      },
    );
    return asking;
  }

  async function find(): Promise<IssuerKeys> {
    const keys = await discover(issuer);
    await ask(keys);
    return keys;
  }

  function findOnce(): Promise<IssuerKeys> {
    found ??= find().catch((error) => {
      // Whoever sends what looks like a token would have the issuer asked each time.
      const forget = () => {
        found = undefined;
      };
      setTimeout(forget, Math.min(cooldown, MAX_RETRY_DELAY_MS)).unref();
      throw error;
    });
    return found;
  }

  const isPast = (duration: number) => performance.now() - last.at >= duration;

  return {
    async current() {
      const keys = await findOnce();
      // While it cannot be asked, the keys that are known go on working: the next token after the cooldown tries again.
      if (isPast(last.failure === null ? refresh : cooldown)) ask(keys).catch(() => undefined);
      return keys;
    },
    async refreshed() {
      const keys = await findOnce();
      if (asking === undefined && !isPast(cooldown)) {
        if (last.failure !== null) throw last.failure;
        return false;
      }
      await ask(keys);
      return true;
    },
  };
}

async function discover(issuer: string): Promise<IssuerKeys> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeout), redirect: 'error' });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  const found = (await answer.json()) as { issuer?: unknown; jwks_uri?: unknown };
  // Otherwise one issuer could speak for another (OpenID Connect Discovery, section 4.3).
  if (found.issuer !== issuer) throw new Error(`${url} is about another issuer`);
  const place = new URL(String(found.jwks_uri));
  // Keys that anyone on the way could replace are none.
  if (place.protocol !== new URL(issuer).protocol) throw new Error(`${place} is less safe than the issuer`);
  // When they are asked for is decided here: it would go by the clock of the day.
  const never = Number.POSITIVE_INFINITY;
  return createRemoteJWKSet(place, {
    timeoutDuration: timeout,
    cooldownDuration: never,
    cacheMaxAge: never,
  });
}
