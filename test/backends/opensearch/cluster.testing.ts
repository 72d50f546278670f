/** A real cluster of one node for tests, out of Maven Central: a Java process on loopback that is gone after them. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { access, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const here = dirname(fileURLToPath(import.meta.url));
const jars = resolve(here, '../../../node_modules/.cache/semantic-search/opensearch');

/** Why no cluster can be started here, in one line; undefined where it can. */
export async function missing(): Promise<string | undefined> {
  for (const [program, what] of [
    ['javac', 'a Java development kit (17 or newer)'],
    ['mvn', 'Maven'],
  ] as const) {
    try {
      await run(program, ['-version']);
    } catch {
      return `The OpenSearch backend is not tested here: ${what} is missing.`;
    }
  }
  try {
    await prepareJars();
    return undefined;
  } catch (error) {
    const [line] = String(error).split('\n');
    return `The OpenSearch backend is not tested here: its parts could not be had from Maven Central (${line}).`;
  }
}

/** Fetched once: they stay beside the installed packages. */
async function prepareJars(): Promise<void> {
  const complete = join(jars, 'complete');
  const isThere = await access(complete).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  await mkdir(jars, { recursive: true });
  await copyFile(join(here, 'pom.xml'), join(jars, 'pom.xml'));
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies';
  await run('mvn', ['-q', '-B', '-f', join(jars, 'pom.xml'), goal, `-DoutputDirectory=${jars}`]);
  await run('javac', ['-nowarn', '-cp', `${jars}/*`, '-d', jars, join(here, 'ClusterNode.java')]);
  await writeFile(complete, '');
}

export interface RunningCluster {
  url: URL;
  close(): Promise<void>;
}

export async function startCluster(): Promise<RunningCluster> {
  const home = await mkdtemp(join(tmpdir(), 'opensearch-'));
  const [http, transport] = [await freePort(), await freePort()];
  const settings = {
    'path.home': home,
    'node.name': 'node-1',
    'cluster.name': 'semantic-search-test',
    'network.host': '127.0.0.1',
    'http.port': http,
    'transport.port': transport,
    'discovery.type': 'single-node',
    'cluster.routing.allocation.disk.threshold_enabled': false,
  };
  const given = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const node = spawn(
    'java',
    ['-Xmx512m', '-XX:+UseSerialGC', '-cp', `${jars}:${jars}/*`, 'ClusterNode', ...given],
    { stdio: 'ignore' },
  );
  const url = new URL(`http://127.0.0.1:${http}`);
  const close = async () => {
    await ended(node);
    await rm(home, { recursive: true, force: true });
  };
  if (await answers(url, node)) return { url, close };
  await close();
  throw new Error('The OpenSearch node did not answer within two minutes.');
}

async function answers(url: URL, node: ChildProcess): Promise<boolean> {
  const until = Date.now() + 120_000;
  while (Date.now() < until && node.exitCode === null) {
    const health = await fetch(new URL('/_cluster/health', url)).catch(() => undefined);
    if (health?.ok) return true;
    await pause(250);
  }
  return false;
}

async function ended(node: ChildProcess): Promise<void> {
  if (node.exitCode !== null) return;
  const exit = new Promise((resolved) => node.once('exit', resolved));
  node.kill('SIGKILL');
  await exit;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
