/** What visitors of the Field guide type, in five languages: what is understood, and what must be among the first three. */
import { expect, test } from 'vitest';
import { askedFieldGuide, root } from './field-guide.fixture.ts';

const ask = askedFieldGuide();

test.each<[input: string, concepts: string, title: string]>([
  // One word that is a label: short ones, and stop words of another language.
  ['elk', 'kind/moose kind/wapiti', 'Elch'],
  ['caribou', 'kind/reindeer', 'Reindeer'],
  ['wal', 'kind/cetaceans', 'Narwhal'],
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
  // Another form of a label, or another spelling.
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
  // Several words that are one label.
  ['bird of prey', 'kind/birds-of-prey', 'Peregrine falcon'],
  ['big cat', 'kind/big-cats', 'Lion'],
  ['polar bear', 'kind/polar-bear', 'Polar bear'],
  ['oso polar', 'kind/polar-bear', 'Polar bear'],
  ['ours polaire', 'kind/polar-bear', 'Polar bear'],
  ['coral reef', 'habitat/coral-reefs', 'Hawksbill sea turtle'],
  ['Panthera leo', 'kind/lion', 'Lion'],
  // Several concepts and stop words.
  ['die Wale', 'kind/cetaceans', 'Narwhal'],
  ['in the desert', 'habitat/deserts', 'Greater roadrunner'],
  ['Raubtiere in Afrika', 'kind/carnivorans region/africa', 'Lion'],
  ['penguins of antarctica', 'kind/penguins region/antarctica', 'Emperor penguin'],
  ['shark attack', 'kind/sharks', 'Greenland shark'],
  // What an animal does.
  ['nachtaktiv', 'way-of-life/nocturnal', 'Aye-aye'],
  ['nocturne', 'way-of-life/nocturnal', 'Aye-aye'],
  ['winterschlaf', 'way-of-life/hibernation', "Tortue d'Hermann"],
  ['echolocation', 'way-of-life/echolocation', 'Common bottlenose dolphin'],
  // Words that are only a part of labels.
  ['flightless', 'kind/flightless-birds', 'Kakapo'],
  ['flugunfähig', 'kind/flightless-birds', 'Kakapo'],
  ['incapable de voler', 'kind/flightless-birds', 'Dodo'],
  ['لا تطير', 'kind/flightless-birds', 'Great auk'],
  ['känguru', 'kind/kangaroos', 'Red kangaroo'],
])('%s', async (input, concepts, title) => {
  const { understood, documents } = await ask(input);
  expect(understood.map(({ uri }) => uri.slice(root.length)).join(' ')).toBe(concepts);
  expect(documents.map((each) => each.title)).toContain(title);
});

test('words of many labels find the concepts with the shortest of them, and none is said to be meant', async () => {
  const { understood, documents } = await ask('ballena');
  expect(understood).toEqual([]);
  expect(documents.map(({ title }) => title)).toContain('Humpback whale');
});

test('nothing is understood of words that no label has', async () => {
  expect((await ask('xyzzy')).understood).toEqual([]);
});
