/** `semantic-search train`: a space learns from its tagged documents how to tag others, and it is measured how well. */
import type { TrainingReport } from '@semantic-search/engine';
import { Command } from 'commander';
import { loadSettings } from '../main.ts';
import { openTarget } from './open-search-space.ts';

export function trainCommand(): Command {
  return new Command('train')
    .description(
      'Learn from the documents that have subjects, and print how good it is on documents left out',
    )
    .requiredOption('--space <name>', 'the search space')
    .action(async ({ space }: { space: string }) => {
      const target = await openTarget(loadSettings(), space, false);
      const report = await target.train().finally(() => target.close());
      for (const line of trainingTable(space, report)) console.log(line);
    });
}

/** Lines for people: the figures of all documents, then by language. */
export function trainingTable(space: string, report: TrainingReport): string[] {
  const rows = [{ ...report, language: 'all' }, ...report.languages];
  return [
    `${space}: learned from ${report.documents} documents; on documents left out, their best five concepts have`,
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
