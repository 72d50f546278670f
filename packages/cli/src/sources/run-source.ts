/** Run of a source: reads it into a search space, with progress, report and summary. */
import { appendFileSync, writeFileSync } from 'node:fs';
import { abandonRun, completeRun, startRun } from '@semantic-search/client';
import { loadSettings } from '@semantic-search/server/settings';
import type { CrawlOptions, Fetcher, Source } from '@semantic-search/sources/websites';
import { connect } from '../connections/connect.ts';
import { reportProgress } from '../options/progress.ts';
import { runLimits } from './run-limits.ts';
import { RunState } from './run-state.ts';
import type { SourceOptions } from './source-commands.ts';
import { type AddressOutcome, synchronizeSpace } from './synchronize-space.ts';

export interface SourceRun {
  /** Distinguishes the source from other sources of the same space. The first item is an address. */
  identity: string[];
  /** Options besides the identity that decide which documents are read. */
  settings?: object;
  fetcher: Fetcher;
  /** Address that only keeps state between runs; not reported. */
  stateAddress?: string;
  source(options: Required<Pick<CrawlOptions, 'full' | 'fetcher' | 'onProgress'>>): Source;
}

/** Often enough for a person who watches the run in the studio. */
const PROGRESS_INTERVAL_MS = 250;

/**
 * For the running server, the data directory keeps the state between runs. For a remote server, no state is kept, so
 * that pipelines need no storage: a synchronization run of the server removes missing documents.
 */
export async function runSource(
  options: SourceOptions,
  { identity, settings = {}, fetcher, stateAddress, source }: SourceRun,
): Promise<void> {
  const { space, server, site, report } = options;
  const connection = await connect(['spaces:write'], server);
  const state =
    server === undefined
      ? await RunState.open((await loadSettings()).dataDirectory, space, identity)
      : RunState.temporary();
  /** ID of the synchronization run of a remote server, until the run is complete. */
  let openRun = server === undefined ? undefined : (await startRun(connection, space)).id;
  const summary = outcomeSummary();
  const limits = runLimits(options);
  const progress = { visited: 0, known: 0 };
  const onProgress = (latest: typeof progress) => Object.assign(progress, latest);
  const stopProgress = reportProgress(space, () => `${progress.visited} of ${progress.known} addresses`);
  // A server that has started this command shows its progress.
  const progressTimer = setInterval(() => process.send?.(progress), PROGRESS_INTERVAL_MS);
  try {
    // Only after the state is locked, so that a second run does not empty the report of a running one.
    if (report !== undefined) writeFileSync(report, '');
    const limit = await synchronizeSpace({
      ...options,
      connection,
      serverRun: openRun,
      state,
      source: (pass) => source({ ...pass, fetcher: limits.limited(fetcher), onProgress }),
      settings: JSON.stringify({ ...settings, site }),
      siteName: site ?? new URL(identity[0]!).host,
      limits,
      onOutcome(outcome) {
        if (outcome.address === stateAddress) return;
        summary.count(outcome);
        if (report !== undefined) appendFileSync(report, reportLine(outcome));
      },
    });
    const obstacle = limit?.message ?? summary.failures();
    if (openRun !== undefined && obstacle !== null) console.error(`${space}: removed nothing: ${obstacle}`);
    else if (openRun !== undefined) {
      const { removed } = await completeRun(connection, space, openRun, { force: options.force === true });
      openRun = undefined;
      console.log(`${space}: ${removed} documents removed that are not in the source`);
    }
    summary.print(space);
    if (limit === null) return;
    console.log(`${space}: ${limit.message}; nothing was removed, and the next run goes on from here`);
    process.exitCode = 2;
  } finally {
    stopProgress();
    clearInterval(progressTimer);
    state.close();
    if (openRun !== undefined) await abandonRun(connection, space, openRun).catch(() => undefined);
  }
}

function reportLine({ address, outcome, reason, warnings = [] }: AddressOutcome): string {
  return `${JSON.stringify({ address, outcome, reason: [reason, ...warnings].join('; ') })}\n`;
}

/** Number of reasons that the summary prints, so that it fits on a screen; the report has all. */
const MAX_REASONS = 10;

function outcomeSummary() {
  const outcomes = { indexed: 0, unchanged: 0, removed: 0, skipped: 0, failed: 0 };
  const reasons = new Map<string, number>();
  return {
    failures: () => (outcomes.failed > 0 ? `${outcomes.failed} addresses failed` : null),
    count({ outcome, reason, warnings = [] }: AddressOutcome): void {
      outcomes[outcome] += 1;
      const kinds = warnings.map((warning) => `indexed, but ${warning.split(':', 1)[0]}`);
      if (outcome === 'skipped' || outcome === 'failed')
        kinds.push(`${outcome}: ${reason.replace(/https?:\S+/, '…').replace(/^host \S+/, 'host …')}`);
      for (const kind of kinds) reasons.set(kind, (reasons.get(kind) ?? 0) + 1);
    },
    print(space: string): void {
      const counts = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`);
      console.log(`${space}: ${counts.join(', ')}`);
      const byFrequency = [...reasons].sort(([, a], [, b]) => b - a);
      for (const [reason, count] of byFrequency.slice(0, MAX_REASONS))
        console.log(`${String(count).padStart(7)} ${reason}`);
      if (byFrequency.length > MAX_REASONS) console.log('        … --report lists all');
      if (outcomes.failed > 0) process.exitCode = 2;
    },
  };
}
