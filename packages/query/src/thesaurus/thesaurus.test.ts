import { createReadStream, existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { deserializeThesaurus, serializeThesaurus } from '../indexed-thesaurus.ts';
import { rdfMediaType } from '../media-types.ts';
import { facetField } from './facet-tree.ts';
import { cutDepth } from './hierarchy.ts';
import { readStatements } from './rdf/rdf-parser.ts';
import { buildThesaurus } from './skos/skos-builder.ts';
import { SkosCollector } from './skos/skos-collector.ts';
import { openThesaurus } from './thesaurus.ts';

const prefixes = `
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xl: <http://www.w3.org/2008/05/skos-xl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix : <https://example.org/> .
`;

async function* inPieces(text: string, length = 7): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let i = 0; i < bytes.length; i += length) yield bytes.subarray(i, i + length);
}

async function thesaurusOf(text: string, mediaType = 'text/turtle') {
  const builder = new SkosCollector();
  const content = mediaType === 'text/turtle' ? prefixes + text : text;
  await readStatements(inPieces(content), mediaType, builder.add);
  const { thesaurus, report } = buildThesaurus(builder);
  const named = (name: string) => thesaurus.ordinal(`https://example.org/${name}`)!;
  const names = (ordinals: Iterable<number>) => [...ordinals].map((each) => thesaurus.label(each, 'en'));
  return { thesaurus, report, named, names };
}

const animals = `
:scheme a skos:ConceptScheme ; skos:prefLabel "Animals"@en .
:animal a skos:Concept ; skos:prefLabel "animal"@en ; skos:topConceptOf :scheme .
:pet a skos:Concept ; skos:prefLabel "pet"@en ; skos:topConceptOf :scheme .
:mammal a skos:Concept ; skos:prefLabel "mammal"@en ; skos:broader :animal ; skos:inScheme :scheme .
:cat a skos:Concept ; skos:prefLabel "cat"@en, "Katze"@de ; skos:altLabel "house cat"@en ;
  skos:hiddenLabel "kat"@en ; skos:broader :mammal, :pet ; skos:related :mouse ;
  skos:inScheme :scheme ; skos:definition "A small carnivore."@en ; skos:scopeNote "Nur Hauskatzen."@de .
:mouse a skos:Concept ; skos:prefLabel "mouse"@en ; skos:broader :mammal, :animal .
`;

describe('a thesaurus', () => {
  it('returns transitive ancestors without the concept itself, each once, nearest first', async () => {
    const { thesaurus, named, names } = await thesaurusOf(animals);
    expect(names(thesaurus.ancestors(named('cat')))).toEqual(['mammal', 'pet', 'animal']);
    expect(names(thesaurus.descendants(named('animal'))).sort()).toEqual(['cat', 'mammal', 'mouse']);
  });

  it('keeps broader and narrower consistent at any depth and warns about cut relations', async () => {
    const chain = Array.from({ length: 150 }, (_, i) => {
      const broader = i > 0 ? `; skos:broader :c${i - 1}` : '';
      return `:c${i} a skos:Concept ; skos:prefLabel "c${i}"@en ${broader} .`;
    });
    const { thesaurus, report, named } = await thesaurusOf(chain.join('\n'));
    for (let concept = 0; concept < thesaurus.size; concept++) {
      for (const broader of thesaurus.ancestors(concept))
        expect(thesaurus.descendants(broader)).toContain(concept);
      for (const narrower of thesaurus.descendants(concept))
        expect([...thesaurus.ancestors(narrower)]).toContain(concept);
    }
    expect(thesaurus.descendants(named('c0'))).toHaveLength(64);
    expect(thesaurus.ancestors(named('c64'))).toHaveLength(64);
    expect(report.warnings).toEqual([
      'https://example.org/c64 is 64 levels below the top; its relation to the narrower concept https://example.org/c65 was ignored.',
      'https://example.org/c129 is 64 levels below the top; its relation to the narrower concept https://example.org/c130 was ignored.',
    ]);
  });

  it('may have a concept with more broader concepts than a call can have arguments', () => {
    const broader = Array.from({ length: 200_000 }, (_, i) => i + 1);
    const all = [broader, ...broader.map((): number[] => [])];
    expect(cutDepth(all)).toEqual([]);
    expect(all[0]).toHaveLength(broader.length);
  });

  it('derives narrower from broader and makes related mutual', async () => {
    const { thesaurus, named, names } = await thesaurusOf(animals);
    expect(names(thesaurus.narrower(named('mammal')))).toEqual(['cat', 'mouse']);
    expect(names(thesaurus.related(named('mouse')))).toEqual(['cat']);
  });

  it('stores labels by kind and language, and notes', async () => {
    const { thesaurus, named } = await thesaurusOf(animals);
    const cat = named('cat');
    expect(thesaurus.labels(cat).map(({ text, language, kind }) => [text, language, kind])).toEqual([
      ['cat', 'en', 0],
      ['Katze', 'de', 0],
      ['house cat', 'en', 1],
      ['kat', 'en', 2],
    ]);
    expect(thesaurus.definition(cat, 'en')).toBe('A small carnivore.');
    expect(thesaurus.definition(cat, 'de-AT')).toBe('Nur Hauskatzen.');
    expect(thesaurus.definition(named('pet'))).toBeNull();
    for (let label = 0; label < thesaurus.labelCount; label++) {
      const texts = thesaurus.labels(thesaurus.labelConcept(label)).map(({ text }) => text);
      expect(texts).toContain(thesaurus.labelText(label));
    }
  });

  it('reads white space in labels as single spaces, but keeps the lines of notes', async () => {
    const { thesaurus, named } = await thesaurusOf(
      ':a a skos:Concept ; skos:prefLabel "  waste\\n\\u00a0  water "@en ; skos:definition "One.\\n\\nTwo."@en .',
    );
    expect(thesaurus.label(named('a'))).toBe('waste water');
    expect(thesaurus.definition(named('a'))).toBe('One.\n\nTwo.');
  });

  it('decodes HTML entities in labels', async () => {
    const { thesaurus, named } = await thesaurusOf(`
      :lab a skos:Concept ; skos:prefLabel "R&amp;D"@en, "F&E"@de ; skos:altLabel "men&#39;s &lt;work&gt;"@en, "a &co; b"@en .`);
    const texts = thesaurus.labels(named('lab')).map(({ text }) => text);
    expect(texts).toEqual(['R&D', 'F&E', "men's <work>", 'a &co; b']);
  });

  it('falls back to the base language, a regional form, English, then any language', async () => {
    const { thesaurus, named } = await thesaurusOf(`
      :a a skos:Concept ; skos:prefLabel "colour"@en-GB, "Farbe"@de, "couleur"@fr .
      :b a skos:Concept ; skos:prefLabel "Wort"@de .`);
    expect(thesaurus.label(named('a'), 'de-AT')).toBe('Farbe');
    expect(thesaurus.label(named('a'), 'en')).toBe('colour');
    expect(thesaurus.label(named('a'), 'it')).toBe('colour');
    expect(thesaurus.label(named('a'), 'FR')).toBe('couleur');
    expect(thesaurus.label(named('b'), 'fr')).toBe('Wort');
  });

  it('prefers labels in the script of the requested language', async () => {
    const { thesaurus, named } = await thesaurusOf(`
      :a a skos:Concept ; skos:prefLabel "颜色"@zh-Hans, "顏色"@zh-Hant, "color"@en .
      :b a skos:Concept ; skos:prefLabel "颜色"@zh, "顏色"@zh-TW .
      :c a skos:Concept ; skos:prefLabel "颜色"@zh, "color"@en .`);
    const labels = (concept: string, ...tags: string[]) =>
      tags.map((tag) => thesaurus.label(named(concept), tag));
    expect(labels('a', 'zh', 'zh-CN', 'zh-TW', 'zh-HK')).toEqual(['颜色', '颜色', '顏色', '顏色']);
    expect(labels('b', 'zh-SG', 'zh-Hant')).toEqual(['颜色', '顏色']);
    expect(labels('c', 'zh-TW', 'zh-')).toEqual(['颜色', '颜色']);
  });

  it('warns about cycles, self-references and unknown concepts, and removes them', async () => {
    const { thesaurus, report, named, names } = await thesaurusOf(`
      :a a skos:Concept ; skos:prefLabel "a"@en ; skos:broader :b , :elsewhere .
      :b a skos:Concept ; skos:prefLabel "b"@en ; skos:broader :c .
      :c a skos:Concept ; skos:prefLabel "c"@en ; skos:broader :a , :c .`);
    expect(names(thesaurus.ancestors(named('a')))).toEqual(['b', 'c']);
    expect(names(thesaurus.ancestors(named('c')))).toEqual([]);
    expect(report.warnings).toHaveLength(3);
    expect(report.warnings.join(' ')).toMatch(/cycle.*not a concept/s);
  });

  it('reads SKOS-XL labels and notes that are resources', async () => {
    const { thesaurus, named } = await thesaurusOf(`
      :a a skos:Concept ; xl:prefLabel :l1 ; xl:altLabel [ xl:literalForm "first"@en ] ;
        skos:definition [ rdf:value "Said elsewhere."@en ] .
      :l1 a xl:Label ; xl:literalForm "one"@en .`);
    expect(thesaurus.labels(named('a')).map(({ text }) => text)).toEqual(['one', 'first']);
    expect(thesaurus.definition(named('a'))).toBe('Said elsewhere.');
  });

  it('chooses a label for concepts without a preferred one, and one of several', async () => {
    const { thesaurus, report, named } = await thesaurusOf(`
      :several a skos:Concept ; skos:prefLabel "one"@en, "two"@en .
      :alternative a skos:Concept ; skos:altLabel "other"@en .
      :bare a skos:Concept .`);
    expect(thesaurus.labels(named('several')).map(({ kind }) => kind)).toEqual([0, 1]);
    expect(thesaurus.label(named('alternative'))).toBe('other');
    expect(thesaurus.label(named('bare'))).toBe('bare');
    expect(report.warnings).toHaveLength(3);
  });

  it('resolves replaced concepts to their successor and excludes them from facets', async () => {
    const { thesaurus, report, named } = await thesaurusOf(`
      :scheme a skos:ConceptScheme .
      :old rdfs:label "old"@en ; owl:deprecated true ; dcterms:isReplacedBy :middle ; skos:inScheme :scheme .
      :middle rdfs:label "middle"@en ; owl:deprecated true ; dcterms:isReplacedBy :new ; skos:inScheme :scheme .
      :new a skos:Concept ; skos:prefLabel "new"@en ; skos:inScheme :scheme .`);
    expect(thesaurus.resolve('https://example.org/old')).toBe(named('new'));
    expect(thesaurus.deprecated(named('old'))).toBe(true);
    expect(thesaurus.resolve('https://example.org/scheme')).toBeUndefined();
    expect([...thesaurus.facet('https://example.org/scheme')!.roots]).toEqual([named('new')]);
    expect(report.concepts).toBe(1);
  });

  it('resolves long chains of replacements', async () => {
    const chain = Array.from(
      { length: 30 },
      (_, i) =>
        `:old${i} rdfs:label "old ${i}"@en ; dcterms:isReplacedBy :${i === 29 ? 'new' : `old${i + 1}`} .`,
    );
    const { thesaurus, named } = await thesaurusOf(
      `${chain.join('\n')} :new a skos:Concept ; skos:prefLabel "new"@en .`,
    );
    expect(thesaurus.resolve('https://example.org/old0')).toBe(named('new'));
  });

  it('moves narrower concepts of a replaced concept to its successor', async () => {
    const { thesaurus, named, names, report } = await thesaurusOf(`
      :root a skos:Concept ; skos:prefLabel "root"@en .
      :old a skos:Concept ; skos:prefLabel "old"@en ; dcterms:isReplacedBy :middle ; skos:broader :root .
      :middle a skos:Concept ; skos:prefLabel "middle"@en ; dcterms:isReplacedBy :new .
      :new a skos:Concept ; skos:prefLabel "new"@en ; skos:broader :old .
      :leaf a skos:Concept ; skos:prefLabel "leaf"@en ; skos:broader :old, :new .`);
    expect(names(thesaurus.broader(named('leaf')))).toEqual(['new']);
    expect(names(thesaurus.broader(named('new')))).toEqual(['root']);
    expect(names(thesaurus.ancestors(named('leaf')))).toEqual(['new', 'root']);
    expect(names(thesaurus.narrower(named('root'))).sort()).toEqual(['new', 'old']);
    expect(report.warnings).toEqual([]);
  });

  it('warns about cyclic replacements and several successors', async () => {
    const { thesaurus, named, report } = await thesaurusOf(`
      :a a skos:Concept ; skos:prefLabel "a"@en ; dcterms:isReplacedBy :b .
      :b a skos:Concept ; skos:prefLabel "b"@en ; dcterms:isReplacedBy :a .
      :split a skos:Concept ; skos:prefLabel "split"@en ; dcterms:isReplacedBy :one, :two .
      :one a skos:Concept ; skos:prefLabel "one"@en .
      :two a skos:Concept ; skos:prefLabel "two"@en .`);
    expect(thesaurus.current(named('a'))).toBe(named('b'));
    expect(thesaurus.current(named('b'))).toBe(named('b'));
    expect(thesaurus.deprecated(named('b'))).toBe(false);
    expect(thesaurus.current(named('split'))).toBe(named('one'));
    expect(report.warnings).toEqual([
      'https://example.org/b is replaced by https://example.org/a in a cycle; this replacement was ignored and https://example.org/b kept.',
      'https://example.org/split is replaced by several concepts; https://example.org/one is used, https://example.org/two ignored.',
    ]);
  });

  it('truncates long labels with a warning', async () => {
    const { thesaurus, report, named } = await thesaurusOf(
      `:a a skos:Concept ; skos:prefLabel "${'tide '.repeat(50_000)}"@en .`,
    );
    expect(thesaurus.label(named('a'))).toHaveLength(1000);
    expect(report.warnings).toEqual([
      'https://example.org/a has a label of 249999 characters; it was truncated to 1000.',
    ]);
  });

  it('a thesaurus opened from its data is the same', async () => {
    const { thesaurus, named } = await thesaurusOf(animals);
    const again = openThesaurus(structuredClone(thesaurus.data));
    expect(again.labels(named('cat'))).toEqual(thesaurus.labels(named('cat')));
    expect(again.ancestors(named('cat'))).toEqual(thesaurus.ancestors(named('cat')));
    expect(again.groups).toEqual(thesaurus.groups);
  });
});

describe('facet tree', () => {
  it('starts at the top concepts of a scheme and contains its concepts and their narrower ones', async () => {
    const { thesaurus, named, names } = await thesaurusOf(animals);
    const tree = thesaurus.facet('https://example.org/scheme')!;
    expect(names(tree.roots)).toEqual(['animal', 'pet']);
    expect([...tree.within]).toEqual([1, 1, 1, 1, 1]);
    expect(tree.hierarchical).toBe(true);
    expect(tree.field).toBe(facetField('https://example.org/scheme'));
    expect(thesaurus.facet(tree.field)).toBe(tree);
    expect(tree.within[named('mouse')]).toBe(1);
  });

  it('starts at concepts without broader concept if a scheme has no top concepts', async () => {
    const { thesaurus, names } = await thesaurusOf(`
      :a a skos:Concept ; skos:prefLabel "a"@en ; skos:inScheme :s .
      :b a skos:Concept ; skos:prefLabel "b"@en ; skos:inScheme :s ; skos:broader :a .
      :c a skos:Concept ; skos:prefLabel "c"@en ; skos:broader :a .`);
    const tree = thesaurus.facet('https://example.org/s')!;
    expect(names(tree.roots)).toEqual(['a']);
    expect(tree.within.reduce((sum, each) => sum + each, 0)).toBe(2);
  });

  it('preserves the order of a collection, including nested ones', async () => {
    const { thesaurus, names } = await thesaurusOf(`
      :all a skos:OrderedCollection ; skos:member :c, :inner, :a .
      :inner a skos:Collection ; skos:member :b .
      :a a skos:Concept ; skos:prefLabel "a"@en .
      :b a skos:Concept ; skos:prefLabel "b"@en .
      :c a skos:Concept ; skos:prefLabel "c"@en .
      :d a skos:Concept ; skos:prefLabel "d"@en .`);
    const tree = thesaurus.facet('https://example.org/all')!;
    expect(names(tree.roots)).toEqual(['c', 'b', 'a']);
    expect(tree.hierarchical).toBe(false);
  });

  it('warns of an ordered collection that has only a list', async () => {
    const { report } = await thesaurusOf(`
      :all a skos:OrderedCollection ; skos:memberList (:a) .
      :a a skos:Concept ; skos:prefLabel "a"@en ; skos:broader () .`);
    expect(report.warnings).toEqual([
      'https://example.org/all has no members: skos:memberList is not read; use skos:member.',
    ]);
  });

  it('contains the narrower concepts of a concept', async () => {
    const { thesaurus, names } = await thesaurusOf(animals);
    const tree = thesaurus.facet('https://example.org/animal')!;
    expect(names(tree.roots).sort()).toEqual(['mammal', 'mouse']);
    expect(thesaurus.facet('https://example.org/nothing')).toBeUndefined();
    expect(thesaurus.facet('dyn_uri_000000000000')).toBeUndefined();
  });
});

describe('RDF parser', () => {
  const XML = `<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="http://www.w3.org/2004/02/skos/core#">
  <skos:Concept rdf:about="https://example.org/a"><skos:prefLabel xml:lang="de">Wärme</skos:prefLabel></skos:Concept>
</rdf:RDF>`;
  const NTRIPLES = `\uFEFF<https://example.org/a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2004/02/skos/core#Concept> .
<https://example.org/a> <http://www.w3.org/2004/02/skos/core#prefLabel> "Wärme"@de .\n`;

  it.each([
    ['application/rdf+xml; charset=utf-8', XML],
    ['application/n-triples', NTRIPLES],
  ])('parses %s in chunks', async (mediaType, text) => {
    const { thesaurus, named } = await thesaurusOf(text, mediaType);
    expect(thesaurus.label(named('a'), 'de')).toBe('Wärme');
  });

  it.each([
    ['text/turtle', ':a skos:prefLabel "x" .\n:b skos:prefLabel ; .', /line 1\d/],
    ['application/rdf+xml', XML.replace('</skos:prefLabel>', '</oops>'), /Line 3 column/],
    ['text/html', '<p>', /supported: text\/turtle/],
  ])('rejects invalid %s with a message', async (mediaType, text, message) => {
    await expect(thesaurusOf(text, mediaType)).rejects.toMatchObject({
      code: 'invalid-thesaurus',
      message: expect.stringMatching(message),
    });
  });

  it('rejects other encodings', async () => {
    const latin = async function* () {
      yield new Uint8Array([0x3c, 0x61, 0xe4, 0x3e]);
    };
    await expect(readStatements(latin(), 'text/turtle', () => {})).rejects.toThrow(/UTF-8/);
  });

  it('determines the media type by file extension', () => {
    expect(rdfMediaType('a.b.TTL')).toBe('text/turtle');
    expect(rdfMediaType('thesaurus.txt')).toBeUndefined();
    expect(rdfMediaType('thesaurus.constructor')).toBeUndefined();
  });
});

const stw = new URL('../../../../../shared/data/economics/stw.ttl', import.meta.url);

describe.skipIf(!existsSync(stw))('the STW (skipped where the development data is absent)', () => {
  it('imports all concepts, top concepts and replaced concepts', async () => {
    const builder = new SkosCollector();
    await readStatements(createReadStream(stw), 'text/turtle', builder.add);
    const { thesaurus, report } = buildThesaurus(builder);
    expect(report).toMatchObject({ concepts: 6243, languages: ['de', 'en'], warnings: [] });
    expect(thesaurus.facet('http://zbw.eu/stw')!.roots).toHaveLength(7);
    const replaced = thesaurus.resolve('http://zbw.eu/stw/descriptor/10042-6')!;
    expect(thesaurus.label(replaced, 'en')).toBe('Small open economy');
  });
});

const unesco = new URL('../../../../../shared/data/multilingual/unesco-education.ttl', import.meta.url);

describe.skipIf(!existsSync(unesco))(
  'the UNESCO thesaurus (skipped where the development data is absent)',
  () => {
    it('matches and shows labels in five languages, including right-to-left', async () => {
      const builder = new SkosCollector();
      await readStatements(createReadStream(unesco), 'text/turtle', builder.add);
      const { thesaurus, report } = buildThesaurus(builder);
      expect(report.languages.sort()).toEqual(['ar', 'en', 'es', 'fr', 'ru']);
      const { conceptMatcher } = deserializeThesaurus(serializeThesaurus(thesaurus));
      for (let concept = 0; concept < thesaurus.size; concept++) {
        const arabic = thesaurus
          .labels(concept)
          .find(({ language, kind }) => language === 'ar' && kind === 0);
        if (!arabic) continue;
        expect(thesaurus.label(concept, 'ar')).toBe(arabic.text);
        const found = conceptMatcher.match(arabic.text, { isQuery: true });
        const concepts = found.flatMap(({ senses }) => senses.map((naming) => naming.concept));
        expect(concepts, arabic.text).toContain(concept);
      }
    });
  },
);

describe('real-world thesauri', () => {
  it('keeps concepts in several schemes and below several broader concepts', async () => {
    const { thesaurus, named, names } = await thesaurusOf(`
      :one a skos:ConceptScheme ; skos:prefLabel "One"@en .
      :two a skos:ConceptScheme ; skos:prefLabel "Two"@en ; skos:hasTopConcept :b .
      :a a skos:Concept ; skos:prefLabel "a"@en ; skos:topConceptOf :one .
      :b a skos:Concept ; skos:prefLabel "b"@en ; skos:inScheme :one .
      :c a skos:Concept ; skos:prefLabel "c"@en ; skos:broader :a, :b ; skos:inScheme :one, :two .`);
    const tree = (name: string) => thesaurus.facet(`https://example.org/${name}`)!;
    expect(names(tree('one').roots)).toEqual(['a']);
    expect(names(tree('two').roots)).toEqual(['b']);
    expect([tree('one').within[named('c')], tree('two').within[named('c')]]).toEqual([1, 1]);
    expect(names(thesaurus.narrower(named('a')))).toEqual(['c']);
    expect(names(thesaurus.narrower(named('b')))).toEqual(['c']);
  });

  it('follows chains of replacements and stops at cycles', async () => {
    const { thesaurus, named, names } = await thesaurusOf(`
      :a a skos:Concept ; skos:prefLabel "a"@en ; dcterms:isReplacedBy :b .
      :b a skos:Concept ; skos:prefLabel "b"@en ; dcterms:isReplacedBy :c .
      :c a skos:Concept ; skos:prefLabel "c"@en .
      :x a skos:Concept ; skos:prefLabel "x"@en ; dcterms:isReplacedBy :y .
      :y a skos:Concept ; skos:prefLabel "y"@en ; dcterms:isReplacedBy :x .`);
    expect(names([thesaurus.resolve('https://example.org/a')!])).toEqual(['c']);
    expect([named('x'), named('y')]).toContain(thesaurus.resolve('https://example.org/x'));
  });

  it('cuts a long cycle at one relation only', async () => {
    const ring = Array.from({ length: 500 }, (_, i) => {
      return `:n${i} a skos:Concept ; skos:prefLabel "n${i}"@en ; skos:broader :n${(i + 1) % 500} .`;
    });
    const { thesaurus, report } = await thesaurusOf(ring.join('\n'));
    expect(report.warnings.filter((warning) => warning.includes('in a cycle'))).toHaveLength(1);
    const joined = [...Array(500).keys()].filter((concept) => thesaurus.broader(concept).length > 0);
    expect(joined.length).toBe(500 - report.warnings.length);
  });

  it('shows labels of 28 languages on request', async () => {
    const codes = 'ar bg cs da de el en es et fa fi fr ga he hr hu it ja ko lt lv mt nl pl pt ro sv zh'.split(
      ' ',
    );
    const labels = codes.map((code) => `"name ${code}"@${code}`).join(', ');
    const { thesaurus, report, named } = await thesaurusOf(`:a a skos:Concept ; skos:prefLabel ${labels} .`);
    expect(report.languages).toHaveLength(28);
    for (const code of codes) expect(thesaurus.label(named('a'), code)).toBe(`name ${code}`);
  });
});
