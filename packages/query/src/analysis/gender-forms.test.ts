import { expect, test } from 'vitest';
import { normalize } from './normalizer.ts';
import { tokenize } from './tokenizer.ts';
import { subwords } from './word-shapes.ts';

const words = (text: string) => tokenize(text).flatMap(({ text }) => [normalize(text), ...subwords(text)]);

test.each([
  ['Bürger*innen', 'burgerinnen', 'Bürger'],
  ['Bürger:innen', 'burgerinnen', 'Bürger'],
  ['Bürger_innen', 'burgerinnen', 'Bürger'],
  ['Bürger·innen', 'burgerinnen', 'Bürger'],
  ['Bürger/innen', 'burgerinnen', 'Bürger'],
  ['Bürger/-innen', 'burgerinnen', 'Bürger'],
  ['BürgerInnen', 'burgerinnen', 'Bürger'],
  ['Kund:innen', 'kundinnen', 'Kund'],
  ['Lehrer*in', 'lehrerin', 'Lehrer'],
  ['lehrer/-in', 'lehrerin', 'lehrer'],
  ['Bürger/\u2011innen', 'burgerinnen', 'Bürger'],
  ['BÜRGER*INNEN', 'burgerinnen', 'BÜRGER'],
  ['BÜRGER:INNEN', 'burgerinnen', 'BÜRGER'],
  ['InhaberIn', 'inhaberin', 'Inhaber'],
  ['StudentIn', 'studentin', 'Student'],
  ['Schüler:innenvertretung', 'schulerinnenvertretung', 'Schülervertretung'],
])('%s is one word with two meanings', (text, feminine, masculine) => {
  expect(words(text)).toEqual([feminine, masculine]);
});

test.each([
  ['außen/innen', ['aussen', 'innen']],
  ['foto_innen.jpg', ['foto', 'innen', 'jpg']],
  ['example.org/innenstadt', ['example', 'org', 'innenstadt']],
  ['built_in', ['built', 'in']],
  ['log:in', ['log', 'in']],
  ['LinkedIn', ['linkedin']],
  ['CheckIn', ['checkin']],
  ['USA:innen', ['usa', 'innen']],
  ['2*innen', ['2', 'innen']],
  ['Bürger *innen*', ['burger', 'innen']],
])('%s is no gender form', (text, separate) => {
  expect(words(text)).toEqual(separate);
});
