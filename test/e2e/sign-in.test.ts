/** Sign-in through a provider of another site, from the studio and the editor. */
import { afterAll, expect, it } from 'vitest';
import { startSignInProvider } from '../../packages/server/test/support/sign-in-provider.ts';
import { served, visiting } from '../support/fixtures.ts';
import { accessibilityViolations } from '../support/visitor.ts';

const provider = await startSignInProvider();
afterAll(() => provider.close());
const service = served({
  OIDC_SIGN_IN_ISSUER: provider.issuer,
  OIDC_SIGN_IN_SECRET: 'hidden',
  OIDC_SIGN_IN_CLAIM: 'groups',
  OIDC_SIGN_IN_ROLES: 'staff=administrator',
});
const visitor = visiting();
const button = { name: `Sign in with ${new URL(provider.issuer).host}` };

it.each(['/studio', '/studio/insight?configuration=1', '/editor?configuration=1'])(
  'leads back to %s, without the code in its address',
  async (path) => {
    const { page, pageErrors, leave } = await visitor();
    await page.goto(service.url + path);
    await page.getByRole('button', button).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', button).click();
    await page.getByText('Ann', { exact: true }).waitFor();
    await page.waitForURL(service.url + path);
    await page.locator('.holder summary').waitFor();
    // A preview that has started before the return to the address stores its scroll position.
    const isScrollKey = /^semantic-search\.scroll /;
    const storedKeys = await page.evaluate(() => Object.keys(sessionStorage));
    expect(storedKeys.filter((key) => !isScrollKey.test(key))).toEqual([]);
    expect(await page.evaluate(() => document.cookie)).toBe('');
    const cookies = await page.context().cookies();
    expect(cookies.map(({ name, sameSite }) => [name, sameSite]).sort()).toEqual([
      ['semantic-search-session', 'Strict'],
      ['semantic-search-session.sig', 'Strict'],
    ]);
    expect(pageErrors).toEqual([]);
    await leave();
  },
);

it('keeps the session at an address of an earlier sign-in', async () => {
  const { page, leave } = await visitor();
  await page.goto(`${service.url}/studio`);
  await page.getByRole('button', button).click();
  await page.getByText('Ann', { exact: true }).waitFor();
  for (const address of ['/studio?code=used&state=used', '/studio#code=used', '/editor#code=used']) {
    await page.goto('about:blank');
    await page.goto(service.url + address);
    await page.getByText('Ann', { exact: true }).waitFor();
  }
  await leave();
});

it('accepts a sign-in link in the address bar of an open studio, and removes its code', async () => {
  const { page, leave } = await visitor();
  await page.goto(`${service.url}/studio`);
  await page.getByRole('button', button).waitFor();
  await page.goto(await service.signInLink('Jane', 'editor'));
  await page.getByText('Jane', { exact: true }).waitFor();
  expect(page.url()).toBe(`${service.url}/studio`);
  await leave();
});

it('says why a sign-in failed, and offers another one', async () => {
  const { page, leave } = await visitor();
  await page.goto(`${service.url}/studio`);
  provider.isRefusing = true;
  await page.getByRole('button', button).click();
  await page.getByText('The provider did not sign you in.').waitFor();
  provider.isRefusing = false;
  provider.lies = { claims: { groups: [] } };
  await page.getByRole('button', button).click();
  await page.getByText('Your account at the provider has no role here.').waitFor();
  provider.lies = {};
  await page.goto(`${service.url}/studio?code=stolen&state=other`);
  await page.getByText('This browser did not begin the sign-in').waitFor();
  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('button', button).click();
  await page.getByText('Ann', { exact: true }).waitFor();
  await leave();
});
