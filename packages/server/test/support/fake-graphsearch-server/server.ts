/**
 * A stand-in for a remote semantic search service: a process of its own that speaks the published API over real HTTP,
 * with the manners of such services as switches, and answers from the embedded engine. There is no such service to test
 * against here: what passes against this proves that the adapter keeps to the documents, not that a real service does.
 *
 * `node server.ts DIRECTORY` prints its port. Paths under /stand-in/ are the tests' own.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { openSpace } from '@semantic-search/engine';
import { type Given, Refusal, standInOperations } from './operations.ts';

export interface Manners {
  /** Before 7, results are in `results`. */
  version: number;
  errors: 'errorMessage' | 'message' | 'responseBase' | 'html';
  /** Answers every call below the path with this status. */
  failing: { status: number; path: string } | null;
  /** Never answers, gives a byte now and then, leaves in the middle, … where the path of a call begins so. */
  odd: { path: string; how: 'hang' | 'drip' | 'break' | 'huge' | 'bomb' | 'no-json' | 'no-object' } | null;
  /** Sends every search elsewhere. */
  redirect: string | null;
  /** Says with status 200 that the answer is not whole. */
  partial: boolean;
  /** So many connections are cut before an answer. */
  cut: number;
  inclusiveEnds: boolean;
  uriAsLabel: boolean;
  numbersAsValues: boolean;
  /** Bulk writes of these ids are refused. */
  refuses: string[];
  credentials:
    | null
    | { type: 'basic'; user: string; password: string }
    | { type: 'token'; client: string; secret: string; user?: string; password?: string; lifetime: number };
}

export const goodManners: Manners = {
  version: 7,
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
  credentials: null,
};

/** A call as the service met it. */
export interface MetCall {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, unknown>;
  body: unknown;
}

async function serve(directory: string): Promise<void> {
  const space = await openSpace(directory);
  let manners = goodManners;
  let calls: MetCall[] = [];
  let tokens = new Set<string>();
  const operations = standInOperations(space, () => manners);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const text = await bodyOf(request);
    if (url.pathname === '/stand-in/manners') {
      manners = { ...goodManners, ...JSON.parse(text) };
      return json(response, 200, {});
    }
    if (url.pathname === '/stand-in/calls') {
      const met = calls;
      calls = [];
      return json(response, 200, met);
    }
    if (url.pathname === '/stand-in/revoke') {
      tokens = new Set();
      return json(response, 200, {});
    }
    if (url.pathname === '/stand-in/thesaurus') {
      return json(response, 200, await space.replaceThesaurus(once(text), 'text/turtle'));
    }
    if (manners.cut > 0) {
      manners = { ...manners, cut: manners.cut - 1 };
      calls.push({ method: 'CUT', path: url.pathname, query: {}, headers: {}, body: null });
      request.socket.destroy();
      return;
    }
    if (url.pathname === '/oauth/token') return token(request, text, response);
    const path = url.pathname.replace(/^\/GraphSearch\/(?:[\d.]+\/)?api\//, '');
    const query = Object.fromEntries(url.searchParams);
    const body: unknown = text === '' ? null : JSON.parse(text);
    calls.push({ method: request.method ?? '', path: url.pathname, query, headers: request.headers, body });
    await answerOne({ path, query, body: (body ?? {}) as Record<string, unknown> }, request, response);
  }

  async function answerOne(given: Given, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { failing, odd, redirect, partial } = manners;
    if (failing && given.path.startsWith(failing.path))
      return failure(response, failing.status, 'It failed inside');
    if (odd && given.path.startsWith(odd.path)) {
      const left = { method: 'LEFT', path: given.path, query: {}, headers: {}, body: null };
      response.on('close', () => calls.push(left));
      return oddly(odd.how, response);
    }
    if (redirect && given.path === 'search') {
      response.writeHead(307, { location: redirect }).end();
      return;
    }
    if (given.path === 'heartbeat') {
      response.writeHead(200).end();
      return;
    }
    if (!mayCall(request)) return failure(response, 403, 'Bad credentials for user at 10.1.2.3');
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

  function mayCall({ headers }: IncomingMessage): boolean {
    const { credentials } = manners;
    if (credentials === null) return true;
    const given = headers.authorization ?? '';
    if (credentials.type === 'token') return tokens.has(given.replace('Bearer ', ''));
    return given === basic(credentials.user, credentials.password);
  }

  function token(request: IncomingMessage, text: string, response: ServerResponse) {
    const { credentials } = manners;
    const form = new URLSearchParams(text);
    calls.push({
      method: 'POST',
      path: '/oauth/token',
      query: {},
      headers: request.headers,
      body: Object.fromEntries(form),
    });
    if (credentials?.type !== 'token') return failure(response, 404, 'No tokens here');
    const { client, secret, user, password, lifetime } = credentials;
    const grant = user === undefined ? 'client_credentials' : 'password';
    const good =
      request.headers.authorization === basic(encodeURIComponent(client), encodeURIComponent(secret)) &&
      form.get('grant_type') === grant &&
      (user === undefined || (form.get('username') === user && form.get('password') === password));
    if (!good) return json(response, 401, { error: 'invalid_client' });
    const value = `token-${Math.random().toString(36).slice(2)}`;
    tokens.add(value);
    return json(response, 200, { access_token: value, token_type: 'bearer', expires_in: lifetime });
  }

  function failure(response: ServerResponse, status: number, message: string): void {
    const { errors } = manners;
    if (errors === 'html') {
      response.writeHead(status, { 'content-type': 'text/html' }).end(`<html><h1>${message}</h1></html>`);
    } else if (errors === 'responseBase')
      json(response, status, { responseBase: { message, success: false } });
    else json(response, status, { [errors]: message });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const status = error instanceof Refusal ? error.status : 500;
      failure(response, status, error instanceof Error ? error.message : String(error));
    });
  });
  // A client that is slow, as on a busy machine, must not meet a connection that ends just then.
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
  // The test that started it has ended.
  process.stdin.on('end', () => process.exit()).resume();
}

function oddly(how: NonNullable<Manners['odd']>['how'], response: ServerResponse): void {
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
