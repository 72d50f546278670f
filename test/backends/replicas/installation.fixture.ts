/** Several servers as processes of their own on one PostgreSQL and one OpenSearch, behind a load balancer. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../../packages/server/test/support/free-port.ts';
import { binaries, makePostgres } from '../../../packages/server/test/support/postgres-server.ts';
import { type Service, startService, temporaryDirectory, type Variables } from '../../support/service.ts';
import { missing as missingCluster, startCluster } from '../opensearch/cluster.fixture.ts';
import {
  type Balancer,
  type BalancerName,
  balance,
  balancers,
  missingBalancer,
  noticed,
} from './balancer.fixture.ts';

export async function missing(): Promise<string | undefined> {
  if (binaries === null) {
    return 'Replicas are not tested here: PostgreSQL is missing (apt-get install postgresql).';
  }
  return missingBalancer() ?? (await missingCluster());
}

export interface Installation {
  /** Of each load balancer before them. */
  behind: Record<BalancerName, string>;
  replicas: Service[];
  /** With every scope. */
  token: string;
  environment: Variables;
  directory: string;
  /** What they have logged of a request, also those that were ended since. */
  logged(requestId: string): string[];
  /** Ends a replica, by itself as a new version would have it ended, and starts it at the same address. */
  restart(replica: number, signal?: NodeJS.Signals): Promise<void>;
  close(): Promise<void>;
}

export const space = 'field-guide';

/** `options` are of the command `serve`. */
export async function install(count: number, options: string[], more: Variables = {}): Promise<Installation> {
  const undo: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const { path: directory, remove } = await temporaryDirectory();
    undo.push(remove);
    const [postgres, cluster] = await Promise.all([makePostgres(binaries as string), startCluster()]);
    undo.push(postgres.remove, cluster.close);
    const environment = {
      DATABASE_URL: await postgres.newDatabase(),
      BACKENDS_FILE: join(directory, 'backends.json'),
      ACCESS_TOKEN_SECRETS: randomBytes(32).toString('hex'),
      PUBLISHABLE_TOKEN_SECRETS: randomBytes(32).toString('hex'),
      SHUTDOWN_DELAY: String(noticed),
      ...more,
    };
    const there = { backend: 'opensearch', nodes: [cluster.url.origin], index: space };
    await writeFile(environment.BACKENDS_FILE, JSON.stringify({ spaces: { [space]: there } }));
    const ports = await Promise.all(Array.from({ length: count }, freePort));
    const started: Service[] = [];
    const start = async (replica: number) => {
      const own = { ...environment, PORT: String(ports[replica]) };
      const service = await startService(join(directory, `replica-${replica}`), own, options);
      started.push(service);
      return service;
    };
    // All at once, as after a power cut: one makes the tables, and one fills what is empty.
    undo.push(() => Promise.all(started.map((each) => each.stop('SIGKILL'))));
    const starting = ports.map((_, replica) => start(replica));
    await Promise.allSettled(starting);
    const replicas = await Promise.all(starting);
    const behind = {} as Record<BalancerName, Balancer>;
    for (const name of balancers) {
      behind[name] = await balance(name, ports);
      undo.push(behind[name].close);
    }
    return {
      behind: { HAProxy: behind.HAProxy.url, nginx: behind.nginx.url },
      replicas,
      token: replicas[0]!.everything,
      environment,
      directory,
      logged: (requestId) =>
        started.flatMap((each) =>
          each
            .printed()
            .split('\n')
            .filter((line) => line.includes(requestId)),
        ),
      async restart(replica, signal = 'SIGTERM') {
        await replicas[replica]!.stop(signal);
        replicas[replica] = await start(replica);
        // All have to see that it is back before the next one may go.
        await Promise.all(balancers.map((name) => behind[name].sees(replica)));
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
