/**
 * Benchmark of search events: CPU time of the server for searches and for beacons with their events, in alternating blocks on
 * the Field guide. The last output line is a JSON object.
 *
 *   pnpm bench events [--rounds NUMBER] [--texts NUMBER]
 *     --rounds NUMBER   measured blocks of each kind (15)
 *     --texts NUMBER    searched texts per block (60)
 */
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startService, temporaryDirectory } from '../../../../test/support/service.ts';
import { median } from '../median.ts';

const { values: options } = parseArgs({
  args: process.argv.slice(2),
  options: { rounds: { type: 'string', default: '15' }, texts: { type: 'string', default: '60' } },
  allowPositionals: true,
});
const texts = Number(options.texts);
const GOAL = 0.03;
const WARM_UP_ROUNDS = 5;
/** While a text is typed. */
const SEARCHES_PER_TEXT = 3;
/** Six is what the widgets send together in the 20,000 intents of `test/e2e/intents.test.ts`. */
const TEXTS_PER_BEACON = [1, 6];
/** The counts of a block are written before it ends. */
const WRITE_WAIT_MS = 1200;
const MS_PER_NANOSECOND = 1e-6;
const origin = 'https://owner.example';
const words =
  'lion tiger whale owl frog eagle bear wolf forest river ocean desert bird fish reptile nocturnal'.split(
    ' ',
  );

const { path: directory, remove } = await temporaryDirectory();
const service = await startService(directory, { LOG_LEVEL: 'info' });
const agent = new Agent({ keepAlive: true, maxSockets: 2 });
try {
  const token = await service.pageToken(origin);
  const { pid } = JSON.parse(readFileSync(join(directory, 'address.json'), 'utf8'));
  /** CPU time of all threads of the server, in milliseconds. */
  const cpu = () =>
    readdirSync(`/proc/${pid}/task`)
      .map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]))
      .reduce((sum, nanoseconds) => sum + nanoseconds * MS_PER_NANOSECOND, 0);
  const post = async (path: string, type: string, body: unknown) => {
    const headers = { Origin: origin, 'Content-Type': type };
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const sent = request(`${service.url}/api/configurations/1/${path}`, { method: 'POST', agent, headers });
    if (type === 'application/json') sent.setHeader('Authorization', `Bearer ${token}`);
    sent.on('response', (response) => {
      response.resume().on('end', resolve);
      if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`));
    });
    sent.on('error', reject).end(JSON.stringify(body));
    return promise;
  };
  let count = 0;
  const nextText = () => {
    count += 1;
    return `${words[count % words.length]} ${words[(count * 7) % words.length]} ${count % 997}`;
  };
  /** A text that is typed with pauses. */
  const search = async () => {
    const text = nextText();
    for (let part = 1; part <= SEARCHES_PER_TEXT; part += 1) {
      const input = part === SEARCHES_PER_TEXT ? text : text.slice(0, 3 * part);
      await post('search', 'application/json', { input, language: 'en' });
    }
  };
  /** Every second visitor opens a result. */
  const beacon = async (texts: number) => {
    const events = Array.from({ length: texts }, nextText).flatMap((query, index) => {
      const about = { query, language: 'en', firstOfQuery: true, firstOfVisit: true };
      const click = { type: 'click', ...about, position: 1 };
      return [{ type: 'search', ...about, results: 5 }, ...((count + index) % 2 ? [click] : [])];
    });
    await post(`events?access_token=${token}`, 'text/plain', { events });
  };
  const repeat = async (times: number, run: () => Promise<void>) => {
    for (let left = times; left > 0; left -= 1) await run();
  };
  const blocks: Record<string, () => Promise<void>> = {
    idle: async () => undefined,
    search: () => repeat(texts, search),
  };
  for (const perBeacon of TEXTS_PER_BEACON)
    blocks[`beacon of ${perBeacon}`] = () => repeat(texts / perBeacon, () => beacon(perBeacon));
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1)
    for (const run of Object.values(blocks)) await run();
  const costs = new Map(Object.keys(blocks).map((name) => [name, [] as number[]]));
  for (let round = 0; round < Number(options.rounds); round += 1)
    for (const [name, run] of Object.entries(blocks)) {
      const before = cpu();
      await run();
      await new Promise((passed) => setTimeout(passed, WRITE_WAIT_MS));
      costs.get(name)!.push(cpu() - before);
    }
  /** CPU time per text, in milliseconds. */
  const costOf = (name: string) => (median(costs.get(name)!) - median(costs.get('idle')!)) / texts;
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const searches = costOf('search');
  console.log(`${SEARCHES_PER_TEXT} searches per text: ${searches.toFixed(2)} ms`);
  const figures: Record<string, number> = { searches };
  for (const perBeacon of TEXTS_PER_BEACON) {
    const cost = costOf(`beacon of ${perBeacon}`);
    const share = cost / searches;
    const outcome = `goal ≤ ${percent(GOAL)}, ${share <= GOAL ? 'reached' : 'MISSED'}`;
    console.log(
      `events, ${perBeacon} texts per beacon: ${cost.toFixed(3)} ms, + ${percent(share)} (${outcome})`,
    );
    figures[`of${perBeacon}`] = share;
  }
  console.log(JSON.stringify({ benchmark: 'events', ...figures }));
} finally {
  agent.destroy();
  await service.stop();
  await remove();
}
