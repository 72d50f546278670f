/**
 * Measures clusters by what they hold and how it is laid out: what searches and writing cost and what it all takes. All
 * layouts lie in the same nodes beside each other, each in the first of them; they are written in turns, the nodes are
 * warmed until the same questions no longer cost less, and the layouts take turns with each class of questions, so that
 * neither warming nor what else the machine does looks like growth. Without options it makes measurements.json anew:
 *
 *   python ../shared/bench/corpus.py 200000 200k.ndjson && python ../shared/bench/queries.py 200k.ndjson 200k.queries.json
 *   node packages/server/bench/capacity/measure.ts --corpus 200k.ndjson --queries 200k.queries.json
 *     --thesaurus FILE                    what the corpus is tagged with (the economics thesaurus of the development data)
 *     --layouts 1x1x1x12500,3x3x2x50000   nodes, shards, copies, documents (layouts.ts has the usual ones)
 *     --questions NUMBER                  of each class (12)
 *     --rounds NUMBER                     that count (2)
 *     --searches NUMBER                   of the questions that are repeated (400)
 *     --to FILE                           gets it in place of what is in there of clusters (measurements.json)
 *   node packages/server/bench/capacity/measure.ts --engine FILE   output of `pnpm bench engine`; repeat
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

/** To four digits, but bytes and numbers of documents as they are. */
function rounded<Value>(value: Value): Value {
  const short = (_: string, each: unknown) =>
    typeof each === 'number' && !Number.isInteger(each) ? Number(each.toPrecision(4)) : each;
  return JSON.parse(JSON.stringify(value, short)) as Value;
}
