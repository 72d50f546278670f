/** Frontier of a crawl: addresses to visit, each once, in the order of their discovery. */
import { duplicateKey, withoutIndexFile } from './address.ts';

export interface Entry {
  address: string;
  /** Number of links from a start address. */
  depth: number;
  /** Number of redirects that led here in a row. */
  hops: number;
  /** Sitemap's date of the last change, as written. */
  lastmod?: string | undefined;
  /** As linked, if the address was shortened. */
  linkedAs?: string | undefined;
  /** Whether the address was given, or a given one redirects to it. */
  start?: boolean | undefined;
  /** Whether to index the page although it names another canonical address. */
  final?: boolean | undefined;
}

export interface Frontier {
  /** Adds an address unless it is known. Returns the address of the same page if that is another one. */
  add(entry: Entry): string | undefined;
  /** Adds an address even if it differs little from a known one, such as the target of a redirection. */
  addExact(entry: Entry): boolean;
  /** Makes an address known without a visit. */
  mark(address: string): void;
  /** Queues a known address. */
  again(entry: Entry): void;
  has(address: string): boolean;
  shift(): Entry | undefined;
  /** Number of known addresses. */
  readonly size: number;
}

export function frontier(): Frontier {
  const queue: Entry[] = [];
  let head = 0;
  const addresses = new Set<string>();
  const byKey = new Map<string, string>();

  function mark(address: string): void {
    addresses.add(address);
    const key = duplicateKey(address);
    if (!byKey.has(key)) byKey.set(key, address);
  }

  return {
    mark,
    add(entry) {
      if (addresses.has(entry.address)) return undefined;
      const known = byKey.get(duplicateKey(entry.address));
      if (known !== undefined) return known;
      const address = withoutIndexFile(entry.address);
      mark(address);
      if (address === entry.address) {
        queue.push(entry);
        return undefined;
      }
      queue.push({ ...entry, address, linkedAs: entry.address });
      return address;
    },
    addExact(entry) {
      if (addresses.has(entry.address)) return false;
      mark(entry.address);
      queue.push(entry);
      return true;
    },
    again: (entry) => queue.push(entry),
    has: (address) => addresses.has(address),
    shift() {
      const entry = queue[head];
      if (entry === undefined) return undefined;
      head += 1;
      if (head > 1000 && head * 2 > queue.length) {
        queue.splice(0, head);
        head = 0;
      }
      return entry;
    },
    get size() {
      return addresses.size;
    },
  };
}
