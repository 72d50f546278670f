/** Helm chart rendered with values. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { codeBlocks } from '../support/manual.ts';
import { root } from '../support/service.ts';
import { printed, program } from './programs.fixture.ts';

export const chart = join(root, 'packages/server/deploy/chart');
export const helm = program('helm', 'The Helm chart is');

interface Probe {
  httpGet: { path: string };
  periodSeconds: number;
  failureThreshold: number;
}

interface Rule {
  ports: { port: number }[];
}

export interface Pod {
  terminationGracePeriodSeconds: number;
  containers: [
    {
      args: string[];
      ports: { containerPort: number }[];
      securityContext: object;
      volumeMounts: { mountPath: string }[];
      startupProbe: Probe;
      livenessProbe: Probe;
      readinessProbe: Probe;
    },
  ];
}

export interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  /** What tests read of it; its members depend on the kind, and the Kubernetes schemas validate them. */
  spec: {
    replicas?: number;
    template: { metadata: { annotations: Record<string, string> }; spec: Pod };
    egress: [names: Rule, rest: Rule];
  };
}

export type Values = Record<string, unknown>;

/** Mandatory values only. */
export const minimalValues: Values = {
  database: 'postgres://search@db.example.org/search',
  spaces: {
    library: { backend: 'opensearch', nodes: ['https://search.example.org:9200'], index: 'library' },
  },
};

/** Values of the page on Kubernetes. */
export const documentedValues = parse(codeBlocks('how-to/run-on-kubernetes', 'yaml')[0] ?? '') as Values;

/** Nearly all values. */
export const fullValues: Values = {
  database: 'postgres://search@db.example.org:6432/search?sslmode=verify-full',
  secret: 'of-my-own',
  spaces: {
    library: {
      backend: 'opensearch',
      nodes: ['https://search-1.example.org', 'http://search-2.example.org:9201'],
      index: 'library',
      shards: 6,
      replicas: '1',
      authority: 'cluster-ca.pem',
      credentials: { type: 'basic', userFrom: 'READER', passwordFrom: 'READER_PASSWORD' },
      writingCredentials: { type: 'basic', userFrom: 'WRITER', passwordFrom: 'WRITER_PASSWORD' },
    },
  },
  files: { 'cluster-ca.pem': '-----BEGIN CERTIFICATE-----\n' },
  settings: {
    SHUTDOWN_DELAY: '25500',
    TRUSTED_PROXIES: '2',
    LOG_LEVEL: 'warn',
    METRICS: 'open',
    OIDC_ISSUER: 'https://people.example.org:8443/realm',
    OIDC_SIGN_IN_ISSUER: 'https://people.example.org:8444/realm',
    ALLOWED_ORIGINS: 'https://www.example.org https://example.org',
  },
  imagePullSecrets: [{ name: 'registry' }],
  ingress: {
    enabled: true,
    className: 'haproxy',
    annotations: { 'haproxy.org/check': 'true' },
    host: 'search.example.org',
    tlsSecret: 'search-tls',
  },
  autoscaling: { enabled: true, maxReplicas: 20 },
  disruption: { maxUnavailable: '25%' },
  networkPolicy: {
    from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress' } } }],
    to: [{ ipBlock: { cidr: '192.0.2.0/24' } }],
    ports: [4318],
  },
  nodeSelector: { 'kubernetes.io/os': 'linux' },
  tolerations: [{ key: 'search', operator: 'Exists' }],
};

/** Rejects with the error output of helm. */
export async function rendered(values: Values): Promise<string> {
  return withFile(values, (file) => printed(helm!, ['template', 'search', chart, '--values', file]));
}

/** Rejects with the findings, including warnings. */
export async function lint(values: Values): Promise<string> {
  return withFile(values, (file) => printed(helm!, ['lint', chart, '--strict', '--values', file]));
}

export async function resources(values: Values): Promise<Resource[]> {
  const documents = parseAllDocuments(await rendered(values));
  return documents.map((document) => document.toJS() as Resource | null).filter((each) => each !== null);
}

async function withFile(values: Values, use: (file: string) => Promise<string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'chart-'));
  try {
    const file = join(folder, 'values.yaml');
    await writeFile(file, stringify(values));
    return await use(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}
