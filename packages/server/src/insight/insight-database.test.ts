/** Counts of search events in SQLite: the port, and the size of the file. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { batchOf, insightConformance } from '../../test/conformance/insight.ts';
import { folderOfTest } from '../../test/support/service.ts';
import { randomNumbers } from '../../test/support/visits.ts';
import { openInsightDatabase } from './insight-database.ts';

insightConformance('SQLite', async () => {
  const file = join(await folderOfTest(), 'insight.sqlite');
  return [openInsightDatabase(file), openInsightDatabase(file)];
});

test('counts in a file of an earlier version, which has fewer sums in another order', async () => {
  const file = join(await folderOfTest(), 'insight.sqlite');
  const earlier = new DatabaseSync(file);
  const columns = ['hour', 'query', 'visits', 'searches']
    .map((name) => `${name} INTEGER NOT NULL`)
    .join(', ');
  earlier.exec(`CREATE TABLE counts (${columns}, PRIMARY KEY (hour, query)) WITHOUT ROWID`);
  earlier.exec('INSERT INTO counts VALUES (490000, 1, 4, 7)');
  earlier.close();
  for (const opened of [1, 2]) {
    const storage = openInsightDatabase(file);
    await storage.add(batchOf([{ searches: 3, clicks: 2 }]));
    const [sums] = await storage.series({ from: 0, to: 1e6 }, 24);
    // The first query that is counted gets the number 1.
    expect(sums).toMatchObject({ searches: 7 + 3 * opened, visits: 4 + opened, clicks: 2 * opened });
    expect(sums).toMatchObject({ withoutResults: 0, newVisitsWithClick: 0 });
    await storage.close();
  }
});

/** INSIGHT_INTENTS=1000000 measures the whole goal: one million intents with 100,000 distinct queries in 60 MB. */
const intents = Number(process.env.INSIGHT_INTENTS ?? 50_000);

test(`${intents} intents of 90 days, a tenth of them distinct, take at most 60 bytes each`, {
  timeout: 600_000,
}, async () => {
  const file = join(await folderOfTest(), 'insight.sqlite');
  const storage = openInsightDatabase(file);
  const random = randomNumbers(3);
  const hours = 90 * 24;
  for (let hour = 0; hour < hours; hour += 1) {
    // Equal frequencies: nearly every intent has a row of its own.
    const queries = Array.from({ length: Math.ceil(intents / hours) }, () => ({
      ...{ hour, query: `words of visitors ${Math.floor((random() * intents) / 10)}` },
      ...{ withClick: 1, clicks: 1, positions: 2, newVisits: 1 },
    }));
    await storage.add(batchOf(queries));
  }
  const stored = await storage.queries({ from: 0, to: 1e6 });
  await storage.close();
  expect(stored.reduce((sum, { searches }) => sum + searches, 0)).toBeGreaterThanOrEqual(intents);
  const megabytes = statSync(file).size / 1e6;
  console.log(`${stored.length} queries, ${megabytes.toFixed(1)} MB`);
  expect(megabytes).toBeLessThan((60 * intents) / 1e6);
});
