import { describe, expect, it } from 'vitest';
import { holderOf, mayWrite } from './token-storage.ts';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = (header: object, claims: unknown) => `${part(header)}.${part(claims)}.c2lnbmF0dXJl`;

describe('a token', () => {
  it('shows its name, expiry and permissions', () => {
    const holder = holderOf(
      token({ typ: 'at+jwt' }, { sub: 'Jörg', exp: 1800000000, scope: 'search openid configurations:write' }),
    );
    expect(holder).toEqual({
      name: 'Jörg',
      expires: 1800000000000,
      scopes: ['search', 'configurations:write'],
      isForPages: false,
    });
    expect(mayWrite(holder!)).toBe(true);
  });

  it('without scopes may be tried, because the server decides', () => {
    expect(mayWrite(holderOf(token({}, { sub: 'x' }))!)).toBe(true);
    expect(mayWrite(holderOf('a.b.c')!)).toBe(true);
  });

  it('that is publishable or read-only permits no changes', () => {
    expect(mayWrite(holderOf(token({ typ: 'publishable+jwt' }, { scope: 'search' }))!)).toBe(false);
    expect(mayWrite(holderOf(token({}, { scope: 'configurations:read' }))!)).toBe(false);
  });

  it('has three segments', () => {
    expect(holderOf('nonsense')).toBeUndefined();
    expect(holderOf('')).toBeUndefined();
  });
});
