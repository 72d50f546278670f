/** Fuzzing of the API with schemathesis, based on the served OpenAPI description. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { type Service, startService, temporaryDirectory } from '../../../../test/support/service.ts';
import { skipReason } from '../support/skip-reason.ts';

const program = process.env.SCHEMATHESIS ?? 'schemathesis';
const installed = spawnSync(program, ['--version']).status === 0;
/** Per operation and phase. */
const examples = process.env.SCHEMATHESIS_EXAMPLES ?? '4';
/** Fixed, so that a run does not depend on luck; `random` for another one in each run. */
const seed = process.env.SCHEMATHESIS_SEED ?? '1';

/** Issues a token of each kind. */
const tokens: Record<string, (service: Service) => Promise<string>> = {
  'an administrator': async ({ adminToken }) => adminToken,
  'a public page': (service) => issue(service, { name: 'page', configurations: [1, 2, 3] }),
  'a search space': (service) =>
    issue(service, {
      name: 'cms',
      spaces: ['field-guide'],
      scopes: ['search', 'configurations:read', 'spaces:write'],
    }),
};

/** Explains in the title why the test is skipped. */
const title = installed
  ? 'responses match the description, with all checks of schemathesis'
  : skipReason(
      'The description is not tried with schemathesis: it is missing (pip install schemathesis, or SCHEMATHESIS=its path).',
    );

describe.runIf(installed)(title, () => {
  test.each(Object.entries(tokens))('with the token of %s', async (_kind, tokenFor) => {
    const { path, remove } = await temporaryDirectory();
    const service = await startService(path, { LOG_LEVEL: 'error' });
    try {
      const { code, report } = await fuzz(service.url, await tokenFor(service));
      expect(code, report).toBe(0);
      const { status } = await service.call('GET', '/ready');
      expect(status).toBe(200);
    } finally {
      await service.stop();
      await remove();
    }
  });
});

if (!installed) console.warn(title);
test.skipIf(installed)(title, (context) => context.skip(title));

async function issue(service: Service, body: object): Promise<string> {
  const response = await service.call('POST', '/api/tokens', { body });
  return String(response.body.token);
}

/** Runs all phases with all checks; `code` is 0 without findings. */
async function fuzz(url: string, token: string): Promise<{ code: number | null; report: string }> {
  const words = ['--config-file', 'schemathesis.toml', 'run', `${url}/openapi.json`, '--checks', 'all'];
  const bounds = ['--max-examples', examples, '--request-timeout', '10', '--continue-on-failure'];
  const fixed = seed === 'random' ? [] : ['--seed', seed];
  const header = ['--no-color', '--header', `Authorization: Bearer ${token}`];
  const child = spawn(program, [...words, ...bounds, ...fixed, ...header], {
    cwd: import.meta.dirname,
    env: { ...process.env, SCHEMATHESIS_HOOKS: 'schemathesis_hooks', PYTHONDONTWRITEBYTECODE: '1' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  const report = output.replace(/\S{500,}/g, (word) => `${word.slice(0, 200)}…`).slice(-8000);
  return { code, report };
}
