/** One run of the crawler: what each visit means for the document of a page, and what to visit next. */
import type { Item, SkippedOutcome, SourceState } from '../source.ts';
import { PAGE_NUMBER } from './address.ts';
import { type CrawlOptions, DEFAULT_MAX_DEPTH } from './crawl-options.ts';
import { DuplicatePages } from './duplicate-pages.ts';
import { Frontier } from './frontier.ts';
import { type Discovered, type Entry, entryItem, type PageState, pageState } from './page-state.ts';
import { crawlScope, type Scope } from './scope.ts';
import { MAX_REDIRECTS, type VisitedPage, type VisitOutcome } from './visit.ts';

/** The run fails after this number of consecutive visits without a response. */
const MAX_UNREACHABLE = 20;
const REPEATS = 'repeats other pages';

export class CrawlRun {
  readonly #options: CrawlOptions;
  readonly #previous: SourceState['previous'];
  readonly #scope: Scope;
  readonly #frontier: Frontier;
  readonly #duplicates: DuplicatePages;
  /** Pages whose outcome depends on the outcome of the awaited address. */
  #waiting: { entry: Entry; awaited: string; reason: string; discovered: Discovered }[] = [];
  #hasQueuedUnlinked = false;
  /** Items of pages that were decided without a visit. */
  readonly #decided: Item[] = [];
  /** Start addresses that are not settled. */
  readonly #startsLeft: Set<string>;
  /** Why start addresses lead to no page. */
  readonly #failures: string[] = [];
  #silentVisits = 0;
  #hasResponded: boolean;
  #settled: number;

  constructor(options: CrawlOptions, { previous, current }: SourceState) {
    const { starts, listed = [], maxDepth = DEFAULT_MAX_DEPTH } = options;
    this.#options = options;
    this.#previous = previous;
    this.#scope = crawlScope(options);
    this.#frontier = new Frontier(this.#scope, maxDepth);
    this.#duplicates = new DuplicatePages(previous);
    for (const address of [...starts, ...listed]) this.#scope.allowHost(address);
    // Marks these addresses first, so that a resumed run does not visit them again.
    for (const address of current.keys()) this.#frontier.mark(address);
    for (const address of starts)
      if (!this.#frontier.has(address)) this.#frontier.addAgain({ address, depth: 0, hops: 0, start: true });
    this.#frontier.addUnlinked(listed);
    for (const [address, state] of current) {
      const { indexed, contentHash, ...discovered } = pageState(state);
      if (indexed) this.#duplicates.claim(address, contentHash);
      this.#frontier.restore(discovered);
    }
    this.#startsLeft = new Set(starts.filter((address) => !current.has(address)));
    this.#hasResponded = current.size > 0;
    this.#settled = current.size;
  }

  progress(): { visited: number; known: number } {
    return { visited: this.#settled, known: Math.max(this.#settled, this.#frontier.size) };
  }

  /** The next address to visit; `isBusy` is whether other visits may still add addresses. */
  next({ isBusy }: { isBusy: boolean }): Entry | undefined {
    let entry = this.#nextQueued();
    while (entry === undefined && !isBusy && this.#queueDeferred()) entry = this.#nextQueued();
    return entry;
  }

  /** The next queued address. Drops addresses that lead to pages which this run has indexed. */
  #nextQueued(): Entry | undefined {
    for (let entry = this.#frontier.shift(); entry !== undefined; entry = this.#frontier.shift()) {
      const page = entry.start || entry.final ? undefined : this.#duplicates.similarTo(entry.address);
      if (page === undefined || page === entry.address) return entry;
      this.#decided.push(this.#drop(entry, `same page as ${page}`));
    }
    return undefined;
  }

  /** The items of a visit. Throws if the site does not respond, because its pages may still exist. */
  settle(entry: Entry, visited: VisitOutcome): Item[] {
    const { pages, failures } = visited.listed ?? { pages: [], failures: [] };
    this.#settled += 1;
    this.#checkAvailability(entry.address, visited);
    this.#frontier.addLinks(pages, 0);
    this.#frontier.addLinks(visited.links ?? [], entry.depth + 1);
    const settledItem = this.#itemOf(entry, visited);
    this.#checkStarts(entry, visited);
    const failed = failures.map(({ address, reason }) => unvisited(address, 'failed', reason));
    return settledItem ? [settledItem, ...failed] : failed;
  }

  /** The item of a visit; undefined if the page waits for the outcome of another page. */
  #itemOf(entry: Entry, visited: VisitOutcome): Item | undefined {
    const { kind } = visited;
    if (kind === 'page') return this.#settlePage(entry, visited);
    if (kind === 'redirect') return this.#settleRedirect(entry, visited.to);
    if (kind === 'not-modified') return this.#keep(entry, 'unchanged', visited.reason);
    if (kind === 'excluded') return this.#drop(entry, visited.reason);
    if (kind === 'failed') return this.#keep(entry, 'failed', visited.reason);
    const outcome = this.#known(entry.address)?.indexed ? 'unchanged' : 'skipped';
    return this.#keep(entry, outcome, visited.reason);
  }

  *finish(): Iterable<Item> {
    this.#options.onUnusedPatterns?.(this.#scope.unusedPatterns());
    yield* this.#decided;
    for (const [address, reason] of this.#frontier.leftOut()) yield unvisited(address, 'skipped', reason);
  }

  #settlePage(entry: Entry, page: VisitedPage): Item | undefined {
    const { address } = entry;
    const { canonical, contentHash, hash, etag, lastModified, document } = page;
    const outOfScope = entry.start ? this.#scope.rejectedByPattern(address) : undefined;
    if (outOfScope !== undefined) return this.#drop(entry, outOfScope);
    const { repeats, hash: previousHash } = this.#known(address) ?? {};
    // A run that is not full may not read the repeated page, or the pages of a list, and then cannot compare them.
    const mayRepeat = previousHash === hash || PAGE_NUMBER.test(address);
    if (repeats !== undefined && mayRepeat && !entry.final && !this.#options.full) {
      this.#duplicates.claim(address, contentHash);
      return this.#wait(entry, repeats, REPEATS);
    }
    if (canonical !== undefined && !entry.final && this.#isPlausible(canonical, address)) {
      this.#frontier.addExact({ address: canonical, depth: entry.depth, hops: 0 });
      return this.#wait(entry, canonical, `canonical address is ${canonical}`);
    }
    const owner = this.#duplicates.ownerOf(contentHash) ?? address;
    if (owner !== address) {
      const reason = `same content as ${owner}`;
      if (this.#duplicates.isIndexed(owner)) return this.#drop(entry, reason);
      // This run has not visited the owner yet, or the owner is no longer indexed.
      if (!entry.final) return this.#wait(entry, owner, reason);
    }
    this.#duplicates.claim(address, contentHash);
    const state = { indexed: true, hash, contentHash, etag, lastModified };
    return entryItem(document, entry, { ...state, ...this.#frontier.takeDiscovered() });
  }

  #settleRedirect(entry: Entry, target: string): Item {
    const { address, depth, hops, start } = entry;
    if (hops >= MAX_REDIRECTS)
      return this.#drop(entry, `more than ${MAX_REDIRECTS} redirects, the next to ${target}`);
    const rejected = this.#scope.reject(target);
    if (rejected !== undefined) return this.#drop(entry, `redirects to ${target}: ${rejected}`);
    this.#frontier.addExact({ address: target, depth, hops: hops + 1, ...(start && { start }) });
    this.#duplicates.follow(address, target);
    return this.#drop(entry, target === address ? 'redirects to itself' : `redirects to ${target}`);
  }

  /** Many templates name the start page as canonical on all pages, which is not plausible. */
  #isPlausible(canonical: string, address: string): boolean {
    const { pathname, search } = new URL(canonical);
    const isStartPage = pathname === '/' && search === '';
    return this.#scope.reject(canonical) === undefined && !(isStartPage && new URL(address).pathname !== '/');
  }

  #known(address: string): PageState | undefined {
    return pageState(this.#previous.get(address));
  }

  /** Gives the page no document, and removes an existing one. `discovered` has the addresses found since the last item. */
  #drop(entry: Entry, reason: string, discovered = this.#frontier.takeDiscovered()): Item {
    const { indexed, repeats, hash } = this.#known(entry.address) ?? {};
    const outcome = indexed ? 'removed' : 'skipped';
    return entryItem({ outcome, reason }, entry, repeats ? { repeats, hash, ...discovered } : discovered);
  }

  #keep(entry: Entry, outcome: SkippedOutcome, reason: string): Item {
    const state = this.#known(entry.address);
    if (state?.indexed) this.#duplicates.claim(entry.address, state.contentHash);
    const lastmod = entry.lastmod ?? state?.lastmod;
    return entryItem({ outcome, reason }, entry, { ...state, lastmod, ...this.#frontier.takeDiscovered() });
  }

  /** Defers the decision about a page until the awaited page is settled. */
  #wait(entry: Entry, awaited: string, reason: string): undefined {
    this.#duplicates.follow(entry.address, awaited);
    this.#waiting.push({ entry, awaited, reason, discovered: this.#frontier.takeDiscovered() });
  }

  /** Queues the next group of visits that come after all links. Returns false if none is left. */
  #queueDeferred(): boolean {
    if (this.#frontier.queueLater()) return true;
    if (!this.#hasQueuedUnlinked) this.#queueUnlinked();
    else if (this.#waiting.length > 0) this.#decideWaiting();
    else return false;
    return true;
  }

  /** Queues pages of the last run to which no page of this run links, and drops those that left the scope. */
  #queueUnlinked(): void {
    this.#hasQueuedUnlinked = true;
    for (const [address, state] of this.#previous) {
      const { indexed, requested, depth } = pageState(state);
      if (this.#frontier.has(address) || !(indexed || (requested && !this.#options.full))) continue;
      const entry = { address, depth, hops: 0 };
      const reason = this.#scope.reject(address);
      if (reason === undefined) this.#frontier.addAgain(entry);
      else if (indexed) {
        this.#frontier.mark(address);
        this.#decided.push(this.#drop(entry, reason));
      }
    }
  }

  /** Decides about the waiting pages; the pages that they waited for are settled. */
  #decideWaiting(): void {
    // A repeated page may itself wait, for its canonical address.
    const others = this.#waiting.filter(({ reason }) => reason !== REPEATS);
    const decided = others.length > 0 ? others : this.#waiting;
    this.#waiting = others.length > 0 ? this.#waiting.filter(({ reason }) => reason === REPEATS) : [];
    for (const { entry, awaited, reason, discovered } of decided) {
      if (this.#duplicates.leadsToOther(awaited, entry.address))
        this.#decided.push(this.#drop(entry, reason, discovered));
      else this.#frontier.addAgain({ ...entry, final: true });
    }
  }

  #checkAvailability(address: string, visited: VisitOutcome): void {
    this.#silentVisits = visited.kind === 'failed' && visited.unreachable ? this.#silentVisits + 1 : 0;
    if (visited.kind !== 'failed') this.#hasResponded = true;
    else if (this.#silentVisits >= MAX_UNREACHABLE)
      throw new Error(`${new URL(address).host} does not respond any more: ${visited.reason}`);
  }

  /** Throws after the last start address if no start address responded, or if a first run found no page. */
  #checkStarts({ address }: Entry, visited: VisitOutcome): void {
    if (!this.#startsLeft.delete(address)) return;
    const hasPage = visited.kind === 'page' || visited.kind === 'redirect' || visited.kind === 'not-modified';
    if (!hasPage) this.#failures.push(`${address}: ${visited.reason}`);
    if (this.#startsLeft.size > 0) return;
    const isFirstRun = this.#previous.size === 0;
    const leadsNowhere =
      this.#failures.length === this.#options.starts.length &&
      this.#frontier.size === new Set(this.#options.starts).size;
    if (!this.#hasResponded || (isFirstRun && leadsNowhere)) throw new Error(this.#failures.join('; '));
  }
}

function unvisited(address: string, outcome: SkippedOutcome, reason: string): Item {
  return entryItem({ outcome, reason }, { address, depth: 0, hops: 0 }, { requested: false });
}
