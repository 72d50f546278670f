/** Compares the items of two locations by ID and checksum before a migration. */
import { createFingerprint, type Fingerprint } from './fingerprint.ts';

/** Items by ID. */
export type Items =
  | AsyncIterable<readonly [id: string, thing: unknown]>
  | Iterable<readonly [string, unknown]>;

/** Number of items and the IDs of the first few. */
export interface Sample {
  count: number;
  first: string[];
}

export interface Comparison {
  from: Fingerprint;
  to: Fingerprint;
  /** Present in both locations with different content. */
  differing: Sample;
  onlyThere: Sample;
  /** Whether the target lacks the item. */
  isMissing(id: string): boolean;
}

const MAX_SAMPLE_IDS = 5;

/** Needs a few hundred bytes of memory per item of the target. */
export async function compare(from: Items, to: Items): Promise<Comparison> {
  const [ours, theirs] = [createFingerprint(), createFingerprint()];
  const there = new Map<string, string>();
  for await (const [id, thing] of to) there.set(id, theirs.add(thing));
  const left = new Set(there.keys());
  const differing = sample();
  for await (const [id, thing] of from) {
    const checksum = ours.add(thing);
    if (left.delete(id) && there.get(id) !== checksum) differing.add(id);
  }
  const onlyThere = sample();
  for (const id of left) onlyThere.add(id);
  return {
    from: ours.result(),
    to: theirs.result(),
    differing: differing.named,
    onlyThere: onlyThere.named,
    isMissing: (id) => !there.has(id),
  };
}

function sample() {
  const named: Sample = { count: 0, first: [] };
  return {
    named,
    add(id: string) {
      named.count += 1;
      if (named.first.length < MAX_SAMPLE_IDS) named.first.push(id);
    },
  };
}

/** Messages about items that the migration would overwrite or that would make the target differ. */
export function describeConflicts(what: string, { differing, onlyThere }: Comparison): string[] {
  return [
    ...reported(differing, `${what} that differ from the source`),
    ...reported(onlyThere, `${what} that exist only in the target`),
  ];
}

function reported({ count, first }: Sample, words: string): string[] {
  if (count === 0) return [];
  return [`${words}: ${count} (${first.join(', ')}${count > first.length ? ', …' : ''})`];
}
