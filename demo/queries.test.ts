/** Queries of visitors in five languages: recognized concepts, and a title among the first three results. */
import { expect, test } from 'vitest';
import { askedFieldGuide, root } from './field-guide.fixture.ts';

const ask = askedFieldGuide();

test.each<[input: string, concepts: string, title: string]>([
  // A label of one word: short words, and stop words of another language.
  ['elk', 'kind/moose kind/wapiti', 'Elch'],
  ['caribou', 'kind/reindeer', 'Reindeer'],
  ['wal', 'kind/cetaceans', 'Sperm whale'],
  ['ours', 'kind/bears', 'Brown bear'],
  ['mouse', 'kind/house-mouse', 'House mouse'],
  ['crane', 'kind/common-crane', 'Common crane'],
  ['piranha', 'kind/red-bellied-piranha', 'Red-bellied piranha'],
  ['Wildkatze', 'kind/european-wildcat', 'European wildcat'],
  // Alternative labels that differ only in inflection count once.
  ['grosskatzen', 'kind/big-cats', 'Snow leopard'],
  ['flamenco', 'kind/greater-flamingo', 'Greater flamingo'],
  ['ثعلب', 'kind/red-fox', 'Red fox'],
  ['loup', 'kind/grey-wolf', 'Grey wolf'],
  // An inflected form or another spelling of a label.
  ['whale', 'kind/cetaceans', 'Sperm whale'],
  ['vögel', 'kind/birds', "Guêpier d'Europe"],
  ['oiseau', 'kind/birds', "Guêpier d'Europe"],
  ['schildkröte', 'kind/turtles', "Tortue d'Hermann"],
  ['tiburon', 'kind/sharks', 'Greenland shark'],
  ['zorro', 'kind/foxes', 'Arctic fox'],
  ['renard', 'kind/foxes', 'Red fox'],
  ['serpiente', 'kind/snakes', 'King cobra'],
  ['araignees', 'kind/spiders', 'Wasserspinne'],
  ['elan', 'kind/moose', 'Elch'],
  ['orang utan', 'kind/bornean-orangutan', 'Bornean orangutan'],
  ['طيور', 'kind/birds', "Guêpier d'Europe"],
  // A label of several words.
  ['bird of prey', 'kind/birds-of-prey', 'Peregrine falcon'],
  ['big cat', 'kind/big-cats', 'Leopard'],
  ['polar bear', 'kind/polar-bear', 'Polar bear'],
  ['oso polar', 'kind/polar-bear', 'Polar bear'],
  ['ours polaire', 'kind/polar-bear', 'Polar bear'],
  ['coral reef', 'habitat/coral-reefs', 'Hawksbill sea turtle'],
  ['Panthera leo', 'kind/lion', 'Lion'],
  // Several concepts and stop words.
  ['die Wale', 'kind/cetaceans', 'Narwhal'],
  ['in the desert', 'habitat/deserts', 'Emu'],
  ['Raubtiere in Afrika', 'kind/carnivorans region/africa', 'Lion'],
  ['penguins of antarctica', 'kind/penguins region/antarctica', 'Emperor penguin'],
  ['shark attack', 'kind/sharks', 'Greenland shark'],
  // Behavior of an animal.
  ['nachtaktiv', 'way-of-life/nocturnal', 'Aye-aye'],
  ['nocturne', 'way-of-life/nocturnal', 'Aye-aye'],
  ['winterschlaf', 'way-of-life/hibernation', "Tortue d'Hermann"],
  ['echolocation', 'way-of-life/echolocation', 'Common bottlenose dolphin'],
  // Words that are part of labels.
  ['flightless', 'kind/flightless-birds', 'Kakapo'],
  ['flugunfähig', 'kind/flightless-birds', 'Kakapo'],
  ['incapable de voler', 'kind/flightless-birds', 'Dodo'],
  ['لا تطير', 'kind/flightless-birds', 'Great auk'],
  ['känguru', 'kind/kangaroos', 'Red kangaroo'],
])('%s', async (input, concepts, title) => {
  const { recognizedConcepts, documents } = await ask(input);
  expect(recognizedConcepts.map(({ uri }) => uri.slice(root.length)).join(' ')).toBe(concepts);
  expect(documents.map((each) => each.title)).toContain(title);
});

test('a word of many labels finds documents and recognizes no concept', async () => {
  const { recognizedConcepts, documents } = await ask('ballena');
  expect(recognizedConcepts).toEqual([]);
  expect(documents.map(({ title }) => title)).toContain('Humpback whale');
});

test('a word that no label contains recognizes no concept', async () => {
  expect((await ask('xyzzy')).recognizedConcepts).toEqual([]);
});
