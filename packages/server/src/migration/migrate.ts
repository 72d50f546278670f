/** Migration of state between two locations, which are compared before and after it. */
import { hash } from 'node:crypto';

/** Items by ID. */
export type Items =
  | AsyncIterable<readonly [id: string, item: unknown]>
  | Iterable<readonly [id: string, item: unknown]>;

/** A part of the state, such as the documents of a search space. */
export interface Part {
  name: string;
  /** Reads all items of the source. */
  source(): Items;
  /** Reads all items of the target. */
  target(): Items;
  /** Writes the items of the source that the target lacks. */
  write(isMissing: (id: string) => boolean): Promise<void>;
}

/** A part after the migration. */
export interface MigratedPart {
  name: string;
  /** Numbers of items. */
  source: number;
  target: number;
  /** `different` after concurrent changes. */
  outcome: 'unchanged' | 'migrated' | 'different';
}

/**
 * Migrates the parts one after another. What the target has already is skipped, so that an interrupted migration can be
 * repeated. Rejects before the first write if the target has other items, or items that differ.
 */
export async function migrate(parts: readonly Part[]): Promise<MigratedPart[]> {
  const compared: [Part, Comparison][] = [];
  for (const part of parts) compared.push([part, await compare(part)]);
  const conflicts = compared.flatMap(([{ name }, comparison]) => describeConflicts(name, comparison));
  if (conflicts.length > 0)
    throw new Error(
      ['Nothing was migrated because the target contains conflicting data:', ...conflicts].join('\n  '),
    );
  const migrated: MigratedPart[] = [];
  for (const [part, comparison] of compared) migrated.push(await migratePart(part, comparison));
  return migrated;
}

async function migratePart(part: Part, before: Comparison): Promise<MigratedPart> {
  const { name } = part;
  if (before.isIdentical) return { name, source: before.source, target: before.target, outcome: 'unchanged' };
  await part.write(before.isMissing);
  const { source, target, isIdentical } = await compare(part);
  return { name, source, target, outcome: isIdentical ? 'migrated' : 'different' };
}

type Comparison = Awaited<ReturnType<typeof compare>>;

/** Needs a few hundred bytes of memory per item of the target. */
async function compare(part: Part) {
  const digests = new Map<string, string>();
  for await (const [id, item] of part.target()) digests.set(id, digestOf(item));
  const onlyInTarget = new Set(digests.keys());
  /** IDs of items with another content in the target. */
  const differing: string[] = [];
  let source = 0;
  for await (const [id, item] of part.source()) {
    source += 1;
    if (onlyInTarget.delete(id) && digests.get(id) !== digestOf(item)) differing.push(id);
  }
  return {
    source,
    target: digests.size,
    differing,
    onlyInTarget: [...onlyInTarget],
    isMissing: (id: string) => !digests.has(id),
    isIdentical: differing.length === 0 && onlyInTarget.size === 0 && source === digests.size,
  };
}

const digestOf = (item: unknown) => hash('sha256', JSON.stringify(item), 'base64');

const MAX_NAMED_IDS = 5;

function describeConflicts(name: string, { differing, onlyInTarget }: Comparison): string[] {
  return [
    ...(differing.length > 0 ? [`${name} that differ from the source: ${named(differing)}`] : []),
    ...(onlyInTarget.length > 0 ? [`${name} that exist only in the target: ${named(onlyInTarget)}`] : []),
  ];
}

/** The number of IDs, and the first few. */
function named(ids: string[]): string {
  const more = ids.length > MAX_NAMED_IDS ? ', …' : '';
  return `${ids.length} (${ids.slice(0, MAX_NAMED_IDS).join(', ')}${more})`;
}
