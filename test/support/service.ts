/** The service as a process started by the command line, and other commands. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Role, roles } from '@semantic-search/contract';
import { requireDocumentedStatus } from '../../packages/server/test/support/openapi-conformance.ts';
import { signAccessToken } from './access-token.ts';

export const root = resolve(import.meta.dirname, '../..');
const program = join(root, 'node_modules/.bin/semantic-search');

export type Variables = Record<string, string>;

export interface Finished {
  code: number | null;
  output: string;
  errors: string;
}

export interface ServiceResponse {
  status: number;
  headers: Headers;
  /** Parsed if it is JSON, else the text. */
  body: Json;
}

/** A parsed body; tests assert its structure. */
export interface Json {
  [name: string]: Json;
}

export interface CallOptions {
  /** Sent as JSON unless it is a string. */
  body?: unknown;
  /** Headers with empty values are omitted. */
  headers?: Variables;
  /** Replaces the token with every scope; an empty string sends no token. */
  token?: string;
}

export interface Service {
  url: string;
  directory: string;
  /** A token with every scope. */
  adminToken: string;
  /** Output of the process so far. */
  printed(): string;
  call(method: string, path: string, ask?: CallOptions): Promise<ServiceResponse>;
  /** A token with these scopes, separated by spaces. */
  accessToken(scopes: string): Promise<string>;
  /** A link that signs a person in once. */
  signInLink(name?: string, role?: Role): Promise<string>;
  /** A token for pages of this origin, or of all, that search configuration 1. */
  pageToken(origin?: string): Promise<string>;
  /** Runs the command `token` and returns what it issues. */
  token(...options: string[]): Promise<string>;
  /** Resolves to the exit code; null if a signal ended the process. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export const everyScope =
  'search configurations:read configurations:write spaces:write tokens:write insight:read';

/** Starts `semantic-search serve` on a free port and resolves when it has printed its URL and is ready. */
export async function startService(
  directory: string,
  environment: Variables = {},
  options: string[] = ['--demo', 'demo'],
): Promise<Service> {
  const variables = { PORT: '0', DATA_DIR: directory, LOG_LEVEL: 'warn', ...environment };
  const child = run(['serve', ...options], variables);
  let printed = '';
  child.stdout?.on('data', (text: string) => (printed += text));
  child.stderr?.on('data', (text: string) => (printed += text));
  const url = await addressIn(child, () => printed);
  const ready = await fetch(`${url}/ready`);
  if (!ready.ok) {
    child.kill('SIGKILL');
    throw new Error(`Not ready: ${await ready.text()}`);
  }
  const given = { ...environment, DATA_DIR: directory };
  const accessToken = (scopes: string) => signAccessToken(scopes, given);
  const adminToken = await accessToken(everyScope);
  return {
    url,
    directory,
    adminToken,
    printed: () => printed,
    call: (method, path, ask = {}) => call(url + path, method, { token: adminToken, ...ask }),
    accessToken,
    signInLink: async (name = 'Jane', role: Role = 'administrator') =>
      `${url}/studio#code=${await signAccessToken(roles[role].join(' '), given, { name, typ: 'sign-in+jwt' })}`,
    async pageToken(origin) {
      const body = { name: 'page', configurations: [1], ...(origin && { origins: [origin] }) };
      const issued = await call(`${url}/api/tokens`, 'POST', { token: adminToken, body });
      return String(issued.body.token);
    },
    token: (...words) => tokenFor(given, words),
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const ended = once(child, 'exit');
      child.kill(signal);
      const [code] = (await ended) as [number | null];
      return code;
    },
  };
}

/** Runs a command of `semantic-search` until it exits. */
export async function semanticSearch(words: string[], environment: Variables): Promise<Finished> {
  const child = run(words, environment);
  let [output, errors] = ['', ''];
  child.stdout?.on('data', (text: string) => (output += text));
  child.stderr?.on('data', (text: string) => (errors += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output, errors };
}

/** Runs a command that needs a server: the running one of the data directory, or one for the time of the command. */
export async function semanticSearchOfServer(words: string[], environment: Variables): Promise<Finished> {
  const { DATA_DIR = '' } = environment;
  if (words.includes('--server') || (await isServing(DATA_DIR))) return semanticSearch(words, environment);
  const service = await startService(DATA_DIR, environment, []);
  try {
    return await semanticSearch(words, environment);
  } finally {
    await service.stop();
  }
}

async function isServing(directory: string): Promise<boolean> {
  try {
    const { pid } = JSON.parse(await readFile(join(directory, 'address.json'), 'utf8'));
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Starts a command in the root of the repository, without the environment of this process. */
export function run(words: string[], environment: Variables): ChildProcess {
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env;
  const child = spawn(program, words, { cwd: root, env: { PATH, HOME, TMPDIR, ...environment } });
  child.stdout.setEncoding('utf8');
  child.stderr.setEncoding('utf8');
  // An aborted test leaves no server behind.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return child;
}

export async function temporaryDirectory(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'semantic-search-'));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

async function tokenFor(environment: Variables, words: string[]): Promise<string> {
  const { code, output, errors } = await semanticSearch(['token', ...words], environment);
  if (code !== 0) throw new Error(`token ${words.join(' ')}: ${errors}`);
  return output.trimEnd().split('\n').at(-1) ?? '';
}

async function addressIn(child: ChildProcess, printed: () => string): Promise<string> {
  for (;;) {
    const found = /^ {2}Search +(http\S+)\/$/m.exec(printed());
    if (found) return found[1]!;
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}: ${printed()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function call(
  url: string,
  method: string,
  { body, headers, token }: CallOptions,
): Promise<ServiceResponse> {
  const isText = typeof body === 'string';
  const all = {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...headers,
  };
  const response = await fetch(url, {
    method,
    headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')),
    body: body === undefined || isText ? (body as string | undefined) : JSON.stringify(body),
  });
  const text = await response.text();
  requireDocumentedStatus(method, url, response.status);
  const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    body: (isJson && text ? JSON.parse(text) : text) as Json,
  };
}
