/** Evaluation report as text: measures, what hits had to match, and faults of the files. */
import type { RankingSettings } from '@semantic-search/contract';
import type { MeanEstimate } from '@semantic-search/engine/building-blocks';
import { listRanking } from '../content/settings.ts';
import type { EvaluatedQuery, Evaluation } from './evaluate.ts';

export interface EvaluationReport extends Evaluation {
  ranking: RankingSettings;
  /** Number of documents in the space. */
  documents: number;
}

/** Lists of IDs are shortened to this number. */
const MAX_LISTED = 10;

export function reportLines(space: string, report: EvaluationReport): string[] {
  const { documents, queries, measures, ranking } = report;
  const settings = listRanking(ranking).map(([name, value]) => `${name} ${value}`);
  return [
    `${space}: ${queries.length} queries with relevant documents, ${documents} documents`,
    ...(settings.length > 0 ? [`settings: ${settings.join(', ')}`] : []),
    '',
    'measure      mean  95 % confidence interval',
    measureRow('nDCG@10', measures.ndcg),
    measureRow('MRR', measures.reciprocalRank),
    measureRow('recall@100', measures.recall),
    '',
    ...matchingLines(queries),
    ...faultLines(report),
  ];
}

function measureRow(name: string, { mean, low, high }: MeanEstimate): string {
  return `${name.padEnd(10)}  ${mean.toFixed(3)}  ${low.toFixed(3)} to ${high.toFixed(3)}`;
}

/** How many queries were relaxed, and how. */
function matchingLines(queries: EvaluatedQuery[]): string[] {
  const reports = queries.flatMap(({ matching }) => matching ?? []);
  const unquoted = queries.filter(({ isUnquoted }) => isUnquoted).length;
  const row = (what: string, count: number, more = '') =>
    `${what.padEnd(40)}  ${String(count).padStart(5)}  ${percent(count / queries.length).padStart(5)}${more}`;
  const rows =
    reports.length < queries.length
      ? ['The backend does not report how it matches words.']
      : requirementRows(reports.map(({ requiredShare }) => requiredShare)).map(([what, count, more]) =>
          row(what, count, more),
        );
  return [
    'a hit had to match                       queries  share',
    ...rows,
    ...(reports.length < queries.length
      ? []
      : [row('similar words for unknown words', reports.filter(({ isCorrected }) => isCorrected).length)]),
    row('phrases without their quotation marks', unquoted),
  ];
}

function requirementRows(shares: number[]): [what: string, count: number, more: string][] {
  const partial = shares.filter((share) => share < 1);
  const mean = partial.reduce((sum, share) => sum + share, 0) / partial.length;
  const note = partial.length > 0 ? `  (on average ${percent(mean)} of their weight)` : '';
  return [
    ['all words', shares.length - partial.length, ''],
    ['some of the words, weighted by rarity', partial.length, note],
  ];
}

const percent = (share: number) => `${Math.round(100 * share)} %`;

function faultLines(report: EvaluationReport): string[] {
  const { queries, skippedQueries, unknownQueries, judgedDocuments, missingDocuments } = report;
  const withoutHits = queries.filter(({ hits }) => hits === 0).map(({ id }) => id);
  const lines = [
    listing('Queries without hits', withoutHits),
    listing('Skipped queries, without a relevant document', skippedQueries),
    listing('Judged queries that are not in the query file', unknownQueries),
    missingDocuments === null
      ? ['The backend cannot look up the judged documents.']
      : listing(
          `Judged documents that are not in the space and count as not found (of ${judgedDocuments})`,
          missingDocuments,
        ),
  ].flat();
  return lines.length > 0 ? ['', ...lines] : [];
}

function listing(what: string, ids: string[]): string[] {
  if (ids.length === 0) return [];
  const more = ids.length > MAX_LISTED ? ` and ${ids.length - MAX_LISTED} more` : '';
  return [`${what}: ${ids.length} (${ids.slice(0, MAX_LISTED).join(', ')}${more})`];
}
