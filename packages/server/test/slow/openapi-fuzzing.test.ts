/** Fuzzing of the API with schemathesis, based on the served OpenAPI description. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { startService, temporaryDirectory } from '../../../../test/support/service.ts';
import { skipReason } from '../support/skip-reason.ts';

const program = process.env.SCHEMATHESIS ?? 'schemathesis';
const installed = spawnSync(program, ['--version']).status === 0;
const examples = process.env.SCHEMATHESIS_EXAMPLES ?? '10';

/** Explains in the title why the test is skipped. */
const title = installed
  ? 'the answers are what the description says, with all checks of schemathesis'
  : skipReason(
      'The description is not tried with schemathesis: it is missing (pip install schemathesis, or SCHEMATHESIS=its path).',
    );

test.runIf(installed)(title, async () => {
  const { path, remove } = await temporaryDirectory();
  const service = await startService(path, { LOG_LEVEL: 'error' });
  try {
    const words = ['--config-file', 'schemathesis.toml', 'run', `${service.url}/openapi.json`];
    const options = ['--max-examples', examples, '--request-timeout', '10', '--no-color'];
    const header = ['--header', `Authorization: Bearer ${service.adminToken}`];
    const child = spawn(program, [...words, ...options, ...header], {
      cwd: import.meta.dirname,
      env: { ...process.env, SCHEMATHESIS_HOOKS: 'schemathesis_hooks', PYTHONDONTWRITEBYTECODE: '1' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    const [code] = await once(child, 'close');
    const report = output.replace(/\S{500,}/g, (word) => `${word.slice(0, 200)}…`);
    expect(code, report.slice(-8000)).toBe(0);
    const { status } = await service.call('GET', '/ready');
    expect(status).toBe(200);
  } finally {
    await service.stop();
    await remove();
  }
});

if (!installed) console.warn(title);
test.skipIf(installed)(title, (context) => context.skip(title));
