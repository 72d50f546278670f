/** Run of a command that reads a source into a search space, with report and summary. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Fetcher, Source } from '@semantic-search/sources';
import { reportProgress } from '../options/progress.ts';
import { openDestination } from './destination.ts';
import { runLimits } from './run-limits.ts';
import type { SourceRunOptions } from './source-options.ts';
import { type AddressOutcome, synchronizeSpace } from './synchronize-space.ts';

interface RunProgress {
  visited: number;
  known: number;
}

export interface SourceRun {
  /** What distinguishes the source from others of the same space. The first is an address. */
  identity: string[];
  /** Options that decide what is read, besides the identity. */
  settings?: object;
  fetcher: Fetcher;
  /** Address that only keeps state between runs; not reported. */
  stateAddress?: string;
  source(isFull: boolean, fetcher: Fetcher, onProgress: (progress: RunProgress) => void): Source;
}

export async function runSource(
  options: SourceRunOptions,
  { identity, settings = {}, fetcher, stateAddress, source }: SourceRun,
): Promise<void> {
  const { space, full, force, site } = options;
  const destination = await openDestination(options, identity);
  const report = await openReport(options.report);
  const summary = outcomeSummary(space);
  let progress: RunProgress = { visited: 0, known: 0 };
  const stopProgress = reportProgress(space, () => `${progress.visited} of ${progress.known} addresses`);
  const reportToServer = progressReporter();
  const limits = runLimits(options);
  try {
    const limit = await synchronizeSpace({
      ...destination,
      source: (isFull) =>
        source(isFull, limits.limited(fetcher), (latest) => {
          progress = latest;
          reportToServer(latest);
        }),
      settings: JSON.stringify({ ...settings, site }),
      site: site ?? new URL(identity[0]!).host,
      isFull: full ?? false,
      force: force ?? false,
      limits,
      onOutcome(outcome) {
        if (outcome.address === stateAddress) return;
        summary.count(outcome);
        report?.write(outcome);
      },
      log: (line) => console.log(`${space}: ${line}`),
    });
    stopProgress();
    await destination.complete(limit?.message ?? summary.failures());
    summary.print();
    if (limit === null) return;
    console.log(`${space}: ${limit.message}; nothing was removed, and the next run goes on from here`);
    process.exitCode = 2;
  } finally {
    stopProgress();
    limits.close();
    fetcher.close();
    await report?.close();
    await destination.close();
  }
}

const REPORT_INTERVAL_MS = 250;

/** A server that has started this command shows its progress. */
function progressReporter(): (progress: RunProgress) => void {
  let reported = 0;
  return (progress) => {
    if (performance.now() - reported < REPORT_INTERVAL_MS) return;
    reported = performance.now();
    process.send?.(progress);
  };
}

interface Report {
  write(outcome: AddressOutcome): void;
  close(): Promise<void>;
}

/** Opened first, so that a wrong path is reported before the run. */
async function openReport(file: string | undefined): Promise<Report | undefined> {
  if (file === undefined) return undefined;
  const output = createWriteStream(file);
  await once(output, 'open');
  return {
    write: ({ address, outcome, reason, warnings = [] }) =>
      void output.write(
        `${JSON.stringify({ address, outcome, reason: [reason, ...warnings].join('; ') })}\n`,
      ),
    close: async () => void (await once(output.end(), 'close')),
  };
}

const MAX_REASONS = 10;

function outcomeSummary(space: string) {
  const outcomes = { indexed: 0, unchanged: 0, removed: 0, skipped: 0, failed: 0 };
  const reasons = new Map<string, number>();
  const countReason = (kind: string) => void reasons.set(kind, (reasons.get(kind) ?? 0) + 1);
  return {
    failures: () => (outcomes.failed > 0 ? `${outcomes.failed} addresses failed` : null),
    count({ outcome, reason, warnings = [] }: AddressOutcome): void {
      outcomes[outcome] += 1;
      for (const warning of warnings) countReason(`indexed, but ${warning.split(':', 1)[0]}`);
      if (outcome !== 'skipped' && outcome !== 'failed') return;
      countReason(`${outcome}: ${reason.replace(/https?:\S+/, '…').replace(/^host \S+/, 'host …')}`);
    },
    print(): void {
      const counts = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`);
      console.log(`${space}: ${counts.join(', ')}`);
      const most = [...reasons].sort(([, a], [, b]) => b - a);
      for (const [reason, count] of most.slice(0, MAX_REASONS))
        console.log(`${String(count).padStart(7)} ${reason}`);
      if (most.length > MAX_REASONS) console.log('        … --report lists all');
      if (outcomes.failed > 0) process.exitCode = 2;
    },
  };
}
