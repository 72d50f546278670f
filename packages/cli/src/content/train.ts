/** `semantic-search train`: trains concept tagging and prints its quality. */

import { trainSpace } from '@semantic-search/client';
import type { TrainingOutcome } from '@semantic-search/contract';
import { Command } from 'commander';
import { connect, SERVER_OPTION } from '../connections/connect.ts';
import { reportProgress } from '../options/progress.ts';

export function trainCommand(): Command {
  return new Command('train')
    .description(
      'Train concept tagging on documents that have subjects and print its quality on held-out documents',
    )
    .requiredOption('--space <name>', 'name of the search space')
    .option(...SERVER_OPTION)
    .action(async ({ space, server }: { space: string; server?: string }) => {
      const connection = await connect(['spaces:write'], server);
      const stopProgress = reportProgress(space, () => 'training');
      const report = await trainSpace(connection, space).finally(stopProgress);
      for (const line of trainingTable(space, report)) console.log(line);
    });
}

/** Table rows: metrics of all documents, then per language. */
function trainingTable(space: string, report: TrainingOutcome): string[] {
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
