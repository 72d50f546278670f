/** Write benchmark: alternating batches to several layouts, so that other load affects all of them equally. */
import type { DocumentInput } from '@semantic-search/engine';
import { type ClusterCandidate, type Nodes, write } from '../../backends/candidates.ts';
import { ownCpu } from '../../backends/processes.ts';
import { rotated } from '../../backends/rounds.ts';
import type { Layout } from '../layouts.ts';
import { waitForMerges } from './cluster-size.ts';

export interface Filled extends ClusterCandidate {
  layout: Layout;
  writing: Writing;
}

/** Milliseconds per document. */
export interface Writing {
  /** Processor time of this process (tagging, analysis), and of all nodes including merges. */
  here: number;
  elsewhere: number;
  wall: number;
}

/** Excluded from the measurement: until then, the nodes compile their code. */
const WARM_UP_DOCUMENTS = 5000;

/** Calls `complete` with the number of documents written so far, whenever a layout is full. */
export async function writeAlternately(
  spaces: readonly Omit<Filled, 'writing'>[],
  batches: AsyncIterable<DocumentInput[]>,
  nodes: Nodes,
  complete: (documents: number) => Promise<void>,
): Promise<Filled[]> {
  const spent = new Map(spaces.map((space) => [space, { here: 0, elsewhere: 0, wall: 0, documents: 0 }]));
  let [written, turn] = [0, 0];
  for await (const batch of batches) {
    const left = spaces.filter(({ layout }) => layout.documents > written);
    for (const space of rotated(left, turn)) {
      const some = batch.slice(0, space.layout.documents - written);
      const cost = await costOf(space, some, nodes);
      if (written < WARM_UP_DOCUMENTS) continue;
      const sum = spent.get(space)!;
      for (const part of ['here', 'elsewhere', 'wall', 'documents'] as const) sum[part] += cost[part];
    }
    written += batch.length;
    turn += 1;
    if (left.some(({ layout }) => layout.documents <= written)) await complete(written);
  }
  return spaces.map((space) => {
    const { here, elsewhere, wall, documents } = spent.get(space)!;
    const writing = { here: here / documents, elsewhere: elsewhere / documents, wall: wall / documents };
    return { ...space, writing };
  });
}

async function costOf({ content, elsewhere }: ClusterCandidate, some: DocumentInput[], { url }: Nodes) {
  const before = { here: ownCpu(), elsewhere: elsewhere(), wall: performance.now() };
  await write(content, some);
  const [here, wall] = [ownCpu() - before.here, performance.now() - before.wall];
  await waitForMerges(url);
  return { here, wall, elsewhere: elsewhere() - before.elsewhere, documents: some.length };
}
