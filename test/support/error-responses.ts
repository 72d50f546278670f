/** Calls of every operation with its example, and requests that provoke each documented status. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Operation, operations } from '@semantic-search/contract';
import type { Service, ServiceResponse } from './service.ts';

/** Overrides of the example of an operation. */
interface Call {
  path?: Record<string, string>;
  query?: Record<string, string>;
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  token?: string;
}

type Provoke = (operation: Operation, service: Service) => Promise<ServiceResponse>;

const guide = 'https://field-guide.example';
/** Id of the document in the examples. */
const exampleId = `${guide}/species/okapi`;
const unknown = `${guide}/species/unicorn`;

const queries: Record<string, Record<string, string>> = {
  suggestConcepts: { searchString: 'moun', count: '5', language: 'en' },
  getSimilar: { uri: `${guide}/species/puma`, number: '3', similarity: 'combined' },
  getRecommendations: { uri: `${guide}/species/puma`, recommender: 'related-concepts' },
  getDocument: { uri: `${guide}/species/puma` },
  getFeed: { input: 'puma' },
  getConfigurationLogs: { start: '0', count: '5' },
  completeRun: { force: 'true' },
  getPopularSearches: { language: 'en' },
  getInsight: { configuration: '1' },
  listQueries: { kind: 'withoutResults' },
  exportQueries: { count: '5' },
  listProposals: { configuration: '1' },
  listRemedies: { configuration: '1' },
  trySourceAddress: { address: 'https://www.example.org/login' },
};

/** Browsers send it with requests of the server's own pages. */
const ownPage = { 'Sec-Fetch-Site': 'same-origin' };

/** Invalid request by operation. */
const badRequests: Record<string, Call> = {
  suggestConcepts: { query: { searchString: '' } },
  search: { body: { selectedFacets: [{ field: 'dyn_lit_nothing', label: 'a' }] } },
  getSimilar: { query: { ...queries.getSimilar, number: '101' } },
  getRecommendations: { query: { uri: `${guide}/species/puma`, recommender: 'oracle' } },
  explainSearch: { body: { selectedFacets: [{ field: 'dyn_lit_nothing', label: 'a' }] } },
  extractConcepts: { body: { text: 7 } },
  findPassages: { body: { input: 'puma', count: 51 } },
  getDocument: { query: {} },
  getFeed: { query: { format: 'rss' } },
  sendEvents: { body: { events: [{}] } },
  getPopularSearches: { query: { language: '-' } },
  getInsight: { query: { from: 'yesterday' } },
  listQueries: { query: { kind: 'best' } },
  exportQueries: { query: { count: '0' } },
  listProposals: { query: { configuration: '1', count: '0' } },
  listRemedies: { query: { configuration: 'first' } },
  addDocuments: { query: { run: 'x'.repeat(101) } },
  getDefaultConfiguration: { query: { searchSpace: 'x'.repeat(3000) } },
  createConfiguration: { body: '{"config": ' },
  updateConfiguration: { body: { config: [] } },
  restoreConfiguration: { headers: { 'If-Match': 'no tag' } },
  setActiveConfiguration: { headers: { 'If-Match': 'no tag' } },
  deleteConfiguration: { headers: { 'If-Match': 'no tag' } },
  getConfigurationLogs: { query: { count: '1000' } },
  listChanges: { query: { count: '101' } },
  listDocuments: { query: { limit: '1001' } },
  completeRun: { query: { force: 'perhaps' } },
  deleteDocuments: { body: { ids: [] } },
  searchSpace: { body: { input: 'giraffe', ranking: { b: 2 } } },
  replaceRanking: { body: { k1: 'high' } },
  replaceThesaurus: { body: 'this is no Turtle' },
  replaceThesaurusPart: { body: 'this is no Turtle' },
  putDocument: { body: { id: 'another' } },
  issueToken: { body: { name: 'page', configurations: [2147483647] } },
  createSource: { body: { starts: [] } },
  replaceSource: { body: { starts: ['mailto:jane@field-guide.example'] } },
  getSourceReport: { query: { count: '0' } },
  trySourceAddress: { query: {} },
  signIn: { body: { code: 7 } },
  listConcepts: { query: { count: '0' } },
  putConcept: { body: { labels: [], broader: [] } },
};

/** Lines of documents and statements of thesauri may be longer than other bodies. */
const longerThanAllowed: Record<string, [beginning: string, length: number]> = {
  addDocuments: ['{"title":"', 33 * 1024 ** 2],
  replaceThesaurus: ['<urn:a> <urn:b> "', 5 * 1024 ** 2],
  replaceThesaurusPart: ['<urn:a> <urn:b> "', 5 * 1024 ** 2],
};

/** Calls an operation; creates a configuration or token for calls that name none. */
export async function callOperation(
  operation: Operation,
  service: Service,
  given: Call = {},
): Promise<ServiceResponse> {
  const { id, body } = operation;
  const path = {
    configId: '',
    space: id === 'trainSpace' ? 'field-guide' : 'examples',
    uri: exampleId,
    jti: '',
    version: '1',
    run: '',
    source: '',
    concept: `${guide}/animals/puma`,
    ...given.path,
  };
  if (operation.path.includes('{configId}')) path.configId ||= await newConfiguration(service);
  if (operation.path.includes('{jti}')) path.jti ||= await newToken(service);
  if (operation.path.includes('{run}')) path.run ||= await newRun(service);
  if (operation.path.includes('{source}')) path.source ||= await newSource(service);
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: keyof typeof path) =>
    encodeURIComponent(path[name]),
  );
  const query = new URLSearchParams(given.query ?? queries[id] ?? {});
  const isText = body !== undefined && /turtle/.test(body.mediaTypes[0]!);
  const example = body && (isText ? body.example : JSON.stringify(body.example));
  return service.call(given.method ?? operation.method.toUpperCase(), `${filled}?${query}`, {
    body: given.body ?? (given.method ? undefined : example),
    headers: {
      ...(body && !given.method && { 'Content-Type': body.mediaTypes[0]! }),
      ...(['signIn', 'startSignIn'].includes(id) && ownPage),
      ...given.headers,
    },
    ...(given.token !== undefined && { token: given.token }),
  });
}

/** Requests that provoke a status, by status. */
export const provokeStatus: Record<number, Provoke> = {
  200: async (operation, service) => {
    const isSignIn = operation.id === 'signIn';
    return callOperation(operation, service, isSignIn ? { body: await newCode(service) } : {});
  },
  304: async (operation, service) => {
    const path = { configId: '1' };
    const { headers } = await callOperation(operation, service, { path });
    const headersWithTag = { 'If-None-Match': headers.get('etag') ?? '' };
    return callOperation(operation, service, { path, headers: headersWithTag });
  },
  400: (operation, service) => callOperation(operation, service, badRequests[operation.id]),
  401: async (operation, service) => {
    const isOfSession = ['getSession', 'signOut'].includes(operation.id);
    const headers = isOfSession ? { ...ownPage, Cookie: await endedSession(service) } : {};
    return callOperation(operation, service, { token: '', headers });
  },
  403: async (operation, service) => {
    if (operation.path.startsWith('/api/session')) {
      const headers = { 'Sec-Fetch-Site': 'cross-site', Cookie: await newSession(service) };
      return callOperation(operation, service, { token: '', headers });
    }
    const scopes = operations.map(({ scope }) => scope);
    const isOther = (scope: Operation['scope']) => scope !== operation.scope && scope !== 'any';
    const others = [...new Set(scopes)].filter(isOther).join(' ');
    return callOperation(operation, service, { token: await service.accessToken(others) });
  },
  404: async (operation, service) => {
    if (operation.id === 'getActiveConfiguration') return withoutActive(operation, service);
    // Other tokens also read the counts of deleted configurations.
    if (operation.path.startsWith('/api/insight'))
      return callOperation(operation, service, {
        query: { configuration: '2147483647' },
        token: await tokenOfSpace(service),
      });
    return callOperation(operation, service, { path: pathOfNothing(operation) });
  },
  405: (operation, service) => callOperation(operation, service, { method: 'PATCH' }),
  406: (operation, service) => callOperation(operation, service, { headers: { Accept: 'text/html' } }),
  409: async (operation, service) => {
    // A single document is not enough for training.
    if (operation.id === 'trainSpace')
      return callOperation(operation, service, { path: { space: 'examples' } });
    if (operation.path.includes('{source}'))
      return callOperation(operation, service, { path: { source: await sourceOfCommand(service) } });
    // A run that is completed without documents would remove this one.
    await putExampleDocument(service);
    const run = await newRun(service);
    return callOperation(operation, service, { path: { run }, query: { force: 'false' } });
  },
  412: (operation, service) => callOperation(operation, service, { headers: { 'If-Match': '"former"' } }),
  413: (operation, service) => {
    const [beginning, length] = longerThanAllowed[operation.id] ?? ['{"title":"', 1_048_600];
    return callOperation(operation, service, { body: beginning + 'x'.repeat(length) });
  },
  415: (operation, service) =>
    callOperation(operation, service, { headers: { 'Content-Type': 'text/xml' }, body: 'a' }),
  422: (operation, service) =>
    callOperation(operation, service, {
      headers: { Prefer: 'handling=strict' },
      body: { config: { title: '' } },
    }),
};

/** Adds the document of the examples. */
export async function putExampleDocument(service: Service): Promise<void> {
  await callOperation(operations.find(({ id }) => id === 'addDocuments')!, service);
}

/** Path parameters of a missing configuration, token, document or space. */
function pathOfNothing({ id, path }: Operation): Record<string, string> {
  if (path.includes('{configId}')) return { configId: '2147483647' };
  if (path.includes('{jti}')) return { jti: 'a3b0c1f2-6c1d-4a0e-8f57-0f4f5f0f7c11' };
  if (path.includes('{source}')) return { source: '00000000' };
  return path.includes('{uri}') && id !== 'putDocument' ? { uri: unknown } : { space: '...' };
}

async function newConfiguration(service: Service, config: object = {}): Promise<string> {
  const { body } = await service.call('POST', '/api/configurations', { body: { config } });
  return String(body.id);
}

async function newToken(service: Service): Promise<string> {
  const { body } = await service.call('POST', '/api/tokens', { body: { name: 'page', configurations: [1] } });
  return String(body.jti);
}

async function tokenOfSpace(service: Service): Promise<string> {
  const token = { name: 'cms', spaces: ['field-guide'], scopes: ['insight:read'] };
  return String((await service.call('POST', '/api/tokens', { body: token })).body.token);
}

async function newRun(service: Service): Promise<string> {
  const { body } = await service.call('POST', '/api/spaces/examples/runs');
  return String(body.id);
}

async function newSource(service: Service): Promise<string> {
  const settings = { starts: ['https://www.example.org/'] };
  const { body } = await service.call('POST', '/api/spaces/examples/sources', { body: settings });
  return String(body.id);
}

/** A source as the command line stores it. */
async function sourceOfCommand(service: Service): Promise<string> {
  const folder = join(service.directory, 'crawl/examples');
  const source = {
    id: 'ab12cd34',
    command: ['crawl', './dist'],
    schedule: '0 3 * * *',
    created: '2026-01-01',
  };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'sources.json'), JSON.stringify([source]));
  return source.id;
}

/** Body that signs in. */
async function newCode(service: Service): Promise<{ code: string }> {
  const { hash } = new URL(await service.signInLink());
  return { code: hash.slice('#code='.length) };
}

/** The cookies of a session. */
async function newSession(service: Service): Promise<string> {
  const code = await newCode(service);
  const { headers } = await service.call('POST', '/api/session', { body: code, headers: ownPage, token: '' });
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return cookies.join('; ');
}

async function endedSession(service: Service): Promise<string> {
  const Cookie = await newSession(service);
  await service.call('DELETE', '/api/session', { headers: { ...ownPage, Cookie }, token: '' });
  return Cookie;
}

async function withoutActive(operation: Operation, service: Service): Promise<ServiceResponse> {
  const active = await newConfiguration(service);
  await service.call('POST', `/api/configurations/${active}/set`);
  await service.call('DELETE', `/api/configurations/${active}`);
  const response = await callOperation(operation, service);
  await service.call('POST', '/api/configurations/1/set');
  return response;
}
