/** What two places have of the same kind, thing by thing, before anything of it is moved. */
import { type Fingerprint, fingerprinter } from './fingerprint.ts';

/** Things by their ids. */
export type Things =
  | AsyncIterable<readonly [id: string, thing: unknown]>
  | Iterable<readonly [string, unknown]>;

/** Some of a kind, of which only the first are named. */
export interface Named {
  count: number;
  first: string[];
}

export interface Comparison {
  from: Fingerprint;
  to: Fingerprint;
  /** In both places, and not the same. */
  differing: Named;
  onlyThere: Named;
  /** True of what the target lacks. */
  isMissing(id: string): boolean;
}

/** So many are named. */
const few = 5;

/** Takes some hundred bytes of memory for each thing that the target has: nothing where it is empty. */
export async function compare(from: Things, to: Things): Promise<Comparison> {
  const [ours, theirs] = [fingerprinter(), fingerprinter()];
  const there = new Map<string, string>();
  for await (const [id, thing] of to) there.set(id, theirs.add(thing));
  const left = new Set(there.keys());
  const differing = naming();
  for await (const [id, thing] of from) {
    const checksum = ours.add(thing);
    if (left.delete(id) && there.get(id) !== checksum) differing.add(id);
  }
  const onlyThere = naming();
  for (const id of left) onlyThere.add(id);
  return {
    from: ours.result(),
    to: theirs.result(),
    differing: differing.named,
    onlyThere: onlyThere.named,
    isMissing: (id) => !there.has(id),
  };
}

function naming() {
  const named: Named = { count: 0, first: [] };
  return {
    named,
    add(id: string) {
      named.count += 1;
      if (named.first.length < few) named.first.push(id);
    },
  };
}

/** Why nothing may be moved, in words: what the target has would be lost, or be no copy. */
export function objections(what: string, { differing, onlyThere }: Comparison): string[] {
  return [
    ...told(differing, `${what} that differ from those to be moved`),
    ...told(onlyThere, `${what} that are there only`),
  ];
}

function told({ count, first }: Named, words: string): string[] {
  if (count === 0) return [];
  return [`${words}: ${count} (${first.join(', ')}${count > first.length ? ', …' : ''})`];
}
