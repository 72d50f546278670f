/** Alert rules of the page on monitoring: names and labels of the server's metrics, and valid for Prometheus. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { openMetrics } from '../../packages/server/src/observability/metrics.ts';
import { folder } from '../support/fixtures.ts';
import { codeBlocks, manualPage } from '../support/manual.ts';
import { printed, program } from './programs.fixture.ts';

interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
}

const files = folder();
const [, rules = ''] = codeBlocks('how-to/monitor', 'yaml');
const { groups } = parse(rules) as Rules;
const promtool = program('promtool', 'The syntax of the alert rules is');

/** Samples of every metric with every label. */
async function samples(): Promise<string> {
  const metrics = openMetrics();
  metrics.request({ method: 'GET', route: '/ready', status: 503, seconds: 1 });
  metrics.backend({ space: 'a', operation: 'search', outcome: 'failed', seconds: 1 });
  metrics.waiting({ space: 'a', operation: 'search' }, () => 1);
  metrics.sourceRun({ space: 'a', source: 's', outcome: 'failed' });
  metrics.sourceRun({ space: 'a', source: 's', outcome: 'succeeded' });
  return metrics.text();
}

it('alert rules use existing metrics and labels', async () => {
  const text = await samples();
  expect(groups.flatMap((group) => group.rules).length).toBeGreaterThan(5);
  for (const { alert, expr, annotations } of groups.flatMap((group) => group.rules)) {
    if (alert === 'SemanticSearchDown') continue;
    const names = expr
      .match(/\b[a-z]+(?:_[a-z]+)+(?=[{[ ])/g)!
      .filter((name) => name !== 'histogram_quantile');
    expect(names, alert).not.toEqual([]);
    for (const name of names) {
      const lines = text
        .split('\n')
        .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
      expect(lines, `${alert}: ${name}`).not.toEqual([]);
      const labels = [...expr.matchAll(/(\w+)=~?"/g), ...annotations.summary.matchAll(/\$labels\.(\w+)/g)];
      for (const [, label] of labels) expect(lines[0], alert).toContain(`${label}="`);
    }
  }
});

it('the metrics of the page are those of the server', async () => {
  const text = await samples();
  const own = [...text.matchAll(/^# HELP (\S+)/gm)]
    .map(([, name]) => name!)
    .filter((name) => !/^(?:process|nodejs)_/.test(name));
  const reported = [...manualPage('how-to/monitor').matchAll(/^\| `(\w+_\w+)` \|/gm)].map(
    ([, name]) => name!,
  );
  expect(reported.sort()).toEqual(own.sort());
});

it.skipIf(!promtool)('Prometheus accepts the alert rules', async () => {
  const file = join(files.path, 'rules.yaml');
  writeFileSync(file, rules);
  expect(await printed(promtool!, ['check', 'rules', file])).toContain('SUCCESS');
});
