/**
 * Prometheus histogram of durations without string allocation.
 *
 * prom-client builds strings from labels and buckets for every observation, which costs 5 % of a cached read. Its registry
 * exports this histogram like its own.
 */
import type { Metric, Registry } from 'prom-client';

export interface Histogram<Label extends string> {
  name: string;
  help: string;
  labelNames: readonly Label[];
  registry: Registry;
}

/** Records a duration in seconds. */
export type ObserveDuration<Label extends string> = (
  labels: Record<Label, string | number>,
  seconds: number,
) => void;

interface Series<Label extends string> {
  labels: Record<Label, string | number>;
  /** How many were longer than the bound before and no longer than this one. */
  counts: number[];
  count: number;
  /** Of the durations, in seconds. */
  sum: number;
}

/** In seconds. */
const upperBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function durationHistogram<Label extends string>(of: Histogram<Label>): ObserveDuration<Label> {
  const all: Series<Label>[] = [];
  const find = byLabels(of.labelNames, (labels) => {
    const series = { labels, counts: upperBounds.map(() => 0), count: 0, sum: 0 };
    all.push(series);
    return series;
  });
  const { name, help } = of;
  const get = async () => ({
    name,
    help,
    type: 'histogram',
    values: all.flatMap((series) => samplesOf(name, series)),
  });
  // A name and how to get the samples are all that the registry asks of a metric.
  of.registry.registerMetric({ name, get } as unknown as Metric<Label>);
  return (labels, seconds) => {
    const series = find(labels);
    const bucket = upperBounds.findIndex((bound) => seconds <= bound);
    if (bucket >= 0) series.counts[bucket]! += 1;
    series.count += 1;
    series.sum += seconds;
  };
}

type Labels<Label extends string> = Record<Label, string | number>;

/** Looks up a series in nested maps, one level per label, without building a key string. */
function byLabels<Label extends string>(
  names: readonly Label[],
  make: (labels: Labels<Label>) => Series<Label>,
): (labels: Labels<Label>) => Series<Label> {
  type Branch = Map<string | number, Branch | Series<Label>>;
  const root: Branch = new Map();
  const last = names.at(-1)!;
  return (labels) => {
    let branch = root;
    for (const name of names) {
      let next = branch.get(labels[name]);
      if (!next) {
        next = name === last ? make(only(names, labels)) : new Map();
        branch.set(labels[name], next);
      }
      if (!(next instanceof Map)) return next;
      branch = next;
    }
    throw new Error('A histogram needs a label');
  };
}

function only<Label extends string>(names: readonly Label[], labels: Labels<Label>): Labels<Label> {
  return Object.fromEntries(names.map((name) => [name, labels[name]])) as Labels<Label>;
}

/** Samples with cumulative buckets, as the text format requires. */
function samplesOf<Label extends string>(name: string, { labels, counts, count, sum }: Series<Label>) {
  let upTo = 0;
  const buckets = upperBounds.map((le, bucket) => {
    upTo += counts[bucket]!;
    return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: upTo };
  });
  return [
    ...buckets,
    { metricName: `${name}_bucket`, labels: { le: '+Inf', ...labels }, value: count },
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
