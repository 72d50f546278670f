/** A site that is connected to a service of its own. */
import { afterAll, beforeAll, inject } from 'vitest';
import { type Service, startService, temporaryDirectory } from '../../../../test/support/service.ts';
import { type Site, type SiteOptions, startSite } from './site.ts';

export const SPACE = 'blog';

export interface Connected {
  site: Site;
  service: Service;
  /** Number of the configuration that searches the space. */
  configuration: number;
  secret: string;
  publishable: string;
}

/** Exists from before the first test of the file or group until after its last. */
export function connected(version: string, options: Partial<SiteOptions> = {}): Connected {
  const own = {} as Connected;
  const ends: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    const data = await temporaryDirectory();
    ends.unshift(data.remove);
    own.service = await startService(data.path, { RATE_LIMIT_PER_MINUTE: '1000000' }, []);
    ends.unshift(() => own.service.stop());
    own.site = await startSite(version, { socket: inject('databaseSocket'), ...options });
    ends.unshift(() => own.site.stop());
    await connect(own);
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });
  return own;
}

/** Creates what the owner of the service gives to the owner of the site, and saves it there. */
export async function connect(own: Connected): Promise<void> {
  const { service, site } = own;
  const { origin } = new URL(site.url);
  const { body } = await service.call('POST', '/api/configurations', {
    body: { config: { searchSpace: SPACE }, title: 'Blog' },
  });
  own.configuration = body.id as unknown as number;
  own.secret = await issueToken(service, { name: 'blog', spaces: [SPACE] });
  own.publishable = await issueToken(service, {
    name: 'blog',
    configurations: [own.configuration],
    origins: [origin],
  });
  await saveSettings(own);
}

export async function issueToken(service: Service, body: object): Promise<string> {
  const issued = await service.call('POST', '/api/tokens', { body });
  return issued.body.token as unknown as string;
}

export async function saveSettings(
  { site, service, secret, publishable, configuration }: Connected,
  others: object = {},
): Promise<void> {
  const settings = { endpoint: service.url, space: SPACE, configuration, publishable, ...others };
  await site.php(
    `update_option( 'semantic_search_token', array( getenv( 'TOKEN' ) ) );
     $given = json_decode( getenv( 'SETTINGS' ), true );
     update_option( 'semantic_search_settings', array_merge( (array) get_option( 'semantic_search_settings', array() ), $given ) );`,
    { environment: { TOKEN: secret, SETTINGS: JSON.stringify(settings) } },
  );
}

/** One request to wp-cron.php, as a crontab or a visitor makes it. */
export async function cron({ url }: Site): Promise<void> {
  await (await fetch(`${url}/wp-cron.php`)).text();
}

export interface ListedDocument {
  id: string;
  title: string;
  text?: string;
  link: string;
  language?: string;
  description?: string;
  [attribute: string]: unknown;
}

/** Ids of all documents of the space; none if it does not exist yet. */
export async function listedIds(service: Service): Promise<string[]> {
  const ids: string[] = [];
  for (let after = ''; ; ) {
    const { status, body } = await service.call(
      'GET',
      `/api/spaces/${SPACE}/documents${after && `?after=${encodeURIComponent(after)}`}`,
    );
    if (status === 404) return [];
    ids.push(...(body.documents as unknown as { id: string }[]).map(({ id }) => id));
    if (!body.next) return ids.sort();
    after = body.next as unknown as string;
  }
}

export async function stored(service: Service, id: string): Promise<ListedDocument> {
  const { body } = await service.call('GET', `/api/spaces/${SPACE}/documents/${encodeURIComponent(id)}`);
  return body as unknown as ListedDocument;
}
