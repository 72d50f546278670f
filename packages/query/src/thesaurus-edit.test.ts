import { expect, test } from 'vitest';
import { deserializeThesaurus, parseThesaurus } from './indexed-thesaurus.ts';
import { editConcept, exportThesaurus } from './thesaurus-edit.ts';

const uri = 'https://example.org/waste';

async function recordOf(content: string): Promise<Uint8Array> {
  const stream = (async function* () {
    yield content;
  })();
  return (await parseThesaurus(stream, 'text/turtle')).record;
}

/** The label of the first concept. */
const labelOf = (record: Uint8Array) => deserializeThesaurus(record).thesaurus.label(0, 'en');

test.each([
  ['R&D', 'R&D'],
  ['R&amp;D', 'R&D'],
  ['the entity &amp;lt;', 'the entity &lt;'],
  ['a &co; b', 'a &co; b'],
  ['&amp;amp;', '&amp;'],
])('the label %s is the same after an export and after an edit', async (written, label) => {
  const predicate = 'http://www.w3.org/2004/02/skos/core#prefLabel';
  const type = `<${uri}> a <http://www.w3.org/2004/02/skos/core#Concept> .`;
  const record = await recordOf(`${type} <${uri}> <${predicate}> "${written}"@en .`);
  expect(labelOf(record)).toBe(label);
  expect(labelOf(await recordOf(exportThesaurus(record)))).toBe(label);
  const labels = [label, 'other'].map((text, kind) => ({ text, language: 'en', kind: kind as 0 | 1 }));
  const changed = editConcept(record, { uri, labels, broader: [] });
  // Only the other label is new, so the part with this label does not change.
  expect([...changed.keys()]).toEqual(['edits']);
  expect(changed.get('edits')).not.toContain('prefLabel');
});

test('a concept without a URI can be exported, and does not prevent edits of other concepts', async () => {
  const skos = 'http://www.w3.org/2004/02/skos/core#';
  const record = await recordOf(`@prefix skos: <${skos}> .
    <${uri}> a skos:Concept ; skos:prefLabel "Waste"@en .
    [] a skos:Concept ; skos:prefLabel "Glass"@en ; skos:broader <${uri}> .`);
  const labelsIn = async (triples: string | undefined) => {
    const { thesaurus } = deserializeThesaurus(await recordOf(triples!));
    return Array.from({ length: thesaurus.size }, (_, concept) => thesaurus.label(concept, 'en'));
  };
  expect(await labelsIn(exportThesaurus(record))).toEqual(['Waste', 'Glass']);
  const renamed = { uri, labels: [{ text: 'Rubbish', language: 'en', kind: 0 as const }], broader: [] };
  const changed = editConcept(record, renamed);
  expect(await labelsIn(changed.get('main'))).toContain('Glass');
  expect(await labelsIn(changed.get('edits'))).toEqual(['Rubbish']);
});
