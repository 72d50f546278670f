import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { deserializeThesaurus, parseThesaurus, readThesaurusRecord } from './indexed-thesaurus.ts';
import { synonymThesaurus } from './thesaurus/synonym-thesaurus.ts';
import type { Thesaurus } from './thesaurus/thesaurus.ts';
import { changeThesaurus, thesaurusParts } from './thesaurus-parts.ts';

const prefixes = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
  @prefix dcterms: <http://purl.org/dc/terms/> .
  @prefix : <https://example.org/> .\n`;
const main = `:waste a skos:Concept ; skos:inScheme :topics ; skos:prefLabel "Waste"@en, "Abfall"@de ;
    skos:definition "What is thrown away &amp;amp; kept"@en .
  :topics a skos:ConceptScheme ; dcterms:title "Topics"@en ; dcterms:license <https://example.org/license> .`;
const local = `:waste a skos:Concept ; skos:prefLabel "Rubbish"@en ; skos:altLabel "Refuse"@en .
  :glass a skos:Concept ; skos:prefLabel "Glass"@en ; skos:broader :paper .
  :topics a skos:ConceptScheme .`;
const more = ':paper a skos:Concept ; skos:broader :waste ; skos:prefLabel "Paper"@en .';

async function part(turtle: string, name?: string) {
  const content = (async function* () {
    yield prefixes + turtle;
  })();
  return parseThesaurus(content, 'text/turtle', name);
}

const addTo = async (current: Uint8Array | undefined, turtle: string, name?: string) =>
  changeThesaurus(current, { record: (await part(turtle, name)).record });

const opened = (record: Uint8Array) => deserializeThesaurus(record).thesaurus;

/** All labels of a concept with language and kind. */
function labels(thesaurus: Thesaurus, name: string): string[] {
  const concept = thesaurus.ordinal(`https://example.org/${name}`)!;
  return thesaurus.labels(concept).map(({ text, language, kind }) => `${kind} ${text}@${language}`);
}

describe('parts of a thesaurus', () => {
  it('are listed with the title and license of their files', async () => {
    const { report, record } = await part(main);
    expect(report).toMatchObject({ title: 'Topics', license: 'https://example.org/license' });
    const both = await addTo(record, more, 'more');
    expect(thesaurusParts(both)).toEqual([
      {
        name: 'main',
        concepts: 1,
        written: expect.any(Number),
        title: 'Topics',
        license: 'https://example.org/license',
      },
      { name: 'more', concepts: 1, written: expect.any(Number), title: null, license: null },
    ]);
    expect(thesaurusParts(undefined)).toEqual([]);
  });

  it('give a concept the labels of all, preferring those of main', async () => {
    const thesaurus = opened(await addTo(await addTo(undefined, local, 'a'), main));
    expect(labels(thesaurus, 'waste')).toEqual(['0 Waste@en', '0 Abfall@de', '1 Rubbish@en', '1 Refuse@en']);
    expect(thesaurus.definition(0)).toBe('What is thrown away &amp; kept');
  });

  it('relate concepts to those of others, whatever the order of the uploads', async () => {
    const relations = (record: Uint8Array) => {
      const thesaurus = opened(record);
      const glass = thesaurus.ordinal('https://example.org/glass')!;
      return [...thesaurus.ancestors(glass)].map((each) => thesaurus.label(each, 'en'));
    };
    let one = await addTo(await addTo(await addTo(undefined, main), more, 'more'), local, 'local');
    expect(relations(one)).toEqual(['Paper', 'Waste']);
    one = await addTo(await addTo(await addTo(undefined, local, 'local'), more, 'more'), main);
    expect(relations(one)).toEqual(['Paper', 'Waste']);
    // A part that is removed and uploaded again has its relations again.
    const without = changeThesaurus(one, { removed: 'more' });
    expect(relations(without)).toEqual([]);
    expect(relations(await addTo(without, more, 'more'))).toEqual(['Paper', 'Waste']);
  });

  it('stay the same when another one is replaced or removed', async () => {
    const guide = readFileSync(new URL('../../../demo/data/field-guide.ttl', import.meta.url), 'utf8');
    const alone = await addTo(undefined, guide);
    const both = await addTo(alone, local, 'local');
    const changed = await addTo(both, more, 'local');
    const again = changeThesaurus(changed, { removed: 'local' });
    expect(readThesaurusRecord(again).data).toEqual(readThesaurusRecord(alone).data);
    expect(thesaurusParts(again)).toEqual(thesaurusParts(alone));
    const { thesaurus } = deserializeThesaurus(both);
    const before = opened(alone);
    expect(thesaurus.size).toBe(before.size + 2);
    for (let concept = 0; concept < before.size; concept++) {
      const same = thesaurus.ordinal(before.uri(concept))!;
      expect(thesaurus.labels(same)).toEqual(before.labels(concept));
      const uris = (of: Thesaurus, list: Iterable<number>) => [...list].map((each) => of.uri(each)).sort();
      expect(uris(thesaurus, thesaurus.broader(same))).toEqual(uris(before, before.broader(concept)));
      expect(uris(thesaurus, thesaurus.related(same))).toEqual(uris(before, before.related(concept)));
    }
    const membersOf = (of: Thesaurus, uri: string) =>
      of.facet(uri)!.within.reduce((sum, each) => sum + each, 0);
    for (const { uri } of before.groups) expect(membersOf(thesaurus, uri)).toBe(membersOf(before, uri));
  });

  it('are limited in number', async () => {
    let record: Uint8Array | undefined;
    for (let i = 0; i < 50; i++) record = await addTo(record, more, `part-${i}`);
    await expect(addTo(record, more, 'last')).rejects.toMatchObject({ code: 'invalid-thesaurus' });
    expect(thesaurusParts(await addTo(record, more, 'part-7'))).toHaveLength(50);
  });

  it('with synonyms expand queries only', async () => {
    const turtle = synonymThesaurus([{ from: ['waste', 'rubbish'], to: ['waste', 'rubbish'] }]);
    const { thesaurus, conceptMatcher, labelIndex } = deserializeThesaurus(
      await addTo(await addTo(undefined, main), turtle, 'synonyms'),
    );
    expect(thesaurus.groups.map(({ uri }) => uri)).toEqual(['https://example.org/topics']);
    const meant = (isQuery: boolean) =>
      conceptMatcher
        .match('waste', { isQuery })
        .flatMap(({ senses }) => senses.map(({ concept }) => concept));
    expect(meant(true)).toHaveLength(2);
    expect(meant(false)).toEqual([0]);
    expect(thesaurus.isQueryOnly(meant(true).find((concept) => concept !== 0)!)).toBe(true);
    expect(
      [...labelIndex.concepts].filter(
        (concept, label) =>
          thesaurus.isQueryOnly(concept) &&
          labelIndex.labelWords.starts[label + 1]! > labelIndex.labelWords.starts[label]!,
      ),
    ).toEqual([]);
  });
});
