/** State of a request, which each middleware passes on to later ones. */
import type { Operation } from '@semantic-search/contract';
import type { Jwt } from 'jsonwebtoken';
import type { Access } from './auth/permission.ts';

declare module 'koa' {
  interface DefaultState {
    requestId: string;
    /** Origin of this server, as the client sees it. */
    ownOrigin(): string;
    /** Whether the token comes from the session cookie, not from a header. */
    isSession?: boolean;
    /** The token whose signature, issuer and times were verified; absent on public routes. */
    token?: Pick<Jwt, 'header' | 'payload'>;
    /** What that token permits (`requireAccess`). */
    access?: Access;
    /** The JSON body, with its size in bytes; absent without one. */
    json?: { content: unknown; bytes: number };
    /** The operation that the request has reached. */
    operation?: Operation;
    /** Whether the request changed nothing, because its result existed already: the audit trail leaves it out. */
    isUnchanged?: boolean;
  }
}
