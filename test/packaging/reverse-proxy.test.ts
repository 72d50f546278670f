/** Proxies with TLS in front of one server, with the configurations of the page on one server. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../packages/server/test/support/free-port.ts';
import { folder, served } from '../support/fixtures.ts';
import { codeBlocks } from '../support/manual.ts';
import { program } from './programs.fixture.ts';

const page = 'how-to/install-on-a-server';
const nginx = program('nginx', 'The configuration of nginx with TLS is');
const caddy = program('caddy', 'The configuration of Caddy is');
const files = folder();
const service = served({ TRUSTED_PROXIES: '1' });

interface Response {
  status: number;
  text: string;
  headers: NodeJS.Dict<string | string[]>;
}

/** A request over TLS that accepts only the certificate authority in `authority`. */
function overTls(
  port: number,
  authority: () => string,
  path: string,
  options: RequestOptions = {},
): Promise<Response> {
  const { method = 'GET', body } = options;
  const headers = { Host: `localhost:${port}`, ...options.headers };
  return new Promise((resolve, reject) => {
    const ca = readFileSync(authority());
    const sent = request(
      { host: '127.0.0.1', port, path, method, headers, ca, servername: 'localhost' },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode!, text, headers: response.headers }));
        response.on('error', reject);
      },
    );
    sent.on('error', reject).end(body);
  });
}

interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Starts the program and resolves when it forwards requests. */
async function started(
  command: string,
  words: string[],
  ready: () => Promise<Response>,
): Promise<ChildProcess> {
  const child = spawn(command, words, {
    stdio: 'ignore',
    env: { ...process.env, HOME: files.path, XDG_DATA_HOME: files.path },
  });
  for (let left = 200; left > 0 && child.exitCode === null; left -= 1) {
    if ((await ready().catch(() => undefined))?.status === 200) return child;
    await pause(100);
  }
  await stopped(child);
  throw new Error(`${command} does not forward requests.`);
}

async function stopped(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

async function searchesAndUploads(port: number, authority: () => string): Promise<void> {
  const headers = { Authorization: `Bearer ${service.adminToken}`, 'Content-Type': 'application/json' };
  const searched = await overTls(port, authority, '/api/configurations/1/search', {
    method: 'POST',
    headers,
    body: '{"input": "mountain lion"}',
  });
  expect(searched.status).toBe(200);
  expect(JSON.parse(searched.text).total).toBeGreaterThan(0);
  const line = `${JSON.stringify({ id: 'a', title: 'A', text: 'word '.repeat(20_000) })}\n`;
  const documents = Array.from({ length: 60 }, (_, index) => line.replace('"a"', `"a${index}"`)).join('');
  const uploaded = await overTls(port, authority, '/api/spaces/uploaded/documents', {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/x-ndjson' },
    body: documents,
  });
  expect([uploaded.status, documents.length > 5_000_000]).toEqual([200, true]);
  expect(uploaded.text).toContain('60');
  expect((await overTls(port, authority, '/metrics')).status).toBe(404);
}

describe.skipIf(!nginx)('nginx', () => {
  const certificate = () => join(files.path, 'fullchain.pem');
  let child: ChildProcess | undefined;
  let [port, plain] = [0, 0];

  beforeAll(async () => {
    [port, plain] = [await freePort(), await freePort()];
    const key = join(files.path, 'privkey.pem');
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const lifetime = ['-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', key, '-out', certificate()];
    execFileSync('openssl', ['req', '-x509', ...lifetime, ...subject], { stdio: 'ignore' });
    const [block = ''] = codeBlocks(page, 'nginx');
    const here = block
      .replaceAll('/etc/ssl/search.example.org', files.path)
      .replaceAll('search.example.org', 'localhost')
      .replace('listen 80;', `listen 127.0.0.1:${plain};`)
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replaceAll('http://127.0.0.1:8080', service.url.replace('localhost', '127.0.0.1'));
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${join(files.path, name)};`)
      .join('\n');
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    const around = `daemon off; ${user} pid ${join(files.path, 'pid')}; error_log stderr crit; events {}`;
    const file = join(files.path, 'nginx.conf');
    writeFileSync(file, `${around}\nhttp { access_log off; ${temporary}\n${here}\n}\n`);
    execFileSync(nginx!, ['-t', '-e', 'stderr', '-c', file], { stdio: 'pipe' });
    child = await started(nginx!, ['-e', 'stderr', '-c', file], () => overTls(port, certificate, '/ready'));
  });
  afterAll(() => stopped(child));

  it('accepts the configuration of the page, searches over TLS and streams an upload of megabytes', async () => {
    await searchesAndUploads(port, certificate);
  });

  it('redirects unencrypted requests', async () => {
    const response = await fetch(`http://127.0.0.1:${plain}/editor`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([301, 'https://127.0.0.1/editor']);
  });
});

describe.skipIf(!caddy)('Caddy', () => {
  const authority = () => join(files.path, 'caddy/pki/authorities/local/root.crt');
  let child: ChildProcess | undefined;
  let port = 0;

  beforeAll(async () => {
    port = await freePort();
    const [block = ''] = codeBlocks(page, 'txt');
    const here = block
      .replace('search.example.org {', `https://localhost:${port} {\n  tls internal`)
      .replace('127.0.0.1:8080', service.url.replace('http://localhost', '127.0.0.1'));
    const options = `{\n  admin off\n  skip_install_trust\n  http_port ${await freePort()}\n}\n`;
    const file = join(files.path, 'Caddyfile');
    mkdirSync(join(files.path, 'caddy'), { recursive: true });
    writeFileSync(file, options + here);
    const words = ['run', '--config', file, '--adapter', 'caddyfile'];
    child = await started(caddy!, words, () => overTls(port, authority, '/ready'));
  });
  afterAll(() => stopped(child));

  it('accepts the configuration of the page, searches over TLS and streams an upload of megabytes', async () => {
    await searchesAndUploads(port, authority);
  });
});
