import { expect, test } from 'vitest';
import { parseSettings } from './server-settings.ts';

const [older, newer] = ['o'.repeat(32), 'n'.repeat(32)] as const;

test('listens on loopback without limits by default', async () => {
  expect(await parseSettings({})).toMatchObject({
    port: 8080,
    host: 'localhost',
    dataDirectory: './data',
    publicUrl: null,
    limits: { perToken: null, perAddress: null },
  });
});

test('enables rate limits for a public server; 0 disables them', async () => {
  const open = await parseSettings({ HOST: '0.0.0.0' });
  expect(open.limits.perToken).toBeGreaterThan(0);
  expect(open.limits.perAddress).toBeGreaterThan(0);
  const none = await parseSettings({ HOST: '0.0.0.0', REQUESTS_PER_MINUTE_AND_ADDRESS: '0' });
  expect(none.limits.perAddress).toBeNull();
});

test.each([
  ['PORT', '80a', 'an integer from 0 to 65535'],
  ['PORT', '70000', 'an integer from 0 to 65535'],
  ['PUBLIC_URL', 'search.example.org', 'https://search.example.org'],
  ['PUBLIC_URL', 'https://example.org/below', 'https://search.example.org'],
  ['LOG_LEVEL', 'loud', '"debug"'],
  ['ALLOWED_ORIGINS', 'https://a.test *', 'separated by spaces'],
  ['TRUSTED_PROXIES', '-1', 'an integer from 0 to 10'],
  ['PUBLIC_URL', 'https://[', 'https://search.example.org'],
  ['PUBLIC_URL', 'http://a:99999999', 'https://search.example.org'],
  ['ALLOWED_ORIGINS', 'https://a.test https://a:b', 'separated by spaces'],
  ['OIDC_ISSUER', 'https://[x', 'OpenID Connect'],
  ['PUBLIC_URL', 'https://a.test#b', 'https://search.example.org'],
  ['PUBLIC_URL', 'https://ann:secret@a.test', 'https://search.example.org'],
  ['ALLOWED_ORIGINS', 'https://*.a.test', 'separated by spaces'],
  ['ALLOWED_ORIGINS', 'https://a.test,https://b.test', 'separated by spaces'],
  ['ALLOWED_ORIGINS', 'https://a.test/below', 'separated by spaces'],
  ['ALLOWED_ORIGINS', 'https://(a)', 'separated by spaces'],
  ['ALLOWED_ORIGINS', 'https://a"b', 'separated by spaces'],
  ['ALLOWED_ORIGINS', 'null', 'separated by spaces'],
  ['ALLOWED_ORIGINS', 'https://ann:secret@a.test', 'separated by spaces'],
  ['OIDC_ISSUER', 'https://a.test?b=1', 'OpenID Connect'],
  ['HOST', 'localhost:80', 'without a port'],
  ['HOST', '[::1]:80', 'without a port'],
  ['ACCESS_TOKEN_SECRETS', 'a phrase with spaces that is long enough', 'at least 32 characters each'],
  ['PUBLISHABLE_TOKEN_SECRETS', 'short', 'at least 32 characters each'],
  ['DATA_DIR', ' ', 'not blank'],
  ['DATA_DIR', '', 'not blank'],
  ['OIDC_AUDIENCE', ' ', 'not blank'],
  ['BACKENDS_FILE', ' ', 'empty, or not blank'],
  ['HOST', ' ', 'without a port'],
  ['PORT', ' ', 'an integer'],
  ['DATABASE_URL', ' ', 'postgres://'],
  ['OIDC_ISSUER', ' ', 'OpenID Connect'],
  ['OIDC_SCOPE_CLAIMS', ' ', 'separated by spaces'],
  ['PUBLIC_URL', ' ', 'https://search.example.org'],
  ['ALLOWED_ORIGINS', ' ', 'separated by spaces'],
  ['ACCESS_TOKEN_SECRETS', ' ', 'separated by spaces'],
  ['LOG_LEVEL', ' ', '"debug"'],
  ['DEMO_DIR', ' ', 'an existing directory'],
  ['DEMO_DIR', 'no-such-folder', 'an existing directory'],
  ['DEMO_DIR', 'package.json', 'an existing directory'],
])('rejects %s=%s and lists the allowed values', async (name, value, allowed) => {
  await expect(parseSettings({ [name]: value })).rejects.toThrow(new RegExp(`${name} must be .*${allowed}`));
});

test('accepts an IPv6 address in brackets and listens on it without them', async () => {
  expect(await parseSettings({ HOST: '[::1]' })).toMatchObject({ host: '::1', limits: { perToken: null } });
});

test('rejects a secret that is used for both kinds of tokens', async () => {
  const both = { ACCESS_TOKEN_SECRETS: `${older} ${newer}`, PUBLISHABLE_TOKEN_SECRETS: newer };
  await expect(parseSettings(both)).rejects.toThrow(/PUBLISHABLE_TOKEN_SECRETS must not share/);
});

test('does not show an invalid secret in the error message', async () => {
  const secret = 'correct horse';
  await expect(parseSettings({ ACCESS_TOKEN_SECRETS: secret, PORT: 'x' })).rejects.toThrow(/^(?!.*correct)/);
});

test('splits origins and secrets at spaces', async () => {
  const settings = await parseSettings({
    ALLOWED_ORIGINS: 'https://a.test https://b.test:8443/',
    ACCESS_TOKEN_SECRETS: `${newer} ${older}`,
  });
  expect(settings.allowedOrigins).toEqual(['https://a.test', 'https://b.test:8443']);
  expect(settings.secrets.access).toEqual([newer, older]);
});

test('requires secrets with DATABASE_URL and never shows its password', async () => {
  const url = 'postgres://search:battery-staple@db.example.org/search';
  await expect(parseSettings({ DATABASE_URL: url })).rejects.toThrow(/requires ACCESS_TOKEN_SECRETS/);
  const cut = url.replace('-staple', '%zz');
  for (const wrong of [url.replace('postgres', 'mysql'), url.replace('db.', 'd b.'), `${url}:`, cut]) {
    const start = parseSettings({ DATABASE_URL: wrong, PORT: 'x' });
    await expect(start).rejects.toThrow(/^(?!.*battery)/);
  }
  await expect(parseSettings({ DATABASE_URL: cut })).rejects.toThrow(/DATABASE_URL must be/);
  const secrets = { ACCESS_TOKEN_SECRETS: newer, PUBLISHABLE_TOKEN_SECRETS: older };
  expect((await parseSettings({ DATABASE_URL: url, ...secrets })).databaseUrl).toBe(url);
});

test('rejects withdrawn settings that limited the valid tokens', async () => {
  const environment = { TOKEN_ISSUER: 'https://a.test', TOKEN_AUDIENCE: 'shop' };
  await expect(parseSettings(environment)).rejects.toThrow(
    /^Invalid environment variables: TOKEN_ISSUER no longer applies: .*; TOKEN_AUDIENCE no longer applies: /,
  );
  expect((await parseSettings({ TOKEN_ISSUER: '' })).port).toBe(8080);
});

test('names unknown variables with the beginning of a setting', async () => {
  const environment = { OIDC_ISUER: 'https://a.test', REQUEST_PER_MINUTE_AND_TOKEN: '1', PGHOST: 'db' };
  expect((await parseSettings(environment)).unknownVariables).toEqual([
    'OIDC_ISUER',
    'REQUEST_PER_MINUTE_AND_TOKEN',
  ]);
});
