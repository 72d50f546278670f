/** Consistency of the Field guide: labels, hierarchy, numbers, dates, languages and links. */
import { describe, expect, test } from 'vitest';
import {
  type Concept,
  type GuideDocument,
  readDocuments,
  readThesaurus,
  root,
} from './field-guide.fixture.ts';

const { concepts, schemes } = await readThesaurus();
const documents = await readDocuments();

describe('the thesaurus', () => {
  test('has at least 500 concepts in five schemes', () => {
    expect(concepts.size).toBeGreaterThanOrEqual(500);
    expect([...schemes].map(slug).sort()).toEqual([
      'conservation',
      'habitats',
      'kinds',
      'regions',
      'ways-of-life',
    ]);
  });

  test('gives every concept one preferred label in each of five languages', () => {
    expect(failing(({ preferred }) => languagesOf(preferred).join() === 'ar,de,en,es,fr')).toEqual([]);
  });

  test('gives no two concepts the same preferred label in one language', () => {
    const labels = [...concepts.values()].flatMap(({ preferred }) => preferred.map(labelKey));
    expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
  });

  test('has no repeated label on one concept and none with surrounding white space', () => {
    const repeats = ({ preferred, alternative }: Concept) => {
      const labels = [...preferred, ...alternative];
      const isTidy = labels.every(([text]) => text !== '' && text.trim() === text);
      return isTidy && new Set(labels.map(labelKey)).size === labels.length;
    };
    expect(failing(repeats)).toEqual([]);
  });

  test('defines every concept in English, and every one that has narrower ones in German too', () => {
    const parents = new Set([...concepts.values()].flatMap(({ broader }) => broader));
    expect(failing(({ defined }) => defined.filter((language) => language === 'en').length === 1)).toEqual(
      [],
    );
    expect(failing(({ defined }, uri) => !parents.has(uri) || defined.includes('de'))).toEqual([]);
  });

  test('refers only to existing concepts and schemes', () => {
    const isThere = ({ broader, related, schemes: named, topOf }: Concept) =>
      [...broader, ...related].every((uri) => concepts.has(uri)) &&
      [...named, ...topOf].every((uri) => schemes.has(uri)) &&
      named.length === 1;
    expect(failing(isThere)).toEqual([]);
  });

  test('has no cycles, and every concept has a top concept of its scheme as ancestor', () => {
    expect(failing((_, uri) => !ancestors(uri).has(uri))).toEqual([]);
    const leadsUp = ({ schemes: [scheme] }: Concept, uri: string) =>
      [uri, ...ancestors(uri)].some((each) => concepts.get(each)!.topOf.includes(scheme!));
    expect(failing(leadsUp)).toEqual([]);
  });

  test('has direct parents only, and concepts with two parents', () => {
    const nearest = ({ broader }: Concept) =>
      broader.every((uri) => !broader.some((other) => ancestors(other).has(uri)));
    expect(failing(nearest)).toEqual([]);
    const two = [...concepts].filter(([, { broader }]) => broader.length > 1).map(([uri]) => uri);
    expect(two.length).toBeGreaterThan(50);
    expect(two).toEqual(expect.arrayContaining([`${root}region/caucasus`, `${root}habitat/mangroves`]));
  });

  test('has each relation once, and none between a concept and its ancestors', () => {
    const pairs = [...concepts].flatMap(([uri, { related }]) =>
      related.map((other) => [uri, other].sort().join(' ')),
    );
    expect(new Set(pairs).size).toBe(pairs.length);
    const isAside = ({ related }: Concept, uri: string) =>
      related.every((other) => !ancestors(uri).has(other) && !ancestors(other).has(uri));
    expect(failing(isAside)).toEqual([]);
  });

  test('has synonyms and homonyms to distinguish', () => {
    expect(labelled('mountain lion')).toEqual(['puma']);
    expect(labelled('Berglöwe')).toEqual(['puma']);
    expect(labelled('elk').sort()).toEqual(['moose', 'wapiti']);
    expect(labelled('robin').sort()).toEqual(['american-robin', 'european-robin']);
  });
});

describe('the documents', () => {
  test('are at least 300, each with its own id, title and kind of animal', () => {
    expect(documents.length).toBeGreaterThanOrEqual(300);
    for (const member of ['id', 'title', 'description'] as const) {
      expect(new Set(documents.map((document) => document[member])).size, member).toBe(documents.length);
    }
    expect(wrong(({ id, subjects }) => subjects[0] === `${root}kind/${slug(id)}`)).toEqual([]);
  });

  test('use concepts that exist, each once: regions, habitats, ways of life and one status', () => {
    expect(wrong(({ subjects }) => subjects.every((uri) => concepts.has(uri)))).toEqual([]);
    expect(wrong(({ subjects }) => new Set(subjects).size === subjects.length)).toEqual([]);
    expect(wrong((document) => within(count(document, 'region'), [1, 6]))).toEqual([]);
    expect(wrong((document) => within(count(document, 'habitat'), [1, 5]))).toEqual([]);
    expect(wrong((document) => within(count(document, 'way-of-life'), [2, 9]))).toEqual([]);
    expect(wrong((document) => count(document, 'status') === 1)).toEqual([]);
  });

  test('have a kind that belongs to their type', () => {
    const isOfType = ({ type, subjects }: GuideDocument) =>
      ancestors(subjects[0]!).has(`${root}kind/${groupOfType[type]}`);
    expect(wrong(isOfType)).toEqual([]);
  });

  test('have masses, lengths and life spans that such animals have', () => {
    for (const member of ['mass', 'length', 'lifespan'] as const) {
      const isPlausible = (document: GuideDocument) =>
        within(document[member], plausible[document.type]![member]);
      expect(wrong(isPlausible), member).toEqual([]);
    }
    // Plausible densities in kg/m³; detects misplaced decimal points.
    expect(wrong(({ mass, length }) => within(mass / length ** 3, [0.05, 550]))).toEqual([]);
  });

  test('were described between 1735 and 2026', () => {
    expect(wrong(({ date }) => /^\d{4}$/.test(date) && within(Number(date), [1735, 2026]))).toEqual([]);
  });

  test('are in five languages, mostly English, one in six German', () => {
    const share = (language: string) =>
      documents.filter((document) => document.language === language).length / documents.length;
    expect(new Set(documents.map(({ language }) => language))).toEqual(
      new Set(['en', 'de', 'fr', 'es', 'ar']),
    );
    expect(share('en')).toBeGreaterThan(0.6);
    expect(within(share('de'), [0.12, 0.2])).toBe(true);
    expect(wrong(({ title, language }) => /\p{Script=Arabic}/u.test(title) === (language === 'ar'))).toEqual(
      [],
    );
  });

  test('link to an article in their language', () => {
    expect(wrong(({ link, language }) => isArticle(new URL(link), language))).toEqual([]);
  });

  test('are described in three to six sentences', () => {
    const sentences = ({ description, language }: GuideDocument) =>
      [...new Intl.Segmenter(language, { granularity: 'sentence' }).segment(description)].length;
    expect(wrong((document) => within(sentences(document), [3, 6]))).toEqual([]);
    expect(wrong(({ description }) => within(description.length, [350, 700]))).toEqual([]);
  });
});

/** Ranges in kilograms, metres and years, wider than the known extremes. */
const plausible: Record<string, Record<'mass' | 'length' | 'lifespan', [number, number]>> = {
  mammal: { mass: [0.0015, 180000], length: [0.03, 32], lifespan: [1, 211] },
  bird: { mass: [0.0015, 150], length: [0.05, 2.8], lifespan: [2, 80] },
  reptile: { mass: [0.0002, 1000], length: [0.02, 7], lifespan: [1, 190] },
  amphibian: { mass: [0.0001, 60], length: [0.007, 1.8], lifespan: [2, 100] },
  fish: { mass: [0.0001, 20000], length: [0.008, 18], lifespan: [0.5, 400] },
  insect: { mass: [1e-7, 0.1], length: [0.0005, 0.35], lifespan: [0.05, 30] },
  arachnid: { mass: [1e-7, 0.2], length: [0.0005, 0.25], lifespan: [0.3, 40] },
  crustacean: { mass: [1e-5, 20], length: [0.005, 0.7], lifespan: [0.5, 100] },
  mollusc: { mass: [0.0005, 500], length: [0.005, 13], lifespan: [0.5, 500] },
  worm: { mass: [0.0005, 0.5], length: [0.02, 3], lifespan: [0.5, 20] },
  jellyfish: { mass: [0.001, 200], length: [0.01, 2], lifespan: [0.2, 5] },
  coral: { mass: [0.01, 1000], length: [0.05, 5], lifespan: [5, 500] },
  echinoderm: { mass: [0.001, 6], length: [0.01, 1], lifespan: [1, 200] },
  myriapod: { mass: [0.0001, 0.2], length: [0.01, 0.4], lifespan: [1, 15] },
};

const groupOfType: Record<string, string> = {
  mammal: 'mammals',
  bird: 'birds',
  reptile: 'reptiles',
  amphibian: 'amphibians',
  fish: 'fish',
  insect: 'insects',
  arachnid: 'arachnids',
  crustacean: 'crustaceans',
  mollusc: 'molluscs',
  worm: 'worms',
  jellyfish: 'jellyfish',
  coral: 'corals',
  echinoderm: 'echinoderms',
  myriapod: 'myriapods',
};

/** Slugs of the concepts that break a rule. */
function failing(rule: (concept: Concept, uri: string) => boolean): string[] {
  return [...concepts].filter(([uri, concept]) => !rule(concept, uri)).map(([uri]) => slug(uri));
}

/** Slugs of the documents that break a rule. */
function wrong(rule: (document: GuideDocument) => boolean): string[] {
  return documents.filter((document) => !rule(document)).map(({ id }) => slug(id));
}

/** All broader concepts; includes the concept itself only if it is in a cycle. */
function ancestors(uri: string, found = new Set<string>()): Set<string> {
  for (const parent of concepts.get(uri)?.broader ?? []) {
    if (!found.has(parent)) ancestors(parent, found.add(parent));
  }
  return found;
}

function labelled(label: string): string[] {
  const has = ({ preferred, alternative }: Concept) =>
    [...preferred, ...alternative].some(([text]) => text === label);
  return [...concepts].filter(([, concept]) => has(concept)).map(([uri]) => slug(uri));
}

function isArticle({ protocol, hostname, pathname, search, hash }: URL, language: string): boolean {
  const isHere = protocol === 'https:' && hostname === `${language}.wikipedia.org`;
  return isHere && /^\/wiki\/[^/\s]+$/.test(pathname) && search === '' && hash === '';
}

const count = ({ subjects }: GuideDocument, group: string): number =>
  subjects.filter((uri) => uri.startsWith(`${root}${group}/`)).length;
const languagesOf = (labels: [string, string][]): string[] => labels.map(([, language]) => language).sort();
const labelKey = ([text, language]: [string, string]): string => `${text.toLowerCase()}@${language}`;
const slug = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);
const within = (value: number, [low, high]: [number, number]): boolean => value >= low && value <= high;
