/** `semantic-search train`: trains concept tagging and prints its quality. */

import type { TrainingReport } from '@semantic-search/engine';
import { loadSettings } from '@semantic-search/server/settings';
import { Command } from 'commander';
import { openSearchSpace } from '../connections/open-search-space.ts';

/** Training takes up to some minutes. */
const PROGRESS_MS = 10_000;

export function trainCommand(): Command {
  return new Command('train')
    .description(
      'Train concept tagging on documents that have subjects and print its quality on held-out documents',
    )
    .requiredOption('--space <name>', 'name of the search space')
    .action(async ({ space }: { space: string }) => {
      const target = await openSearchSpace(loadSettings(), space, false);
      const started = performance.now();
      const seconds = () => Math.round((performance.now() - started) / 1000);
      const progress = setInterval(() => console.error(`${space}: training for ${seconds()} s`), PROGRESS_MS);
      const report = await target.train().finally(() => {
        clearInterval(progress);
        return target.close();
      });
      for (const line of trainingTable(space, report)) console.log(line);
    });
}

/** Table rows: metrics of all documents, then per language. */
function trainingTable(space: string, report: TrainingReport): string[] {
  const rows = [{ ...report, language: 'all' }, ...report.languages];
  return [
    `${space}: trained on ${report.documents} documents; quality of the top five concepts on held-out documents:`,
    'language  documents  precision  recall   F1@5',
    ...rows.map(({ language, documents, precision, recall, f1 }) =>
      [
        (language || 'none').padEnd(8),
        String(documents).padStart(9),
        precision.toFixed(3).padStart(9),
        recall.toFixed(3).padStart(6),
        f1.toFixed(3).padStart(5),
      ].join('  '),
    ),
  ];
}
