/** `semantic-search evaluate`: measures the ranking of a search space on judged queries. */

import { readFile } from 'node:fs/promises';
import { withFileError } from '@semantic-search/server/filesystem';
import { loadSettings, readRankingSettings } from '@semantic-search/server/settings';
import { Command } from 'commander';
import { evaluate } from '../evaluation/evaluate.ts';
import { parseJudgments, parseQueries } from '../evaluation/judgments.ts';
import { withEvaluatedSpace } from '../evaluation/open-evaluated-space.ts';
import { reportLines } from '../evaluation/report.ts';

interface EvaluateOptions {
  space: string;
  queries: string;
  qrels: string;
  language?: string;
  settings?: string;
  json?: true;
}

export function evaluateCommand(): Command {
  return new Command('evaluate')
    .description(
      'Measure the ranking of a search space on judged queries: nDCG@10, MRR and recall@100; also while the server runs',
    )
    .requiredOption('--space <name>', 'name of the search space')
    .requiredOption('--queries <file>', 'queries: lines "id<TAB>text", or JSON lines with id and text')
    .requiredOption(
      '--qrels <file>',
      'judgments: TREC format, or tab-separated query, document and grade with a header',
    )
    .option('--language <tag>', 'language of queries that name none')
    .option('--settings <file-or-json>', 'ranking settings to try without saving them')
    .option('--json', 'print one JSON object, with the measures of each query')
    .action(async ({ space, queries: queryFile, qrels, language, settings, json }: EvaluateOptions) => {
      const queries = parseQueries(await contentOf(queryFile), queryFile);
      const judgments = parseJudgments(await contentOf(qrels), qrels);
      const ranking = settings === undefined ? {} : await readRankingSettings(settings);
      const report = await withEvaluatedSpace(space, { ...loadSettings(), ranking }, (opened) =>
        evaluate(opened, queries, judgments, language),
      );
      if (json) console.log(JSON.stringify({ space, ...report }));
      else for (const line of reportLines(space, report)) console.log(line);
    });
}

const contentOf = (file: string) => withFileError(file, 'read', readFile(file, 'utf8'));
