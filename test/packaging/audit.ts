/**
 * Asks the registry for known vulnerabilities of what a production install has, and says which of three it is:
 * none is known (0), some are (1), or nothing was audited. That is never passed off as an audit, and fails (2) with
 * `--required`, as before a release, and with DEMAND_TOOLS=1, as in CI; there not where the registry has no audit at all,
 * as mirrors have none: nothing that is built here could change that.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const required = process.argv.includes('--required');
const demanded = process.env.DEMAND_TOOLS === '1';
/** What pnpm says of a registry that does not know of audits, or lets nobody ask: the statuses of RFC 9110 that say so. */
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
  const status = /responded with \d+/.exec(stderr)?.[0];
  const reason = status ?? (withoutAudit.test(stderr) ? 'it has no audit' : (error?.message ?? 'no answer'));
  console.error(`NOT AUDITED: the registry could not be asked for known vulnerabilities (${reason}).`);
  process.exitCode = required || (demanded && !withoutAudit.test(stderr)) ? 2 : 0;
} else {
  for (const { module_name, severity, title, url } of advisories) {
    console.error(`${severity}: ${module_name}: ${title} (${url})`);
  }
  console.log(`Audited: ${advisories.length} known vulnerabilities of severity high or critical.`);
  process.exitCode = advisories.length > 0 ? 1 : 0;
}

/** Null where the answer is no report. */
function advisoriesIn(text: string): Advisory[] | null {
  try {
    const { advisories } = JSON.parse(text) as { advisories?: Record<string, Advisory> };
    return advisories ? Object.values(advisories) : null;
  } catch {
    return null; // What it says instead is on standard error.
  }
}
