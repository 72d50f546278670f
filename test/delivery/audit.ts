/**
 * Asks the registry for known vulnerabilities of what a production install has, and says which of three it is:
 * none is known (0), some are (1), or the registry could not be asked (0, or 2 with `--required`: before a release).
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const required = process.argv.includes('--required');

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
  const reason = /responded with (\d+)/.exec(stderr)?.[0] ?? error?.message ?? 'it gave no answer';
  console.error(`NOT AUDITED: the registry could not be asked for known vulnerabilities (${reason}).`);
  process.exitCode = required ? 2 : 0;
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
