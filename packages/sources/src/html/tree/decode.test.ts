import { describe, expect, it } from 'vitest';
import { decodeMarkup } from './decode.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const utf8 = (text: string) => new TextEncoder().encode(text);

describe('decoding', () => {
  it.each([
    ['the header', bytes('\xe4'), 'text/html; charset=iso-8859-1', 'ä'],
    ['the header, with quotes', bytes('\x82\xa0'), 'text/html; charset="Shift_JIS"', 'あ'],
    ['a byte order mark before the header', utf8('\ufeffä'), 'text/html; charset=latin1', 'ä'],
    ['a byte order mark of UTF-16', Uint8Array.of(0xff, 0xfe, 0xe4, 0), '', 'ä'],
    [
      'zeros of UTF-16',
      Uint8Array.of(0x3c, 0, 0x70, 0, 0x3e, 0, 0xe4, 0),
      'text/html; charset=utf-8',
      '<p>ä',
    ],
    ['a meta element', bytes('<meta charset=koi8-r>\xc1'), 'text/html', '<meta charset=koi8-r>а'],
    [
      'http-equiv',
      bytes('<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">\xe0'),
      '',
      '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">а',
    ],
    ['a meta element that cannot be right', utf8('<meta charset=utf-16>ä'), '', '<meta charset=utf-16>ä'],
    ['no comment', utf8('<!-- <meta charset=koi8-r> -->ä'), '', '<!-- <meta charset=koi8-r> -->ä'],
    [
      'no description',
      utf8('<meta name="description" content="charset=koi8-r">ä'),
      '',
      '<meta name="description" content="charset=koi8-r">ä',
    ],
    ['valid UTF-8 before another header', utf8('Größe'), 'text/html; charset=iso-8859-1', 'Größe'],
    [
      'valid UTF-8 before another declaration',
      utf8('<meta charset=windows-1252>Größe'),
      '',
      '<meta charset=windows-1252>Größe',
    ],
    ['no header of UTF-8 for Latin-1', bytes('Gr\xf6\xdfe'), 'text/html; charset=utf-8', 'Größe'],
    [
      'the declaration of the page if the header says UTF-8 for another encoding',
      bytes('<title>\xcf\xf0\xe8\xe2\xe5\xf2</title><meta charset=windows-1251>'),
      'text/html; charset=UTF-8',
      '<title>Привет</title><meta charset=windows-1251>',
    ],
    [
      'a header of UTF-8 with a wrong byte before the declaration of the page',
      bytes('<meta charset=windows-1251>Gr\xc3\xb6\xc3\x9fe\xff'),
      'text/html; charset=utf8',
      '<meta charset=windows-1251>Größe\ufffd',
    ],
    [
      'a declaration far from the beginning',
      bytes(`<!-- ${'x'.repeat(3000)} --><meta charset=windows-1251>\xcf\xf0`),
      'text/html',
      `<!-- ${'x'.repeat(3000)} --><meta charset=windows-1251>Пр`,
    ],
    [
      'a header of UTF-8 in spite of a single wrong byte',
      utf8('Größe, Maß').subarray(0, -1),
      '',
      'Größe, Ma\ufffd',
    ],
    ['escape sequences', bytes('\x1b$B$"\x1b(B'), 'text/html; charset=iso-2022-jp', 'あ'],
    ['nothing but valid UTF-8', utf8('ä'), '', 'ä'],
    ['nothing and invalid UTF-8', bytes('\xe4\x80'), '', 'ä€'],
    [
      'white space before an XML declaration',
      bytes('\n<?xml version="1.0" encoding="koi8-r"?>\xc1'),
      '',
      '<?xml version="1.0" encoding="koi8-r"?>а',
    ],
    ['an encoding without a decoder', bytes('\xe4'), 'text/html; charset=iso-2022-kr', 'ä'],
    [
      'a meta element for an encoding without a decoder',
      bytes('<meta charset=hz-gb-2312>\xe4'),
      '',
      '<meta charset=hz-gb-2312>ä',
    ],
    ['an unknown encoding', utf8('ä'), 'text/html; charset=nonsense', 'ä'],
  ])('uses %s', (_name, given, contentType, expected) => {
    expect(decodeMarkup(given, contentType)).toBe(expected);
  });
});
