/** First steps of an owner: settings, check of the connection, first run. */
import { describe, expect, it } from 'vitest';
import { connected, cron, issueToken, listedIds, SPACE, saveSettings, stored } from './harness/connected.ts';
import { versions } from './harness/tools.ts';

describe.each(versions)('WordPress %s', (version) => {
  const own = connected(version);

  it('checks the connection and names the setting that is wrong', async () => {
    const steps = () => own.site.value<{ ok: boolean; text: string }[]>('semantic_search_check_connection()');
    expect((await steps()).map(({ ok }) => ok)).toEqual([true, true, true]);
    const wrong = async (settings: object) => {
      await saveSettings(own, settings);
      return (await steps()).filter(({ ok }) => !ok).map(({ text }) => text);
    };
    expect(await wrong({ space: 'other' })).toEqual([
      `The secret token is for the search space ${SPACE}, not for other.`,
      `The configuration ${own.configuration} searches the search space ${SPACE}.`,
    ]);
    expect(await wrong({ publishable: own.secret })).toEqual([expect.stringContaining('is an access token')]);
    expect(await wrong({ configuration: 99 })).toEqual([
      'The publishable token is not for the configuration 99.',
    ]);
    expect(await wrong({ endpoint: 'http://127.0.0.1:9' })).toEqual([
      expect.stringContaining('does not respond'),
    ]);
    expect(await wrong({ endpoint: 'http://192.0.2.1' })).toEqual([
      expect.stringContaining('WP_ACCESSIBLE_HOSTS'),
    ]);
    expect(await wrong({ endpoint: own.site.url })).not.toEqual([]);
    const elsewhere = await issueToken(own.service, {
      name: 'x',
      configurations: [own.configuration],
      origins: ['https://example.org'],
    });
    expect(await wrong({ publishable: elsewhere })).toEqual([
      `The publishable token works on https://example.org, not on ${own.site.url}.`,
    ]);
    expect(await wrong({})).toEqual([]);
  });

  it('sends the posts with the first run of cron', async () => {
    await cron(own.site);
    const ids = await listedIds(own.service);
    expect(ids).toEqual([`${own.site.url}/?p=1`, `${own.site.url}/?p=2`]);
    expect(await stored(own.service, ids[0]!)).toMatchObject({
      title: 'Hello world!',
      type: 'Post',
      language: 'en-US',
    });
    expect(await own.site.log()).toEqual([]);
  });
});
