/** Status of the server on one page: components, disk, search spaces, and findings of a diagnosis. */
import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type Router from '@koa/router';
import { type ServiceStatus, type Space, TOKEN_WARNING_DAYS } from '@semantic-search/contract';
import type { IssuedToken } from '@semantic-search/contract/storage';
import { operationRoutes } from '../auth/operation-routes.ts';
import type { Finding } from '../backup/diagnosis.ts';
import { failureReasons, type HealthChecks, sharedRun } from '../observability/component-checks.ts';
import { publicText } from '../schedules/describe-source.ts';

interface StatusDependencies {
  version: string;
  dataDirectory: string;
  checks: HealthChecks;
  spaces(): Promise<Space[]>;
  /** Tokens that are neither revoked nor expired. */
  validTokens(): readonly IssuedToken[];
}

const DAY_MS = 24 * 3_600_000;

export function statusRoutes(dependencies: StatusDependencies): Router {
  const started = new Date().toISOString();
  // Concurrent requests share a diagnosis, which reads whole databases.
  const diagnoseOnce = sharedRun(() => diagnoseInWorker(dependencies.dataDirectory));
  return operationRoutes({
    async getStatus() {
      const [components, spaces, diagnosis, disk] = await Promise.all([
        componentsOf(dependencies.checks),
        dependencies.spaces(),
        diagnoseOnce(),
        statfs(dependencies.dataDirectory),
      ]);
      return {
        version: dependencies.version,
        started,
        components,
        findings: [...diagnosis.map(publicFinding), ...expiringTokens(dependencies.validTokens())],
        disk: { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize },
        spaces: spaces.map(({ name, documents, concepts, healthy, notices, sources }) => {
          const optional = { ...(notices && { notices }), ...(sources && { sources }) };
          return { name, documents, concepts, healthy, ...optional };
        }),
      } satisfies ServiceStatus;
    },
  });
}

async function componentsOf({ required, optional }: HealthChecks): Promise<ServiceStatus['components']> {
  const reasons = await failureReasons({ ...required, ...optional });
  return Array.from(reasons, ([name, reason]) => {
    return { name, ready: reason === null, ...(reason !== null && { reason: publicText(reason) }) };
  });
}

const publicFinding = ({ message, ...finding }: Finding) => ({ ...finding, message: publicText(message) });

/** Warnings about tokens that expire soon. */
function expiringTokens(tokens: readonly IssuedToken[]): Finding[] {
  const warningTime = Date.now() + TOKEN_WARNING_DAYS * DAY_MS;
  return tokens
    .filter(({ expires }) => Date.parse(expires) < warningTime)
    .map(({ name, expires }) => ({
      part: `token ${name}`,
      state: 'doubtful',
      message: `ends on ${expires.slice(0, 10)}`,
    }));
}

/** Runs in a worker, because the check of a large database takes seconds. */
async function diagnoseInWorker(dataDirectory: string): Promise<Finding[]> {
  const file = join(import.meta.dirname, `diagnosis-worker${extname(import.meta.filename)}`);
  const [findings] = await once(new Worker(file, { workerData: dataDirectory }), 'message');
  return findings;
}
