/** Dates of CSV files, feeds, repositories and ranges do not depend on the time zone of the machine. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DocumentInput, readDocuments } from '@semantic-search/engine';
import { openSpace } from '@semantic-search/engine/building-blocks';
import { feedSource, oaiSource } from '@semantic-search/sources';
import { isolatedProcess } from '@semantic-search/sources/isolation';
import { expect, onTestFinished, test } from 'vitest';
import { facetRequest } from '../../engine/test/support/queries.ts';
import { localFetcher } from '../../sources/test/crawl.fixture.ts';
import { repository, stampOf } from '../../sources/test/repository.fixture.ts';
import { website } from '../../sources/test/website.fixture.ts';
import { plain, textOf } from './support/documents.ts';

const item = (name: string, date: string) =>
  `<item><title>${name}</title><guid>urn:${name}</guid><pubDate>${date}</pubDate></item>`;
const csv = 'id,date\na,2024-01-01\nb,2024-01-01T00:30:00\nc,20231231\nd,2023-12-31 23:30\n';

/** Documents of a CSV file, a feed and a repository, read by a process with the zone of this one. */
async function documentsOfAllSources(): Promise<DocumentInput[]> {
  const [isolated, own, site] = [isolatedProcess(), await repository(), await website()];
  onTestFinished(async () => {
    await Promise.all([isolated.close(), own.close(), site.close()]);
  });
  const items = [item('e', 'Mon, 1 Jan 2024 00:30:00 +0200'), item('f', 'Mon, 01 Jan 2024 00:30')];
  site.pages.set('/feed.xml', `<rss version="2.0"><channel>${items.join('')}</channel></rss>`);
  const date = '<dc:date>2024-01-01T00:30:00</dc:date>';
  own.records.set('urn:g', { title: 'G', stamp: stampOf(1), elements: date });
  const given = { fetcher: localFetcher(), isolated };
  const documents: DocumentInput[] = [];
  for await (const line of readDocuments(textOf(csv), 'csv'))
    if ('document' in line) documents.push(line.document);
  for (const source of [
    feedSource({ address: `${site.url}/feed.xml`, ...given }),
    oaiSource({ address: own.url, ...given }),
  ])
    for await (const { item } of source.read(
      { previous: new Map(), current: new Map() },
      new AbortController().signal,
    ))
      if ('date' in item) documents.push({ id: item.id, date: item.date! });
  return documents;
}

test.each([
  ['UTC', 0],
  ['Europe/Berlin', -60],
  ['America/New_York', 300],
  ['Pacific/Auckland', -780],
])('dates are the same in %s', async (zone, offset) => {
  const before = process.env.TZ;
  const folder = mkdtempSync(join(tmpdir(), 'zones-'));
  onTestFinished(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
    rmSync(folder, { recursive: true });
  });
  process.env.TZ = zone;
  expect(new Date(2024, 0, 1).getTimezoneOffset()).toBe(offset);

  const space = await openSpace(folder);
  const documents = await documentsOfAllSources();
  await space.put(documents);
  const { facets } = await space.search({ ...plain, facets: [facetRequest('dyn_flt_date')] });
  const since2024 = { from: Date.UTC(2024), to: null };
  const { total } = await space.search({ ...plain, dateRange: since2024 });
  expect(documents.map(({ id, date }) => [id, date])).toEqual([
    ['a', '2024-01-01'],
    ['b', '2024-01-01T00:30:00'],
    ['c', '20231231'],
    ['d', '2023-12-31 23:30'],
    ['urn:e', '2023-12-31T22:30:00.000Z'],
    ['urn:f', '2024-01-01T00:30:00.000Z'],
    ['urn:g', '2024-01-01T00:30:00.000Z'],
  ]);
  expect(facets[0]!.values.map(({ label, count }) => [label, count])).toEqual([
    ['2024', 4],
    ['2023', 3],
  ]);
  expect(total).toBe(4);
  await space.close();
});
