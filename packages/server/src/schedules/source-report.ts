/** Report of a run: outcomes of its addresses, counted by reason and filtered. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { SourceReport, SourceReportParameters } from '@semantic-search/contract';
import { nullIfNotFound } from '../filesystem/durable-file.ts';
import { readSpaceSchedules, reportFile } from './source-files.ts';

/** Maximum number of addresses to compare in each report, and to return from all reports. */
const MAX_CANDIDATES = 100;
const MAX_ADDRESSES = 10;

type ReportedAddress = SourceReport['addresses'][number];

/** Reads the whole file, because addresses have no order. It is empty before the first run. */
export async function readReport(
  file: string,
  { outcome, reason, address = '', count = 100 }: SourceReportParameters,
): Promise<SourceReport> {
  const countsByKind = new Map<string, SourceReport['counts'][number]>();
  const addresses: ReportedAddress[] = [];
  let total = 0;
  for await (const entry of linesOf(file)) {
    const kind = reasonKind(entry.reason);
    const key = `${entry.outcome} ${kind}`;
    const counted = countsByKind.get(key) ?? { outcome: entry.outcome, reason: kind, count: 0 };
    countsByKind.set(key, { ...counted, count: counted.count + 1 });
    const isWanted = (outcome ?? entry.outcome) === entry.outcome && (reason ?? kind) === kind;
    if (!isWanted || !entry.address.includes(address)) continue;
    total += 1;
    if (addresses.length < count) addresses.push(entry);
  }
  const counts = [...countsByKind.values()].sort((first, second) => second.count - first.count);
  return { counts, addresses, total };
}

/** Outcomes in the last runs of all sources of a space for addresses that contain this address; exact matches first. */
export async function reportedAddresses(
  dataDirectory: string,
  space: string,
  address: string,
): Promise<(ReportedAddress & { source: string })[]> {
  const { sources } = await readSpaceSchedules(dataDirectory, space);
  const reports = sources.map(async ({ source }) => {
    const { addresses } = await readReport(reportFile(dataDirectory, source), {
      address,
      count: MAX_CANDIDATES,
    });
    return addresses.map((entry) => ({ source: source.id, ...entry }));
  });
  const entries = (await Promise.all(reports)).flat();
  const exact = entries.filter((entry) => entry.address === address);
  const others = entries.filter((entry) => entry.address !== address);
  return [...exact, ...others].slice(0, MAX_ADDRESSES);
}

/** Entries of the report. Half a line, which a run is still writing, is left out. */
async function* linesOf(file: string): AsyncIterable<ReportedAddress> {
  const input = createReadStream(file);
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line.endsWith('}')) yield JSON.parse(line) as ReportedAddress;
    }
  } catch (error) {
    nullIfNotFound(error as NodeJS.ErrnoException);
  }
}

/** The reason without the parts that differ between addresses. */
const reasonKind = (reason: string): string =>
  reason
    .replace(/https?:\S+/g, '…')
    .replace(/^host \S+/, 'host …')
    .split(': ', 1)[0]!;
