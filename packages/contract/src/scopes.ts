/** Scopes of access tokens, and those of tokens that are limited to search spaces. */

/** Scopes of access tokens (docs/http-api.md#permissions). */
export const scopes = [
  'search',
  'configurations:read',
  'configurations:write',
  'spaces:write',
  'tokens:write',
] as const;
export type Scope = (typeof scopes)[number];

/** The scopes of tokens that are limited to search spaces; the others have effects beyond a space. */
export const spaceScopes = ['search', 'configurations:read', 'spaces:write'] as const satisfies Scope[];
export type SpaceScope = (typeof spaceScopes)[number];

export function isSpaceScope(scope: Scope): scope is SpaceScope {
  return (spaceScopes as readonly Scope[]).includes(scope);
}
