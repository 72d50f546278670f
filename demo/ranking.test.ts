/**
 * Ranking for visitors of the Field guide, judged by hand.
 *
 * The first three documents must be among those that a person would choose, identified by their concepts.
 */
import { beforeAll, expect, test } from 'vitest';
import { askedFieldGuide, readDocuments, readThesaurus, root } from './field-guide.fixture.ts';

const ask = askedFieldGuide();
/** By document: its ID, the concepts that it is tagged with, and all broader ones. */
const about = new Map<string, Set<string>>();

beforeAll(async () => {
  const { concepts } = await readThesaurus();
  for (const { id, subjects } of await readDocuments()) {
    const all = new Set([id, ...subjects]);
    for (const concept of all) for (const broader of concepts.get(concept)?.broader ?? []) all.add(broader);
    about.set(id, all);
  }
});

/** `right` lists names of concepts that must all apply; `or` separates alternatives. */
function isAbout(id: string, right: string): boolean {
  return right
    .split(' or ')
    .some((names) => names.split(' ').every((name) => about.get(id)!.has(root + name)));
}

const inTheSea = 'habitat/seas or habitat/coasts or region/oceans';

test.each<[language: string, input: string, right: string]>([
  ['en', 'sea animals', inTheSea],
  ['en', 'sea birds', 'kind/seabirds'],
  ['en', 'sea bird', 'kind/seabirds'],
  ['fr', 'singe', 'kind/primates'],
  ['fr', 'singes', 'kind/primates'],
  ['es', 'monos', 'kind/primates'],
  ['de', 'Affen', 'kind/primates'],
  ['de', 'giftige Schlangen', 'kind/venomous-snakes'],
  ['de', 'Giftfrosch', 'kind/poison-dart-frogs'],
  ['de', 'Frosch', 'kind/frogs-and-toads'],
  ['de', 'Walfisch', 'kind/cetaceans'],
  ['de', 'Hummel', 'kind/bumblebees'],
  ['de', 'Muschel', 'kind/bivalves'],
  ['en', 'common birds', 'kind/birds'],
  // Adjectives of places.
  ['de', 'afrikanische Tiere', 'region/africa'],
  ['de', 'südamerikanische Affen', 'kind/primates region/south-america'],
  ['de', 'australische Säugetiere', 'kind/mammals region/australia'],
  ['en', 'african monkey', 'kind/primates region/africa'],
  ['en', 'european birds', 'kind/birds region/europe'],
  ['fr', 'singes africains', 'kind/primates region/africa'],
  ['es', 'aves europeas', 'kind/birds region/europe'],
  ['ar', 'طيور أوروبية', 'kind/birds region/europe'],
  ['en', 'african animals', 'region/africa'],
  ['fr', 'animaux africains', 'region/africa'],
  ['es', 'animales africanos', 'region/africa'],
  ['en', 'african birds', 'kind/birds region/africa'],
  ['en', 'north american birds', 'kind/birds region/north-america'],
  ['de', 'nordamerikanische Vögel', 'kind/birds region/north-america'],
  ['en', 'poisonous animals', 'way-of-life/poison'],
  // Words with another meaning in another language, and compounds in two words.
  ['en', 'do bats see', 'kind/bats'],
  ['en', 'star fish', 'kind/starfish'],
  ['en', 'sea horse', 'kind/pipefishes-and-seahorses'],
  ['en', 'sea horses', 'kind/pipefishes-and-seahorses'],
  ['en', 'ant eater', 'kind/anteaters'],
  ['en', 'endangered mammals', 'kind/mammals status/endangered'],
  ['en', 'animals that use tools', 'way-of-life/tool-use'],
  ['en', 'flightless bird new zealand', 'kind/flightless-birds region/new-zealand'],
  ['en', 'freshwater fish europe', 'kind/freshwater-fish region/europe'],
  ['en', 'poisonous fish', 'kind/venomous-fish'],
  ['en', 'insects that sting', 'kind/insects way-of-life/venom'],
  ['de', 'Vögel in der Stadt', 'kind/birds habitat/cities'],
  ['de', 'Insekten im Garten', 'kind/insects habitat/gardens'],
  ['de', 'Suesswasserfisch', 'kind/freshwater-fish'],
  ['es', 'ranas venenosas', 'kind/poison-dart-frogs'],
  ['en', 'himalayan animals', 'region/himalaya'],
  ['en', 'lions and tigers', 'species/lion or species/tiger'],
  ['de', 'Meeressaeuger', 'kind/marine-mammals'],
  ['fr', 'mammifères marins', 'kind/marine-mammals'],
  ['es', 'serpientes venenosas', 'kind/venomous-snakes'],
  ['ar', 'ثعابين سامة', 'kind/venomous-snakes'],
  ['en', 'bat', 'kind/bats'],
  ['en', 'bats', 'kind/bats'],
  ['de', 'Giftschlangen Australien', 'species/inland-taipan'],
  ['en', 'venomous snakes in australia', 'species/inland-taipan'],
  ['en', 'extinct birds', 'kind/birds status/extinct'],
  ['en', 'nocturnal birds', 'kind/birds way-of-life/nocturnal'],
  ['de', 'Zugvögel', 'kind/birds way-of-life/migration'],
  ['de', 'Waldtiere', 'habitat/forests'],
  ['de', 'Wüstentiere', 'habitat/deserts'],
  ['en', 'toad', 'kind/toads'],
  ['en', 'snail', 'kind/gastropods'],
  ['en', 'seal', 'kind/seals'],
  ['en', 'butterfly', 'kind/butterflies'],
  ['de', 'kleinster Vogel', 'kind/birds'],
  ['en', 'insects that live in colonies', 'kind/insects way-of-life/colonies'],
  ['en', 'wolves', 'species/grey-wolf'],
  ['fr', 'chauve-souris', 'kind/bats'],
  ['ar', 'الثدييات', 'kind/mammals'],
  ['ar', 'الحيتان', 'kind/cetaceans'],
  ['en', 'killer whale', 'species/orca'],
  ['en', 'whale shark', 'species/whale-shark'],
  ['en', 'cat', 'species/domestic-cat'],
  ['en', 'dog', 'species/domestic-dog'],
  ['en', 'horse', 'species/domestic-horse'],
  ['en', 'hibernation', 'way-of-life/hibernation'],
  ['en', 'poisonous frogs of the rainforest', 'kind/poison-dart-frogs'],
  ['en', 'sea turtle', 'kind/sea-turtles'],
  ['en', 'birds that cannot fly', 'kind/flightless-birds'],
  ['en', 'pollinators', 'kind/pollinators or way-of-life/pollination'],
  ['en', 'turtles laying eggs on beaches', 'kind/turtles'],
  ['en', 'camouflage', 'way-of-life/camouflage'],
  ['en', 'scavenger', 'way-of-life/scavengers'],
  ['en', 'owl', 'kind/owls'],
  ['en', 'what do owls eat', 'kind/owls'],
  ['en', 'brown bear', 'species/brown-bear'],
  ['en', 'elephants', 'species/asian-elephant or species/african-bush-elephant'],
  ['en', 'shark', 'kind/sharks'],
  ['de', 'Maul des Katzenhais', 'species/small-spotted-catshark'],
  ['en', 'spider', 'kind/spiders'],
  ['en', 'ant', 'kind/ants'],
  ['en', 'bats that drink blood', 'species/common-vampire-bat'],
  ['en', 'tool-using bird', 'kind/birds way-of-life/tool-use'],
  ['en', 'deep sea fish', 'habitat/deep-sea'],
  ['en', 'predators of the arctic', 'region/arctic'],
  ['en', 'mimicry', 'way-of-life/mimicry'],
  ['de', 'die Wale', 'kind/cetaceans'],
  ['de', 'Wale', 'kind/cetaceans'],
  ['de', 'Fledermaus', 'kind/bats'],
  ['de', 'Schildkröten', 'kind/turtles'],
  ['de', 'Spinnen', 'kind/spiders'],
  ['de', 'Käfer', 'kind/beetles'],
  ['de', 'Raubkatzen', 'kind/big-cats'],
  ['de', 'Tiefsee', 'habitat/deep-sea'],
  ['de', 'Nachtaktive Säugetiere', 'kind/mammals way-of-life/nocturnal'],
  ['de', 'welche Tiere leben in der Wüste', 'habitat/deserts'],
  ['de', 'Wüste', 'habitat/deserts'],
  ['de', 'ausgestorbene Tiere', 'status/extinct'],
  ['de', 'was fressen Igel', 'species/european-hedgehog'],
  ['de', 'Pinguine Antarktis', 'kind/penguins region/antarctica'],
  ['de', 'Tiere im Garten', 'habitat/gardens'],
  ['de', 'Vogel', 'kind/birds'],
  ['de', 'Hirsch', 'kind/deer'],
  ['fr', "l'ours brun", 'species/brown-bear'],
  ['fr', 'requins', 'kind/sharks'],
  ['fr', 'oiseaux migrateurs', 'kind/birds way-of-life/migration'],
  ['fr', 'espèces éteintes', 'status/extinct'],
  ['fr', 'abeilles', 'kind/bees'],
  ['fr', 'grenouille', 'kind/frogs-and-toads'],
  ['es', 'dónde viven los osos', 'kind/bears'],
  ['es', 'tortugas marinas', 'kind/sea-turtles'],
  ['es', 'murciélagos', 'kind/bats'],
  ['es', 'aves rapaces', 'kind/birds-of-prey'],
  ['es', 'ballenas', 'kind/cetaceans'],
  ['es', 'aves que no vuelan', 'kind/flightless-birds'],
  ['ar', 'طيور', 'kind/birds'],
  ['ar', 'الأسد', 'species/lion'],
  ['en', 'tiburones', 'kind/sharks'],
  ['en', 'die Wale', 'kind/cetaceans'],
  ['de', 'whales', 'kind/cetaceans'],
  ['en', 'Schildkröte', 'kind/turtles'],
  ['en', 'oiseau', 'kind/birds'],
  ['en', 'Füchse', 'kind/foxes'],
  ['', 'bird', 'kind/birds'],
  ['', 'wolf', 'species/grey-wolf'],
  ['', 'mouse', 'species/house-mouse'],
  ['', 'bear -polar', 'species/brown-bear or species/giant-panda'],
  ['', '"polar bear"', 'species/polar-bear'],
  ['', 'robin', 'species/american-robin or species/european-robin'],
  ['', 'vögel', 'kind/birds'],
  ['', 'oiseau', 'kind/birds'],
])('%s: %s', async (language, input, right) => {
  const count = Math.min(3, [...about.keys()].filter((id) => isAbout(id, right)).length);
  expect(count).toBeGreaterThan(0);
  const { documents } = await ask(input, language, count);
  expect(documents).toHaveLength(count);
  expect(documents.filter(({ id }) => !isAbout(id, right)).map(({ title }) => title)).toEqual([]);
});

test('finds the animals of a continent in each language', async () => {
  const asked = [
    ['de', 'afrikanische Tiere'],
    ['en', 'african animals'],
    ['fr', 'animaux africains'],
    ['es', 'animales africanos'],
  ] as const;
  for (const [language, input] of asked) {
    const found = (await ask(input, language, 100)).documents.map(({ id }) => id);
    const species = [...about.keys()].filter((id) => isAbout(id, 'region/africa'));
    expect(species.filter((id) => !found.includes(id))).toEqual([]);
  }
});

/** A generic word such as "animals" does not change the ranking, in a sentence or with an adjective. */
test.each<[language: string, input: string, right: string]>([
  ['en', 'Australian animals', 'region/australia'],
  ['en', 'animals in Australia', 'region/australia'],
  ['de', 'Tiere in Australien', 'region/australia'],
  ['fr', "animaux d'Australie", 'region/australia'],
  ['es', 'animales de Australia', 'region/australia'],
  ['en', 'desert animals', 'habitat/deserts'],
  ['en', 'animals that live in the desert', 'habitat/deserts'],
  ['en', 'venomous animals', 'way-of-life/venom'],
  ['en', 'nocturnal animals', 'way-of-life/nocturnal'],
  ['de', 'Tiere des Waldes', 'habitat/forests'],
])('%s: %s are all that are of it', async (language, input, right) => {
  const of = [...about.keys()].filter((id) => isAbout(id, right));
  const { documents } = await ask(input, language, about.size);
  expect(of.length).toBeGreaterThan(20);
  expect(documents.map(({ id }) => id)).toEqual(expect.arrayContaining(of));
});
