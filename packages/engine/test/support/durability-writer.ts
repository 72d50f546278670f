/** Child process that writes to a search space until it is killed, and reports each start and end. */
import { openSpace } from '../../src/search-space.ts';

export type WrittenMessage =
  | { open: true }
  /** Documents get the title `v<begun>`. */
  | { begun: number; ids?: string[]; deleted?: string; concepts?: number }
  | { done: true };

const [directory, last] = process.argv.slice(2) as [string, string];
const report = (message: WrittenMessage) => process.send!(message);
const anyId = () => String(Math.floor(Math.random() * 3000));

async function* turtle(concepts: number) {
  yield '@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n';
  for (let i = 0; i < concepts; i++)
    yield `<https://example.org/${i}> a skos:Concept ; skos:prefLabel "c${i}"@en .\n`;
}

const space = await openSpace(directory);
report({ open: true });
for (let version = Number(last) + 1; ; version++) {
  const chance = Math.random();
  if (chance < 0.05) {
    const concepts = 1 + (version % 50);
    report({ begun: version, concepts });
    await space.replaceThesaurus(turtle(concepts), 'text/turtle');
  } else if (chance < 0.2) {
    const deleted = anyId();
    report({ begun: version, deleted });
    await space.delete(deleted);
  } else {
    const ids = Array.from({ length: 1 + Math.floor(Math.random() * 60) }, anyId);
    report({ begun: version, ids });
    await space.put(ids.map((id) => ({ id, title: `v${version}`, language: 'en', subjects: [] })));
  }
  report({ done: true });
}
