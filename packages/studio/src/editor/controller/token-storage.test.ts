import { describe, expect, it } from 'vitest';
import { claimsOf, mayWrite } from './token-storage.ts';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = (header: object, claims: unknown) => `${part(header)}.${part(claims)}.c2lnbmF0dXJl`;

describe('a token', () => {
  it('shows its name, expiry and permissions', () => {
    const claims = claimsOf(
      token({ typ: 'at+jwt' }, { sub: 'Jörg', exp: 1800000000, scope: 'search openid configurations:write' }),
    );
    expect(claims).toEqual({
      name: 'Jörg',
      expires: 1800000000000,
      scopes: ['search', 'configurations:write'],
      isPublishable: false,
    });
    expect(mayWrite(claims!)).toBe(true);
  });

  it('without scopes may be tried, because the server decides', () => {
    expect(mayWrite(claimsOf(token({}, { sub: 'x' }))!)).toBe(true);
    expect(mayWrite(claimsOf('a.b.c')!)).toBe(true);
  });

  it('that is publishable or read-only permits no changes', () => {
    expect(mayWrite(claimsOf(token({ typ: 'publishable+jwt' }, { scope: 'search' }))!)).toBe(false);
    expect(mayWrite(claimsOf(token({}, { scope: 'configurations:read' }))!)).toBe(false);
  });

  it('a token has three segments', () => {
    expect(claimsOf('nonsense')).toBeUndefined();
    expect(claimsOf('')).toBeUndefined();
  });
});
