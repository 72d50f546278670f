import { expect, test } from 'vitest';
import { areInflections } from './inflection.ts';

const pairsOf = (text: string) => text.split(', ').map((pair) => pair.split(' ') as [string, string]);

test.each([
  [
    'en',
    'policy policies, city cities, bird birds, box boxes, house houses, spring springs, business businesses',
  ],
  [
    'en',
    'trade trading, import importing, police policing, plan planned, study studied, wolf wolves, crisis crises',
  ],
  ['en', 'child children, virus viruses, movie movies, agree agreed, sell selling'],
  [
    'en',
    'orange oranges, hope hoping, house housing, like liked, lie lying, hero heroes, census censuses, tie ties',
  ],
  [
    'de',
    'Tag Tages, Tage Tagen, Haus Häuser, Hauses Häusern, Frau Frauen, Staat Staaten, Auto Autos, Land Ländern',
  ],
  [
    'de',
    'Museum Museen, Studium Studien, Studie Studien, Lehrer Lehrern, Lehre Lehren, Lehrerin Lehrerinnen',
  ],
  [
    'de',
    'Zins Zinsen, Kurs Kurse, Käfer Kaefern, Vogel Vögel, Markt Maerkte, Ergebnis Ergebnisse, Firma Firmen',
  ],
  ['de', 'giftig giftiger, arktische arktischer, tropisches tropischem, essbar essbare, lebhaft lebhafter'],
  ['de', 'Insel Inseln, Regel Regeln, Vogel Vögeln, Artikel Artikeln, Hummel Hummeln, Mittel Mitteln'],
  ['de', 'Kind Kinder, Organismus Organismen, Wald Wälder, Hund Hunde, Thema Themas'],
])('%s: recognizes inflections: %s', (code, pairs) => {
  const requested = pairsOf(pairs);
  expect(
    requested.filter(([one, many]) => !areInflections(one, many, code) || !areInflections(many, one, code)),
  ).toEqual([]);
});

test.each([
  ['en', 'university universalism, social socialism, public publication, industry industrialization'],
  [
    'en',
    'organ organization, organic organization, experience experiment, customs customers, intern international',
  ],
  ['en', 'importance import, design designers, author authority, animation animals, expensive expenditure'],
  [
    'en',
    'orang orange, orangs oranges, human humane, moral morale, urban urbane, local locale, rational rationale',
  ],
  [
    'en',
    'past paste, pasts pastes, envelop envelope, breath breathe, univers universe, plan plane, tub tubes',
  ],
  ['en', 'pensions pensioners, economical economics, communal communism, policy police, ethical ethics'],
  [
    'de',
    'Gesellschaften Gesellschafter, Gewerkschaft Gewerkschafter, Botschaften Botschafter, Wirtschaft Wirtschafter',
  ],
  ['de', 'Gläubiger gläubige, Prediger predige, Gläubiger gläubig, Lediger ledig'],
  [
    'de',
    'Fisch Fischer, Bau Bauern, Lehre Lehrer, Lehren Lehrer, Studie Studium, Kauf Käufer, Wahl Wähler, Arbeit Arbeiter',
  ],
])('%s: distinguishes derived words: %s', (code, pairs) => {
  expect(pairsOf(pairs).filter(([one, other]) => areInflections(one, other, code))).toEqual([]);
});

test('accepts words with the same stem in other languages', () => {
  expect(areInflections('oiseau', 'oiseaux', 'fr')).toBe(true);
});
