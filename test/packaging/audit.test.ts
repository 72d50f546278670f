/** Dependency audit: fails on known vulnerabilities, and never passes silently if the registry cannot be queried. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';

interface Circumstances {
  options?: string[];
  demanded?: '1' | '';
}

/** Runs the audit against a registry with this response. */
async function audit(
  status: number,
  advisories: object,
  { options = [], demanded = '' }: Circumstances = {},
) {
  const registry = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(advisories));
    });
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  const { port } = registry.address() as AddressInfo;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'audit.ts'), ...options], {
    env: { ...process.env, DEMAND_TOOLS: demanded, pnpm_config_registry: `http://127.0.0.1:${port}/` },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
  const [code] = await once(child, 'close');
  registry.close();
  return { code, printed };
}

const advisory = (severity: string) => ({
  koa: [
    {
      id: 1,
      url: 'https://advisories.example/1',
      title: 'Too trusting',
      severity,
      vulnerable_versions: '<99',
      cwe: [],
      cvss: { score: 8, vectorString: '' },
    },
  ],
});

it('passes without relevant vulnerabilities', async () => {
  for (const known of [{}, advisory('low')]) {
    expect(await audit(200, known)).toEqual({
      code: 0,
      printed: 'Audited: 0 known vulnerabilities of severity high or critical.\n',
    });
  }
});

it('fails for a known vulnerability and names it', async () => {
  const { code, printed } = await audit(200, advisory('high'));
  expect(code).toBe(1);
  expect(printed).toContain('high: koa: Too trusting (https://advisories.example/1)');
});

it('reports an unreachable registry, and fails if an audit is required', async () => {
  const { code, printed } = await audit(405, {});
  expect(code).toBe(0);
  expect(printed).toBe(
    'NOT AUDITED: the registry could not be queried for known vulnerabilities (responded with 405).\n',
  );
  expect(await audit(405, {}, { options: ['--required'] })).toMatchObject({ code: 2 });
});

it('fails in CI if a registry with audits returns none, and passes with a message without audits', async () => {
  for (const status of [403, 404, 405]) {
    const { code, printed } = await audit(status, {}, { demanded: '1' });
    expect([code, printed.slice(0, 12)]).toEqual([0, 'NOT AUDITED:']);
  }
  expect(await audit(400, {}, { demanded: '1' })).toMatchObject({ code: 2 });
});

it('reports missing pnpm instead of an unreachable registry', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'audit.ts')], { env: { PATH: '' } });
  let printed = '';
  child.stderr.on('data', (text) => (printed += text));
  expect((await once(child, 'close'))[0]).toBe(1);
  expect(printed).toContain('pnpm is not installed');
});
