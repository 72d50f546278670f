/** Helm chart: lint, rendering, validity against the Kubernetes schemas, and settings that the server accepts. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VARIABLES } from '../../packages/server/src/settings/environment.ts';
import { parseSettings } from '../../packages/server/src/settings/server-settings.ts';
import { folder, folderOfTest, serviceOfTest } from '../support/fixtures.ts';
import {
  chart,
  documentedValues,
  fullValues,
  helm,
  lint,
  minimalValues,
  type Resource,
  rendered,
  resources,
} from './chart.fixture.ts';
import { printed, program } from './programs.fixture.ts';

const validator = program('kubernetes-validate', 'What the chart renders to is');
/** Oldest and newest maintained versions of the validator. */
const versions = ['1.27', '1.37'];
const cases = {
  'the least that has to be given': minimalValues,
  'nearly all that can be given': fullValues,
  'the values of the manual': documentedValues,
};

const files = folder();

const one = (all: Resource[], kind: string): Resource => all.find((each) => each.kind === kind)!;
const podOf = (all: Resource[]) => one(all, 'Deployment').spec.template.spec;
const settingsIn = (all: Resource[]) => all.find(({ data }) => data?.DATABASE_URL !== undefined)!.data!;
const filesIn = (all: Resource[]) => all.find(({ data }) => data?.['backends.json'] !== undefined)!.data!;

describe.skipIf(!helm).each(Object.entries(cases))('the chart with %s', (name, values) => {
  it('passes helm lint', async () => {
    expect(await lint(values)).toContain('1 chart(s) linted, 0 chart(s) failed');
  });

  it.skipIf(!validator).each(versions)('matches the schemas of Kubernetes %s', async (version) => {
    const file = join(files.path, `${name.replaceAll(' ', '-')}.yaml`);
    await writeFile(file, await rendered(values));
    const words = ['--strict', '--quiet', '--kubernetes-version', version, file];
    await printed(validator!, words);
  });

  it('uses existing, valid settings', async () => {
    const all = await resources(values);
    const settings = settingsIn(all);
    expect(Object.keys(VARIABLES)).toEqual(expect.arrayContaining(Object.keys(settings)));
    const backendsFile = join(files.path, name.replaceAll(' ', '-'));
    await mkdir(backendsFile);
    for (const [file, text] of Object.entries(filesIn(all))) await writeFile(join(backendsFile, file), text);
    const accounts = ['READER', 'WRITER', 'LIBRARY_READER'];
    const named = accounts.flatMap((each) => [each, `${each}_PASSWORD`]).map((each) => [each, 'x']);
    const environment = {
      ...settings,
      ...Object.fromEntries(named),
      ACCESS_TOKEN_SECRETS: 'a'.repeat(32),
      PUBLISHABLE_TOKEN_SECRETS: 'p'.repeat(32),
      BACKENDS_FILE: join(backendsFile, 'backends.json'),
    };
    const [space] = (await parseSettings(environment)).remoteSpaces;
    expect(space).toMatchObject({ name: 'library', index: 'library' });
    const mounts = podOf(all).containers[0].volumeMounts.map(({ mountPath }) => mountPath);
    expect(mounts).toEqual(expect.arrayContaining([settings.DATA_DIR, '/tmp', '/etc/semantic-search']));
    expect(settings.BACKENDS_FILE).toBe('/etc/semantic-search/backends.json');
  });

  it('allows enough time for a graceful shutdown', async () => {
    const all = await resources(values);
    const delay = Number(settingsIn(all).SHUTDOWN_DELAY) / 1000;
    expect(podOf(all).terminationGracePeriodSeconds).toBeGreaterThan(delay + 10);
  });

  it('runs unprivileged and read-only without secrets', async () => {
    const all = await resources(values);
    expect(all.map(({ kind }) => kind)).not.toContain('Secret');
    const pod = podOf(all);
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(pod.containers[0].securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });
});

describe.skipIf(!helm)('the chart', () => {
  it('requires mandatory values and rejects secrets', async () => {
    await expect(rendered({})).rejects.toThrow(/database/);
    await expect(rendered({ ...minimalValues, spaces: {} })).rejects.toThrow(/spaces/);
    await expect(rendered({ ...minimalValues, secret: '' })).rejects.toThrow(/secret/);
    const withPassword = 'postgres://search:password@db.example.org/search';
    await expect(rendered({ ...minimalValues, database: withPassword })).rejects.toThrow(/database/);
    const settings = { ACCESS_TOKEN_SECRETS: 'a-secret-of-more-than-thirty-two-bytes' };
    await expect(rendered({ ...minimalValues, settings })).rejects.toThrow(/ACCESS_TOKEN_SECRETS/);
    await expect(rendered({ ...minimalValues, settings: { LOG_LEVLE: 'warn' } })).rejects.toThrow(
      /LOG_LEVLE/,
    );
  });

  it('accepts every setting except secrets and its own', async () => {
    const schema = JSON.parse(await readFile(join(chart, 'values.schema.json'), 'utf8'));
    const others = ['HOST', 'PORT', 'DATA_DIR', 'BACKENDS_FILE', 'DATABASE_URL'];
    const secrets = ['ACCESS_TOKEN_SECRETS', 'PUBLISHABLE_TOKEN_SECRETS', 'OIDC_SIGN_IN_SECRET'];
    expect([...schema.properties.settings.propertyNames.enum, ...others, ...secrets].sort()).toEqual(
      Object.keys(VARIABLES).sort(),
    );
  });

  it('probes liveness and readiness at the right paths', async () => {
    const [container] = podOf(await resources(minimalValues)).containers;
    const { url } = await serviceOfTest(await folderOfTest());
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
      expect((await fetch(url + container[probe].httpGet.path)).status, probe).toBe(200);
    }
    expect(container.readinessProbe.httpGet.path).toBe('/ready');
  });

  it('allows egress to the configured ports only', async () => {
    const portsOf = (all: Resource[]) => {
      const [names, rest] = one(all, 'NetworkPolicy').spec.egress;
      expect(names.ports.map(({ port }) => port)).toEqual([53, 53]);
      return rest.ports.map(({ port }) => port);
    };
    expect(portsOf(await resources(minimalValues))).toEqual([5432, 9200]);
    expect(portsOf(await resources(fullValues))).toEqual([4318, 6432, 443, 9201, 8443, 8444]);
    const without = await resources({ ...minimalValues, networkPolicy: { enabled: false } });
    expect(one(without, 'NetworkPolicy')).toBeUndefined();
  });

  it('restarts servers when a setting or a file has changed', async () => {
    const sumOf = async (values: object) =>
      one(await resources({ ...minimalValues, ...values }), 'Deployment').spec.template.metadata.annotations;
    const before = await sumOf({});
    expect(await sumOf({ replicas: 5 })).toEqual(before);
    expect(await sumOf({ settings: { LOG_LEVEL: 'warn' } })).not.toEqual(before);
    expect(await sumOf({ files: { 'ca.pem': 'x' } })).not.toEqual(before);
  });

  it('leaves the number of replicas to the autoscaler', async () => {
    expect(one(await resources(minimalValues), 'Deployment').spec.replicas).toBe(3);
    const all = await resources(fullValues);
    expect(one(all, 'Deployment').spec.replicas).toBeUndefined();
    expect(one(all, 'HorizontalPodAutoscaler').spec).toMatchObject({ minReplicas: 3, maxReplicas: 20 });
  });
});
