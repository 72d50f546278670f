/** Real cluster with the security plugin: TLS with its own CA, and accounts with the roles of how-to/opensearch.md. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../../server/test/support/free-port.ts';
import { memoryDirectory } from '../../../server/test/support/memory-directory.ts';
import { skipReason } from '../../../server/test/support/skip-reason.ts';
import { ended, FEW_REQUESTS, jars, missingCluster, startNode } from './cluster.fixture.ts';

const run = promisify(execFile);
const security = resolve(jars, '../opensearch-security');
const artifact = 'org.opensearch.plugin:opensearch-security:2.19.1.0:zip';

/** Reason why it cannot be started, in one line; undefined if it can. */
export async function missingSecurity(): Promise<string | undefined> {
  const why = await missingCluster();
  if (why) return why;
  try {
    await run('openssl', ['version']);
    await preparePlugin();
    return undefined;
  } catch (error) {
    const [line] = String(error).split('\n');
    return skipReason(
      `A secured cluster is not tested here: openssl or the security plugin is missing (${line}).`,
    );
  }
}

/** Downloaded once and cached in node_modules. */
async function preparePlugin(): Promise<void> {
  const descriptor = join(security, 'plugin-descriptor.properties');
  const isThere = await access(descriptor).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  await mkdir(security, { recursive: true });
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy';
  await run('mvn', ['-q', '-B', goal, `-Dartifact=${artifact}`, `-DoutputDirectory=${security}`]);
  const [zip] = (await readdir(security)).filter((name) => name.endsWith('.zip'));
  await run('jar', ['xf', zip!], { cwd: security });
}

export interface Account {
  user: string;
  password: string;
}

export interface SecuredCluster {
  url: URL;
  /** In PEM. */
  authority: string;
  /** Account with the role `search_reader`. */
  reader: Account;
  /** Account with the roles `search_reader` and `search_writer`. */
  writer: Account;
  close(): Promise<void>;
}

/** `roles` in the format of the security plugin. */
export async function startSecuredCluster(roles: object): Promise<SecuredCluster> {
  const home = await mkdtemp(join(memoryDirectory(), 'opensearch-'));
  const config = join(home, 'node-0', 'config');
  const account = (user: string) => ({ user, password: randomBytes(12).toString('hex') });
  const [reader, writer] = [account('reader'), account('writer')];
  await writeRules(join(config, 'opensearch-security'), [reader, writer], roles);
  const authority = await writeCertificates(config);
  const ports = [{ http: await freePort(), transport: await freePort() }];
  const node = startNode(home, 0, ports, {
    plugin: 'org.opensearch.security.OpenSearchSecurityPlugin',
    classpath: `${security}/*`,
    java: FEW_REQUESTS,
    settings,
  });
  const close = async () => {
    await ended(node);
    await rm(home, { recursive: true, force: true });
  };
  const url = new URL(`https://127.0.0.1:${ports[0]!.http}`);
  for (const until = Date.now() + 180_000; Date.now() < until && node.exitCode === null; await pause(250)) {
    // A 404 for a missing index shows that the accounts are loaded.
    if ((await statusOf(new URL('/library/_count', url), authority, reader)) === 404) {
      return { url, authority, reader, writer, close };
    }
  }
  await close();
  throw new Error('The secured cluster was not ready within three minutes.');
}

const files = (layer: string) => ({
  [`plugins.security.ssl.${layer}.pemcert_filepath`]: 'node.pem',
  [`plugins.security.ssl.${layer}.pemkey_filepath`]: 'node.key',
  [`plugins.security.ssl.${layer}.pemtrustedcas_filepath`]: 'authority.pem',
});
const settings = {
  ...files('transport'),
  ...files('http'),
  'plugins.security.ssl.http.enabled': true,
  'plugins.security.ssl.transport.enforce_hostname_verification': false,
  'plugins.security.allow_default_init_securityindex': true,
  'plugins.security.nodes_dn': 'CN=node',
};

/** JSON is valid YAML. */
async function writeRules(directory: string, accounts: Account[], roles: object): Promise<void> {
  await mkdir(directory, { recursive: true });
  for (const name of await readdir(join(security, 'config'))) {
    await copyFile(join(security, 'config', name), join(directory, name));
  }
  const put = (name: string, type: string, rules: object) =>
    writeFile(
      join(directory, `${name}.yml`),
      JSON.stringify({ _meta: { type, config_version: 2 }, ...rules }),
    );
  const users = await Promise.all(
    accounts.map(async ({ user, password }) => [user, { hash: await hashOf(password) }]),
  );
  await put('internal_users', 'internalusers', Object.fromEntries(users) as object);
  await put('roles', 'roles', roles);
  const mapping = { search_reader: { users: ['reader', 'writer'] }, search_writer: { users: ['writer'] } };
  await put('roles_mapping', 'rolesmapping', mapping);
}

async function hashOf(password: string): Promise<string> {
  const hasher = ['-cp', `${security}/*:${jars}/*`, 'org.opensearch.security.tools.Hasher', '-p', password];
  const { stdout } = await run('java', hasher);
  return stdout.trim().split('\n').at(-1)!;
}

/** Resolves to the certificate of the CA. */
async function writeCertificates(directory: string): Promise<string> {
  const openssl = (...words: string[]) => run('openssl', words, { cwd: directory });
  const make = (name: string, subject: string) =>
    ['req', '-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`, '-subj', subject] as const;
  await writeFile(join(directory, 'names'), 'subjectAltName=IP:127.0.0.1');
  await openssl(...make('authority', '/CN=authority'), '-x509', '-days', '2', '-out', 'authority.pem');
  await openssl(...make('node', '/CN=node'), '-out', 'node.csr');
  const signed = ['-CA', 'authority.pem', '-CAkey', 'authority.key', '-CAcreateserial', '-extfile', 'names'];
  await openssl('x509', '-req', '-in', 'node.csr', ...signed, '-days', '2', '-out', 'node.pem');
  return readFile(join(directory, 'authority.pem'), 'utf8');
}

/** 0 if there is no response. */
function statusOf(url: URL, ca: string, { user, password }: Account): Promise<number> {
  return new Promise((resolved) => {
    request(url, { ca, auth: `${user}:${password}` }, (response) => {
      response.resume();
      resolved(response.statusCode ?? 0);
    })
      .on('error', () => resolved(0))
      .end();
  });
}
