/**
 * The cost of the server: CPU time of its process for a request, beside others that send the same bytes, in rounds
 * that take turns; and the time of a durable change and of a start. The last line is one JSON object.
 *
 *   pnpm bench server [--rounds NUMBER] [--requests NUMBER] [--configurations NUMBER]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startForTest } from '../source/server.testing.ts';
import { type MeasuredServer, measuredServer } from './measured-server.ts';
import { median } from './median.ts';
import { writesAndStart } from './writes.ts';

const { values: options } = parseArgs({
  args: process.argv.slice(2),
  options: {
    rounds: { type: 'string', default: '9' },
    requests: { type: 'string', default: '2000' },
    configurations: { type: 'string', default: '10000' },
  },
  allowPositionals: true,
});

const secret = 'a-secret-of-the-benchmark-a-secret-of-the-benchmark';
const path = '/api/configurations/1';
const directory = mkdtempSync(join(tmpdir(), 'bench-server-'));
const quiet = { ...(await prepared()), secret, directory, logLevel: 'warn' };
const logged = { ...quiet, directory: mkdtempSync(join(tmpdir(), 'bench-server-')), logLevel: 'info' };
await prepared(logged.directory);
const headers = { Authorization: `Bearer ${quiet.token}` };

interface Row {
  server: MeasuredServer;
  headers: Record<string, string>;
  status: number;
}

const ours = await measuredServer('ours', quiet);
const oursLogged = await measuredServer('ours', logged);
const rows: Record<string, Row> = {
  bare: { server: await measuredServer('bare', quiet), headers, status: 200 },
  read: { server: ours, headers, status: 200 },
  readLogged: { server: oursLogged, headers, status: 200 },
  notModified: { server: ours, headers: { ...headers, 'If-None-Match': quiet.etag }, status: 304 },
  stock: { server: await measuredServer('stock', quiet), headers, status: 200 },
  fastify: { server: await measuredServer('fastify', quiet), headers, status: 200 },
};

try {
  const costs = await inTurns();
  const many = Number(options.configurations);
  const [one, thousand, all] = [
    await writesAndStart(1),
    await writesAndStart(1000),
    await writesAndStart(many),
  ];
  const ratio = (name: string) => round(costs[name]! / costs.bare!);
  const figures = {
    read: ratio('read'),
    readLogged: ratio('readLogged'),
    notModified: round(costs.notModified! / costs.read!),
    stock: ratio('stock'),
    fastify: ratio('fastify'),
    writeMs: round(one.write),
    writeMsWithMany: round(all.write),
    startMsWith1000: round(thousand.start),
  };
  for (const [name, cost] of Object.entries(costs))
    console.log(`${name.padEnd(12)} ${cost.toFixed(1)} µs of CPU`);
  console.log(goals(figures, many));
  console.log(JSON.stringify(figures));
} finally {
  for (const { server } of Object.values(rows)) server.stop();
  for (const folder of [directory, logged.directory]) rmSync(folder, { recursive: true });
}

/** A data directory with one configuration, its token, and the bytes of its answer. */
async function prepared(folder = directory) {
  const server = await startForTest(folder, { ACCESS_TOKEN_SECRETS: secret });
  await server.call('POST', '/api/configurations', { config: { title: 'Bench' } });
  const answer = await fetch(server.url + path, { headers: { Authorization: `Bearer ${server.token}` } });
  const given = { json: await answer.text(), etag: answer.headers.get('etag') ?? '', token: server.token };
  await server.close();
  return given;
}

/** Medians of rounds, by row; the first round warms up and does not count. */
async function inTurns(): Promise<Record<string, number>> {
  const found: Record<string, number[]> = Object.fromEntries(Object.keys(rows).map((name) => [name, []]));
  for (let turn = 0; turn <= Number(options.rounds); turn += 1) {
    for (const [name, row] of Object.entries(rows)) {
      const cost = await row.server.cost(path, row.headers, row.status, Number(options.requests));
      if (turn > 0) found[name]!.push(cost);
    }
  }
  return Object.fromEntries(Object.entries(found).map(([name, costs]) => [name, median(costs)]));
}

function goals(figures: Record<string, number>, many: number): string {
  const lines: [string, number, number][] = [
    ['configuration read, token checked: × bare node:http', figures.read!, 1.3],
    ['304 by ETag: × the read', figures.notModified!, 0.6],
    ['durable write, ms p50 with 1 configuration', figures.writeMs!, 2],
    [`durable write, ms p50 with ${many} configurations`, figures.writeMsWithMany!, 2],
    ['start with 1,000 configurations, ms', figures.startMsWith1000!, 300],
  ];
  return lines
    .map(([what, is, goal]) => `${what}: ${is} (goal ≤ ${goal}, ${is <= goal ? 'reached' : 'MISSED'})`)
    .join('\n');
}

function round(value: number): number {
  return Number(value.toFixed(2));
}
