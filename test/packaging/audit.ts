/**
 * Dependency audit of a production install: exits with 0 without known vulnerabilities, and with 1 otherwise.
 *
 * If nothing could be audited, it says so and exits with 2 if `--required` (before a release) or DEMAND_TOOLS=1 (in CI) is
 * set. In CI, a registry without audits, such as a mirror, is no failure, because no change of the code could fix it.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const required = process.argv.includes('--required');
const demanded = process.env.DEMAND_TOOLS === '1';
/** Messages of pnpm for a registry without audits: the endpoint is missing or forbidden (403, 404 or 405 of RFC 9110). */
const withoutAudit = /ENDPOINT_NOT_EXISTS|responded with 40[345]/;

interface Advisory {
  module_name: string;
  severity: string;
  title: string;
  url: string;
}

const { stdout, stderr, error } = spawnSync('pnpm', ['audit', '--prod', '--audit-level', 'high', '--json'], {
  cwd: resolve(import.meta.dirname, '../..'),
  encoding: 'utf8',
  timeout: 60_000,
});

const advisories = advisoriesIn(stdout);
if (advisories === null) {
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')
    throw new Error('pnpm is not installed; run this with npx pnpm@12 audit:dependencies');
  const status = /responded with \d+/.exec(stderr)?.[0];
  const reason =
    status ?? (withoutAudit.test(stderr) ? 'it has no audit' : (error?.message ?? 'no response'));
  console.error(`NOT AUDITED: the registry could not be queried for known vulnerabilities (${reason}).`);
  process.exitCode = required || (demanded && !withoutAudit.test(stderr)) ? 2 : 0;
} else {
  for (const { module_name, severity, title, url } of advisories) {
    console.error(`${severity}: ${module_name}: ${title} (${url})`);
  }
  console.log(`Audited: ${advisories.length} known vulnerabilities of severity high or critical.`);
  process.exitCode = advisories.length > 0 ? 1 : 0;
}

/** Null if the output is not a report. */
function advisoriesIn(text: string): Advisory[] | null {
  try {
    const { advisories } = JSON.parse(text) as { advisories?: Record<string, Advisory> };
    return advisories ? Object.values(advisories) : null;
  } catch {
    return null; // The reason is on standard error.
  }
}
