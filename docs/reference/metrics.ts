/** Reference page of the metrics, from the Prometheus registry of the server. */
import { openMetrics } from '../../packages/server/src/observability/metrics.ts';
import { code, codeBlock, list, type Page, paragraph, table } from './page.ts';

interface Metric {
  name: string;
  help: string;
  type: string;
  labelNames: readonly string[];
}

/** What the labels stand for. */
const LABELS = [
  '`method`, `route`, `status`: of a request. `route` is a pattern such as `/api/configurations/:configId`.',
  '`space`: name of the search space.',
  '`operation`: `search`, `suggest`, `similar`, `recommend`, `extract`, `document` or `describe`. A remote search space has one queue for all operations, without this label.',
  '`outcome`: of calls `answered` or `failed`; of runs `succeeded` or `failed`.',
  '`source`: ID of a scheduled source; `semantic-search sources` lists them.',
  '`of`: `documents` or `thesauri`.',
];

export function metricsPage(): Page {
  const metrics = openMetrics().registry.getMetricsAsArray() as unknown as (Metric & object)[];
  return {
    name: 'metrics',
    title: 'Metrics',
    description: 'The Prometheus metrics of the server with their types, labels and meaning.',
    blocks: [
      paragraph(
        '`/metrics` has metrics in the Prometheus text format. The variable `METRICS` says who may read them ([Environment variables](environment.md)): by default, only clients on the same machine.',
      ),
      table(
        ['Metric', 'Type', 'Labels', 'Meaning'],
        metrics
          .toSorted((a, b) => (a.name < b.name ? -1 : 1))
          .map((metric) => [
            code(metric.name),
            metric.constructor.name.toLowerCase(),
            metric.labelNames.map(code).join(', '),
            `${metric.help}.`,
          ]),
      ),
      list(LABELS),
      paragraph(
        'The metrics of the process and of Node.js come from `prom-client`: `process_…` and `nodejs_…`.',
      ),
      '## Examples',
      paragraph('Share of requests with a server error, in five minutes:'),
      codeBlock(
        'promql',
        `sum(rate(http_request_duration_seconds_count{status=~"5.."}[5m]))
  / sum(rate(http_request_duration_seconds_count[5m]))`,
      ),
      paragraph('Duration of 95 % of the searches of each search space, in seconds:'),
      codeBlock(
        'promql',
        `histogram_quantile(0.95, sum by (space, le)
  (rate(backend_call_duration_seconds_bucket{operation="search"}[5m])))`,
      ),
    ],
  };
}
