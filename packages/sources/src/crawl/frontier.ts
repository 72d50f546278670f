/** Frontier of a crawl: addresses to visit, each once, in the order of their discovery. */
import { spelling } from './address.ts';
import { type SimilarPages, similarPages } from './similar-pages.ts';

export interface Entry {
  address: string;
  /** Number of links from a start address. */
  depth: number;
  /** Number of redirects that led here in a row. */
  hops: number;
  /** Sitemap's date of the last change, as written. */
  lastmod?: string | undefined;
  /** Whether the address was given, or a given one redirects to it. */
  start?: boolean | undefined;
  /** Whether to index the page although it names another canonical address. */
  final?: boolean | undefined;
}

export interface Frontier {
  /** Adds an address unless it is known, also in another spelling. */
  add(entry: Entry): void;
  /** Adds an address even if another spelling is known, such as the target of a redirection. */
  addExact(entry: Entry): boolean;
  /** Makes an address known without a visit. */
  mark(address: string): void;
  /** Queues a known address. */
  again(entry: Entry): void;
  has(address: string): boolean;
  /** The known spelling of an address. */
  known(address: string): string | undefined;
  shift(): Entry | undefined;
  /** Queues the addresses that are similar to others. Returns false if there are none. */
  queueSimilar(): boolean;
  readonly similar: SimilarPages;
  /** Number of known addresses, and of their characters. */
  readonly size: number;
  readonly length: number;
}

export function frontier(): Frontier {
  const similar = similarPages();
  const addresses = new Set<string>();
  const bySpelling = new Map<string, string>();
  let queue: Entry[] = [];
  let later: Entry[] = [];
  let head = 0;
  let length = 0;

  function mark(address: string): boolean {
    addresses.add(address);
    length += address.length;
    const spelled = spelling(address);
    if (!bySpelling.has(spelled)) bySpelling.set(spelled, address);
    return similar.note(address);
  }

  return {
    mark,
    similar,
    add(entry) {
      if (bySpelling.has(spelling(entry.address))) return;
      (mark(entry.address) ? later : queue).push(entry);
    },
    addExact(entry) {
      if (addresses.has(entry.address)) return false;
      mark(entry.address);
      queue.push(entry);
      return true;
    },
    again: (entry) => queue.push(entry),
    has: (address) => addresses.has(address),
    known: (address) => bySpelling.get(spelling(address)),
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
    queueSimilar() {
      const isEmpty = later.length === 0;
      queue = queue.slice(head).concat(later);
      [later, head] = [[], 0];
      return !isEmpty;
    },
    get size() {
      return addresses.size;
    },
    get length() {
      return length;
    },
  };
}
