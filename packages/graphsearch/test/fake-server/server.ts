/**
 * Fake GraphSearch server: a process that implements the published API over HTTP with the embedded engine, with variants and
 * faults as switches. No real service is available for tests, so tests against it prove only that the adapter follows
 * the published documentation.
 *
 * `node server.ts DIRECTORY` prints its port. Tests control the fake through paths under `/control/`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { openSpace } from '@semantic-search/engine/building-blocks';
import { ErrorResponse, fakeOperations, type Given } from './operations.ts';

export interface FakeServerBehavior {
  errors: 'errorMessage' | 'message' | 'responseBase' | 'html';
  /** Returns this status for all calls below the path. */
  failing: { status: number; path: string } | null;
  /** Never responds, drips bytes, disconnects, and so on, for calls whose path starts so. */
  odd: { path: string; how: 'hang' | 'drip' | 'break' | 'huge' | 'bomb' | 'no-json' | 'no-object' } | null;
  /** Redirects every search. */
  redirect: string | null;
  /** Reports a partial result with status 200. */
  partial: boolean;
  /** Cuts this number of connections before the response. */
  cut: number;
  inclusiveEnds: boolean;
  uriAsLabel: boolean;
  numbersAsValues: boolean;
  /** Rejects bulk writes of these ids. */
  refuses: string[];
  /** Fails at writes of these ids. */
  breaksAt: string[];
  credentials:
    | null
    | { type: 'basic'; user: string; password: string }
    | { type: 'token'; client: string; secret: string; lifetime: number };
}

export const defaultBehavior: FakeServerBehavior = {
  errors: 'errorMessage',
  failing: null,
  odd: null,
  redirect: null,
  partial: false,
  cut: 0,
  inclusiveEnds: false,
  uriAsLabel: false,
  numbersAsValues: false,
  refuses: [],
  breaksAt: [],
  credentials: null,
};

/** A recorded call. */
export interface RecordedCall {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, unknown>;
  body: unknown;
}

async function serve(directory: string): Promise<void> {
  const space = await openSpace(directory);
  let behavior = defaultBehavior;
  let calls: RecordedCall[] = [];
  let tokens = new Set<string>();
  const operations = fakeOperations(space, () => behavior);

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const text = await bodyOf(request);
    if (url.pathname === '/control/behavior') {
      behavior = { ...defaultBehavior, ...JSON.parse(text) };
      return json(response, 200, {});
    }
    if (url.pathname === '/control/calls') {
      const recorded = calls;
      calls = [];
      return json(response, 200, recorded);
    }
    if (url.pathname === '/control/revoke') {
      tokens = new Set();
      return json(response, 200, {});
    }
    if (url.pathname === '/control/thesaurus') {
      return json(response, 200, await space.replaceThesaurus(once(text), 'text/turtle'));
    }
    if (behavior.cut > 0) {
      behavior = { ...behavior, cut: behavior.cut - 1 };
      calls.push({ method: 'CUT', path: url.pathname, query: {}, headers: {}, body: null });
      request.socket.destroy();
      return;
    }
    if (url.pathname === '/oauth/token') return token(request, text, response);
    const path = url.pathname.replace(/^\/GraphSearch\/(?:[\d.]+\/)?api\//, '');
    const query = Object.fromEntries(url.searchParams);
    const body: unknown = text === '' ? null : JSON.parse(text);
    calls.push({ method: request.method ?? '', path: url.pathname, query, headers: request.headers, body });
    await respond({ path, query, body: (body ?? {}) as Record<string, unknown> }, request, response);
  }

  async function respond(given: Given, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { failing, odd, redirect, partial } = behavior;
    if (failing && given.path.startsWith(failing.path))
      return failure(response, failing.status, 'It failed inside');
    if (odd && given.path.startsWith(odd.path)) {
      const left = { method: 'LEFT', path: given.path, query: {}, headers: {}, body: null };
      response.on('close', () => calls.push(left));
      return misbehave(odd.how, response);
    }
    if (redirect && given.path === 'search') {
      response.writeHead(307, { location: redirect }).end();
      return;
    }
    if (given.path === 'heartbeat') {
      response.writeHead(200).end();
      return;
    }
    if (!isAuthorized(request)) return failure(response, 403, 'Bad credentials for user at 10.1.2.3');
    const result = await operations(given);
    if (partial && given.path === 'search') {
      return json(response, 200, {
        ...(result as object),
        success: false,
        message: 'One shard of two did not answer',
      });
    }
    return json(response, 200, result);
  }

  function isAuthorized({ headers }: IncomingMessage): boolean {
    const { credentials } = behavior;
    if (credentials === null) return true;
    const given = headers.authorization ?? '';
    if (credentials.type === 'token') return tokens.has(given.replace('Bearer ', ''));
    return given === basic(credentials.user, credentials.password);
  }

  function token(request: IncomingMessage, text: string, response: ServerResponse) {
    const { credentials } = behavior;
    const form = new URLSearchParams(text);
    calls.push({
      method: 'POST',
      path: '/oauth/token',
      query: {},
      headers: request.headers,
      body: Object.fromEntries(form),
    });
    if (credentials?.type !== 'token') return failure(response, 404, 'No tokens here');
    const { client, secret, lifetime } = credentials;
    const good =
      request.headers.authorization === basic(encodeURIComponent(client), encodeURIComponent(secret)) &&
      form.get('grant_type') === 'client_credentials';
    if (!good) return json(response, 401, { error: 'invalid_client' });
    const value = `token-${Math.random().toString(36).slice(2)}`;
    tokens.add(value);
    return json(response, 200, { access_token: value, token_type: 'bearer', expires_in: lifetime });
  }

  function failure(response: ServerResponse, status: number, message: string): void {
    const { errors } = behavior;
    if (errors === 'html') {
      response.writeHead(status, { 'content-type': 'text/html' }).end(`<html><h1>${message}</h1></html>`);
    } else if (errors === 'responseBase')
      json(response, status, { responseBase: { message, success: false } });
    else json(response, status, { [errors]: message });
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      const status = error instanceof ErrorResponse ? error.status : 500;
      failure(response, status, error instanceof Error ? error.message : String(error));
    });
  });
  // A slow client must not meet a connection that is just being closed.
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
  // The test that started the server has ended.
  process.stdin.on('end', () => process.exit()).resume();
}

function misbehave(how: NonNullable<FakeServerBehavior['odd']>['how'], response: ServerResponse): void {
  const head = { 'content-type': 'application/json' };
  if (how === 'hang') return;
  if (how === 'drip') {
    response.writeHead(200, head);
    const drip = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(drip));
  } else if (how === 'break') {
    response.writeHead(200, { ...head, 'content-length': '1000' });
    response.write('{"total": 1', () => response.destroy());
  } else if (how === 'huge') {
    response.writeHead(200, head);
    const more = () => {
      while (!response.destroyed && response.write(' '.repeat(65_536)));
    };
    response.on('drain', more);
    more();
  } else if (how === 'bomb') {
    response
      .writeHead(200, { ...head, 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(20_000_000, 32)));
  } else response.writeHead(200, head).end(how === 'no-json' ? '{"total": 3, "res' : '"fine"');
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8' }).end(JSON.stringify(body));
}

const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>);
  return Buffer.concat(chunks).toString('utf8');
}

async function* once(text: string) {
  yield text;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await serve(process.argv[2]!);
