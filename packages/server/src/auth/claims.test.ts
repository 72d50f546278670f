import { expect, test } from 'vitest';
import { codeBlocks } from '../../../../test/support/manual.ts';
import { accessOf } from './claims.ts';

const page = 'how-to/sign-in-with-openid-connect';
const settings = codeBlocks(page, 'ini').map(
  (block) => new Map(block.split('\n').map((line) => line.split('=') as [string, string])),
);
const tokens = codeBlocks(page, 'json').map((block) => JSON.parse(block) as Record<string, unknown>);

test.each([
  ['Keycloak', 0, ['configurations:read', 'configurations:write', 'search']],
  ['Entra', 1, ['configurations:read', 'configurations:write']],
])('finds the scopes in the documented token of %s with the documented settings', (_name, index, scopes) => {
  const token = tokens[index]!;
  const setting = (name: string) => settings[index]!.get(name)!;
  const access = accessOf(
    'access',
    { ...token, exp: 4_000_000_000 },
    {
      issuer: setting('OIDC_ISSUER'),
      audience: setting('OIDC_AUDIENCE'),
      scopeClaims: setting('OIDC_SCOPE_CLAIMS').split(' '),
    },
  );
  expect([...access.scopes].sort()).toEqual(scopes);
  expect(access.subject).toBe(token.sub);
});
