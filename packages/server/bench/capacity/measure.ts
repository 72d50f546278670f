/**
 * Capacity benchmark of OpenSearch clusters: cost of searches and writes, disk and memory by index layout.
 *
 * All layouts are on the same nodes and use the first n of them. They are written in turn, warmed up until the cost per
 * query stops falling, and measured in turn for each query class, so that neither warm-up nor other load looks like growth.
 * Writes measurements.json:
 *
 *   python ../shared/bench/corpus.py 200000 200k.ndjson && python ../shared/bench/queries.py 200k.ndjson 200k.queries.json
 *   node packages/server/bench/capacity/measure.ts --corpus 200k.ndjson --queries 200k.queries.json
 *     --thesaurus FILE                    thesaurus of the corpus (default: economics, from the development data)
 *     --layouts 1x1x1x12500,3x3x2x50000   nodes, shards, copies, documents (default in layouts.ts)
 *     --questions NUMBER                  queries per class (12)
 *     --rounds NUMBER                     measured rounds (2)
 *     --searches NUMBER                   searches of the repetition test (400)
 *     --to FILE                           file whose cluster measurements are replaced (measurements.json)
 *   node packages/server/bench/capacity/measure.ts --engine FILE   adds the output of `pnpm bench engine`
 */
import { existsSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { missingCluster } from '../../../../test/backends/opensearch/cluster.fixture.ts';
import { startNodes } from '../backends/candidates.ts';
import { readQueries } from '../backends/corpus.ts';
import { DEFAULT_LAYOUTS, parseLayouts } from './layouts.ts';
import { measureLayouts } from './measure/layouts.ts';
import {
  type EngineMeasurement,
  type Measurements,
  readMeasurements,
  writeMeasurements,
} from './measurements.ts';

const shared = new URL('../../../../../shared/', import.meta.url).pathname;
const text = (usual: string) => ({ type: 'string', default: usual }) as const;
const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string' },
    queries: { type: 'string' },
    thesaurus: text(join(shared, 'data/economics/stw.ttl')),
    layouts: text(DEFAULT_LAYOUTS),
    questions: text('12'),
    rounds: text('2'),
    searches: text('400'),
    to: text(new URL('measurements.json', import.meta.url).pathname),
    engine: { type: 'string', multiple: true, default: [] },
  },
});

const loads = [loadavg()[0]!];
const looking = setInterval(() => loads.push(loadavg()[0]!), 60_000);
for (const file of options.engine) {
  const last = JSON.parse(readFileSync(file, 'utf8').match(/^\{.*\}$/m)![0]) as EngineMeasurement;
  const { documents, buildPerSecond, memoryMb, diskMb, all, classes } = last;
  const kept = { documents, buildPerSecond, memoryMb, diskMb, all, classes };
  const before = readMeasurements(options.to);
  writeMeasurements({ ...before, embedded: [...before.embedded, kept] }, options.to);
}
const { corpus, queries, thesaurus } = options;
if (corpus !== undefined && queries !== undefined) {
  const reason = await missingCluster();
  if (reason !== undefined) throw new Error(reason);
  const layouts = parseLayouts(options.layouts);
  const nodes = await startNodes(Math.max(...layouts.map((layout) => layout.nodes)));
  try {
    const questions = readQueries(queries, Number(options.questions));
    const repeated = readQueries(queries, Number.POSITIVE_INFINITY);
    const given = { rounds: Number(options.rounds), searches: Number(options.searches) };
    const found = await measureLayouts(nodes, layouts, { corpus, thesaurus, questions, repeated, ...given });
    const embedded = existsSync(options.to) ? readMeasurements(options.to).embedded : [];
    writeMeasurements(rounded({ machine: machine(), ...found, embedded }), options.to);
  } finally {
    await nodes.close();
  }
}
clearInterval(looking);

function machine(): Measurements['machine'] {
  return {
    processor: cpus()[0]?.model ?? '',
    cores: cpus().length,
    date: new Date().toISOString().slice(0, 10),
    load: { least: Math.min(...loads), most: Math.max(...loads) },
  };
}

/** Rounds to four significant digits, except integers. */
function rounded<Value>(value: Value): Value {
  const short = (_: string, each: unknown) =>
    typeof each === 'number' && !Number.isInteger(each) ? Number(each.toPrecision(4)) : each;
  return JSON.parse(JSON.stringify(value, short)) as Value;
}
