/** Real OpenSearch cluster for tests from Maven Central: Java processes on loopback, stopped after the tests. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../../../server/test/support/free-port.ts';
import { memoryDirectory } from '../../../server/test/support/memory-directory.ts';
import { skipReason } from '../../../server/test/support/skip-reason.ts';

const run = promisify(execFile);
const here = dirname(fileURLToPath(import.meta.url));
export const jars = resolve(here, '../../../../node_modules/.cache/semantic-search/opensearch');

/** Reason why no cluster can be started, in one line; undefined if it can. */
export async function missingCluster(): Promise<string | undefined> {
  for (const [program, what] of [
    ['javac', 'a Java development kit (17 or newer)'],
    ['mvn', 'Maven'],
  ] as const) {
    try {
      await run(program, ['-version']);
    } catch {
      return skipReason(`The OpenSearch backend is not tested here: ${what} is missing.`);
    }
  }
  try {
    await prepareJars();
    return undefined;
  } catch (error) {
    const [line] = String(error).split('\n');
    return skipReason(
      `The OpenSearch backend is not tested here: its jars could not be downloaded from Maven Central (${line}).`,
    );
  }
}

/** Downloads the jars once, and compiles the node once per version; both are cached in node_modules. */
async function prepareJars(): Promise<void> {
  const complete = join(jars, 'complete');
  const sources = await Promise.all(
    ['pom.xml', 'ClusterNode.java'].map((name) => readFile(join(here, name))),
  );
  const version = hash('sha256', Buffer.concat(sources), 'hex');
  if ((await readFile(complete, 'utf8').catch(() => '')) === version) return;
  await mkdir(jars, { recursive: true });
  await copyFile(join(here, 'pom.xml'), join(jars, 'pom.xml'));
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies';
  await run('mvn', ['-q', '-B', '-f', join(jars, 'pom.xml'), goal, `-DoutputDirectory=${jars}`]);
  await run('javac', ['-nowarn', '-cp', `${jars}/*`, '-d', jars, join(here, 'ClusterNode.java')]);
  await writeFile(complete, version);
}

export interface RunningCluster {
  /** URL of the first node. */
  url: URL;
  urls: URL[];
  /** kill -9 of a node, by its index in `urls`. */
  kill(node: number): Promise<void>;
  /** Suspends a node (SIGSTOP), so that it does not respond and keeps its connections, until `thaw`. */
  freeze(node: number): void;
  thaw(node: number): void;
  /** Index of the cluster manager, as known to this node. */
  manager(observer?: number): Promise<number>;
  close(): Promise<void>;
}

/** Java options of tests with few requests: without its optimizing compiler, a node starts with half of the CPU time. */
export const FEW_REQUESTS = ['-XX:TieredStopAtLevel=1'];

/** Starts nodes that form a cluster. `java` has options for tests with many requests. */
export async function startCluster(
  count = 1,
  settings: Settings = {},
  java: readonly string[] = FEW_REQUESTS,
): Promise<RunningCluster> {
  const home = await mkdtemp(join(memoryDirectory(), 'opensearch-'));
  const ports = await Promise.all(
    Array.from({ length: count }, async () => ({ http: await freePort(), transport: await freePort() })),
  );
  const nodes = ports.map((_, i) => startNode(home, i, ports, { settings, java }));
  const urls = ports.map(({ http }) => new URL(`http://127.0.0.1:${http}`));
  const close = async () => {
    await Promise.all(nodes.map(ended));
    await rm(home, { recursive: true, force: true });
  };
  const running: RunningCluster = {
    url: urls[0]!,
    urls,
    kill: (node) => ended(nodes[node]!),
    freeze: (node) => void nodes[node]!.kill('SIGSTOP'),
    thaw: (node) => void nodes[node]!.kill('SIGCONT'),
    async manager(observer = 0) {
      const response = await fetch(new URL('/_cat/cluster_manager?format=json&local=true', urls[observer]!));
      const [{ node }] = (await response.json()) as [{ node: string }];
      return Number(node.replace('node-', ''));
    },
    close,
  };
  if (await isWhole(urls[0]!, nodes)) return running;
  await close();
  throw new Error('The OpenSearch cluster was not complete within three minutes.');
}

export interface Ports {
  http: number;
  transport: number;
}

type Settings = Record<string, string | number | boolean>;

/** Additional plugin of a node. */
export interface PluginOptions {
  /** Plugin class and the folder of its jars. */
  plugin?: string;
  classpath?: string;
  java?: readonly string[];
  settings: Settings;
}

export function startNode(home: string, i: number, all: Ports[], further?: PluginOptions): ChildProcess {
  const { http, transport } = all[i]!;
  const settings = {
    'path.home': join(home, `node-${i}`),
    'node.name': `node-${i}`,
    'cluster.name': 'semantic-search-test',
    'network.host': '127.0.0.1',
    'http.port': http,
    'transport.port': transport,
    'cluster.routing.allocation.disk.threshold_enabled': false,
    ...(all.length === 1
      ? { 'discovery.type': 'single-node' }
      : {
          'discovery.seed_hosts': all.map((each) => `127.0.0.1:${each.transport}`).join(),
          'cluster.initial_cluster_manager_nodes': all.map((_, node) => `node-${node}`).join(),
        }),
  };
  const given = Object.entries({ ...settings, ...further?.settings }).map((each) => each.join('='));
  const classpath = [jars, `${jars}/*`, ...(further?.classpath ? [further.classpath] : [])].join(':');
  const plugin = further?.plugin ? [`-Dplugin=${further.plugin}`] : [];
  const options = [
    '-Xmx512m',
    '-XX:+UseSerialGC',
    ...(further?.java ?? []),
    ...plugin,
    '-cp',
    classpath,
    'ClusterNode',
  ];
  return spawn('java', [...options, ...given], { stdio: 'ignore' });
}

async function isWhole(url: URL, nodes: ChildProcess[]): Promise<boolean> {
  const until = Date.now() + 180_000;
  while (Date.now() < until && nodes.every(({ exitCode }) => exitCode === null)) {
    const health = await fetch(new URL('/_cluster/health', url)).catch(() => undefined);
    const { number_of_nodes: found } = health?.ok
      ? ((await health.json()) as { number_of_nodes: number })
      : { number_of_nodes: 0 };
    if (found === nodes.length) return true;
    await pause(250);
  }
  return false;
}

export async function ended(node: ChildProcess): Promise<void> {
  if (node.exitCode !== null || node.signalCode !== null) return;
  const exit = new Promise((resolved) => node.once('exit', resolved));
  node.kill('SIGKILL');
  await exit;
}
