/** Index layouts to measure: nodes, shards, copies and documents. */

export interface Layout {
  nodes: number;
  shards: number;
  /** Copies of each shard in addition to the first. */
  replicas: number;
  documents: number;
}

/** Nodes × shards × copies × documents of measurements.json. */
export const DEFAULT_LAYOUTS = [
  ['1x1x1x12500', '1x1x1x50000', '1x1x1x200000', '1x3x1x25000', '1x6x1x12500'],
  ['2x3x1x12500', '3x3x1x12500', '3x3x1x50000', '3x6x1x25000'],
  ['2x1x2x50000', '3x1x3x50000', '3x3x2x50000', '3x3x3x50000'],
]
  .flat()
  .join();

/** Throws for an invalid layout. */
export function parseLayouts(text: string): Layout[] {
  return text.split(',').map((each) => {
    const [nodes, shards, copies, documents] = /^[1-9]\d*(x[1-9]\d*){3}$/.test(each)
      ? (each.split('x').map(Number) as [number, number, number, number])
      : [0, 0, 0, 0];
    if (nodes === 0) throw new Error(`${each} is not NODESxSHARDSxCOPIESxDOCUMENTS.`);
    if (copies > nodes) throw new Error(`${each}: a node cannot hold two copies of a shard.`);
    return { nodes, shards, replicas: copies - 1, documents };
  });
}

/** Order of docs/scaling.md. */
export function sortLayouts<Item extends Layout>(layouts: readonly Item[]): Item[] {
  return layouts.toSorted(
    (a, b) =>
      a.nodes - b.nodes || a.shards - b.shards || a.replicas - b.replicas || a.documents - b.documents,
  );
}

export function layoutName({ nodes, shards, replicas }: Layout): string {
  return `${nodes} × ${shards} × ${replicas + 1}`;
}
