/**
 * Benchmark of the server: CPU time per request in alternating rounds with reference servers that send the same bytes,
 * duration of a durable change and of a start, memory of idle connections. The last output line is a JSON object of ratios.
 *
 *   pnpm bench server [--starts NUMBER] [--rounds NUMBER] [--requests NUMBER] [--warm-up NUMBER]
 *     [--configurations NUMBER] [--connections NUMBER]
 */
import { parseArgs } from 'node:util';
import { embeddedSearch } from './embedded-search.ts';
import { prepare } from './fixture.ts';
import { memoryWithIdle } from './idle-connections.ts';
import { manySpaces, memoryOfNewSpace } from './many-spaces.ts';
import { measuredServer } from './measured-server.ts';
import { median } from './median.ts';
import { type Row, rowsOver } from './scenarios.ts';
import { writesAndStart } from './writes.ts';

const { values: options } = parseArgs({
  args: process.argv.slice(2),
  options: {
    starts: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    requests: { type: 'string', default: '1500' },
    'warm-up': { type: 'string', default: '20000' },
    configurations: { type: 'string', default: '10000' },
    connections: { type: 'string', default: '10000' },
  },
  allowPositionals: true,
});

/** Rate limits are active but high enough to never reject a request. */
const highLimits = { REQUESTS_PER_MINUTE_AND_TOKEN: '10000000', REQUESTS_PER_MINUTE_AND_ADDRESS: '10000000' };

const prepared = await prepare();

try {
  const { rows, starts } = await startsInTurn();
  for (const { name } of rows) {
    const rounds = starts.flatMap((costs) => costs.get(name)!);
    console.log(`${name.padEnd(30)} ${median(rounds).toFixed(1).padStart(8)} µs`);
  }
  const figures: Record<string, number | null> = {};
  console.log('');
  const ratios = new Map<string, number>();
  for (const { name, base, goal, key, lowerBound } of rows) {
    if (base === null) continue;
    const byStart = starts.map((costs) =>
      median(costs.get(name)!.map((cost, round) => cost / costs.get(base)![round]!)),
    );
    const ratio = median(byStart);
    ratios.set(name, ratio);
    figures[key] = report(`${name}: × ${base}`, ratio, goal);
    console.log(`  by start: ${byStart.map((each) => each.toFixed(2)).join(', ')}`);
    if (name === 'read by fastify')
      figures.readOfFastify = report('read: × read by fastify', ratios.get('read')! / ratio, 1);
    if (lowerBound !== undefined)
      console.log(`  lower bound on node:http: ${ratios.get(lowerBound)?.toFixed(2)} (${lowerBound})`);
  }
  const { service, engine, ratio } = await embeddedSearch(prepared);
  console.log(
    `search in an embedded space: ${service.toFixed(0)} µs, the engine alone ${engine.toFixed(0)} µs`,
  );
  figures.embeddedSearch = report('search in an embedded space: × engine', ratio, 2.5);
  const many = Number(options.configurations);
  const [one, thousand, all] = [
    await writesAndStart(1),
    await writesAndStart(1000),
    await writesAndStart(many),
  ];
  figures.writeMs = report('durable write, ms p50 with 1 configuration', one.write, 10);
  figures.writeMsWithMany = report(`durable write, ms p50 with ${many} configurations`, all.write, 10);
  figures.startMsWith1000 = report('start with 1,000 configurations, ms', thousand.start, 300);
  const idle = Number(options.connections);
  const fresh = await measuredServer('ours', await prepared.inputFor('error'));
  const memory = await memoryWithIdle(fresh, idle);
  fresh.stop();
  if (memory === null)
    console.log(`${idle} idle connections: not measured, because too few could be open at a time`);
  figures.idleMB = memory === null ? null : report(`${idle} idle connections, MB in total`, memory, 300);
  const spaces = await manySpaces(prepared);
  figures.manySpacesMB = report('200 search spaces of 100 documents, MB after the start', spaces.memory, 600);
  figures.manySpacesReadyMs = report('200 search spaces, ms until ready', spaces.ready, 2000);
  figures.coldQueryMs = report('first query of a search space, ms', spaces.firstQuery, 150);
  figures.newSpaceMB = report('memory of each of 30 new spaces, MB', await memoryOfNewSpace(prepared), 8);
  console.log(JSON.stringify(figures));
} finally {
  await prepared.remove();
}

/** Starts every server several times, because JIT compilation makes the cost vary by a third between processes. */
async function startsInTurn(): Promise<{ rows: Row[]; starts: Map<string, number[]>[] }> {
  const starts: Map<string, number[]>[] = [];
  let rows: Row[] = [];
  while (starts.length < Number(options.starts)) {
    const servers = await startAll();
    rows = rowsOver(servers, prepared);
    try {
      starts.push(await roundsOf(rows));
    } finally {
      for (const server of Object.values(servers)) server.stop();
    }
  }
  return { rows, starts };
}

async function startAll() {
  const quiet = await prepared.inputFor('warn');
  return {
    bare: await measuredServer('bare', quiet),
    koa: await measuredServer('koa', quiet),
    stock: await measuredServer('stock', quiet),
    fastify: await measuredServer('fastify', quiet),
    necessary: await measuredServer('necessary', quiet),
    ours: await measuredServer('ours', quiet),
    logged: await measuredServer('ours', await prepared.inputFor('info')),
    limited: await measuredServer('ours', await prepared.inputFor('error', highLimits)),
  };
}

/** Cost in microseconds by row, in the order of the rounds. */
async function roundsOf(rows: readonly Row[]): Promise<Map<string, number[]>> {
  const found = new Map(rows.map(({ name }) => [name, [] as number[]]));
  const cost = ({ server, requests, status, share }: Row, count: string) =>
    server.cost(requests, status, Math.ceil(Number(count) * share));
  // Warm-up: V8 compiles hot code after some thousand requests, equally for all servers.
  for (const row of rows) await cost(row, options['warm-up']);
  for (let turn = 0; turn < Number(options.rounds); turn += 1)
    for (const row of rows) found.get(row.name)!.push(await cost(row, options.requests));
  return found;
}

function report(what: string, is: number, goal?: number): number {
  const outcome = goal === undefined ? '' : ` (goal ≤ ${goal}, ${is <= goal ? 'reached' : 'MISSED'})`;
  console.log(`${what}: ${is.toFixed(2)}${outcome}`);
  return Number(is.toFixed(2));
}
