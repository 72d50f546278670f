/** Scopes of access tokens, and the roles that they form (reference/http-api.md#permissions). */

export const scopes = [
  'search',
  'configurations:read',
  'configurations:write',
  'spaces:write',
  'tokens:write',
  'insight:read',
] as const;
export type Scope = (typeof scopes)[number];

/** What each scope permits. */
export const scopeDescriptions: Record<Scope, string> = {
  search: 'Search, suggestions, similar and recommended documents, concept extraction, and whole documents.',
  'configurations:read': 'Reading configurations, their history, and the list of search spaces.',
  'configurations:write': 'Creating, updating, activating, restoring and deleting configurations.',
  'spaces:write':
    'Reading, changing and deleting search spaces: documents, thesauri, ranking settings, training.',
  'tokens:write': 'Issuing, listing and revoking tokens.',
  'insight:read': 'Reading what visitors searched.',
};

/** Roles of people who sign in, and their scopes. */
export const roles = {
  viewer: ['search', 'configurations:read', 'insight:read'],
  editor: ['search', 'configurations:read', 'insight:read', 'configurations:write'],
  administrator: scopes,
} as const satisfies Record<string, readonly Scope[]>;
export type Role = keyof typeof roles;

/** The scopes that a token for some search spaces can have. The others, such as `tokens:write`, have effects beyond a space. */
export const spaceScopes = [
  'search',
  'configurations:read',
  'spaces:write',
  'insight:read',
] as const satisfies Scope[];
export type SpaceScope = (typeof spaceScopes)[number];

export function isSpaceScope(scope: Scope): scope is SpaceScope {
  return (spaceScopes as readonly Scope[]).includes(scope);
}
