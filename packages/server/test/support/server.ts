/** Real server on a free port over a data directory, and a client with a token for it. */
import { scopes } from '@semantic-search/contract';
import type { Content, OpenContent } from '../../src/open-content.ts';
import { type ScheduleRunner, startServer } from '../../src/server.ts';
import { parseSettings } from '../../src/settings/server-settings.ts';
import { requireDocumentedStatus } from './openapi-conformance.ts';

export type { Content, OpenContent };

export type Server = Awaited<ReturnType<typeof startForTest>>;

export const everyScope = scopes;

/** A search space with two facets and one recommender, without documents. */
export const smallContent: Content = {
  capabilities: () => ({
    knowsSpace: async (space) => space !== 'nowhere',
    facetKind: async (_space, uri) =>
      ['type', 'https://example.org/animals'].includes(uri) ? 'literal' : undefined,
    knowsRecommender: async (_space, name) => name === 'related-concepts',
    unresolvedRules: async () => [],
    missingDocuments: async () => [],
    profile: async () => undefined,
  }),
  spaces: async () => [],
  routes: () => [],
  required: {},
  optional: {},
  close: async () => undefined,
};

/** A parsed body; tests access its members without validation. */
export interface Json {
  [name: string]: Json;
}

export interface TestResponse {
  status: number;
  headers: Headers;
  body: Json;
}

/** Keys of the invalid members that the response reports. */
export const keysOf = ({ body }: TestResponse) =>
  (body.errors as unknown as { key: string }[]).map(({ key }) => key);

export async function startForTest(
  directory: string,
  environment: Record<string, string> = {},
  content: Content | OpenContent = smallContent,
  runSchedules?: ScheduleRunner,
) {
  const settings = await parseSettings({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: directory,
    LOG_LEVEL: 'silent',
    ...environment,
  });
  const open = typeof content === 'function' ? content : async () => content;
  const server = await startServer(settings, open, undefined, runSchedules);
  const { token } = await server.issuer.access({ subject: 'tester', scopes: everyScope, lifetime: 3600 });

  /** `body` is sent as JSON; a header with an empty value is omitted. */
  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> {
    const all = {
      Authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    };
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
    const text =
      body === undefined || typeof body === 'string' || body instanceof Uint8Array
        ? body
        : JSON.stringify(body);
    const response = await fetch(server.url + path, {
      method,
      headers: sent,
      body: text as string | undefined,
    });
    const content = await response.text();
    requireDocumentedStatus(method, server.url + path, response.status);
    return {
      status: response.status,
      headers: response.headers,
      body:
        /[/+]json/.test(response.headers.get('content-type') ?? '') && content
          ? JSON.parse(content)
          : content,
    };
  }
  /** Resolves to the path of a new configuration. */
  async function created(config: object = {}): Promise<string> {
    const { body } = await call('POST', '/api/configurations', { config });
    return `/api/configurations/${body.id}`;
  }
  return { ...server, token, call, created };
}
