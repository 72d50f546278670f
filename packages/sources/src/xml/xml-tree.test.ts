import { describe, expect, it } from 'vitest';
import { decodeMarkup } from '../html/tree/decode.ts';
import { parseXml, textOf, type XmlElement } from './xml-tree.ts';

function read(xml: string) {
  const records: string[] = [];
  const onRecord = (record: XmlElement) => void records.push(textOf(record).trim());
  const { root, isComplete } = parseXml(xml, { roots: ['urlset'], records: ['url'], onRecord });
  return { root: root?.name, records, isComplete };
}
const set = (...urls: string[]) => `<urlset>\n${urls.join('\n')}\n</urlset>`;
const url = (loc: string) => `<url><loc>${loc}</loc></url>`;

describe('an XML file', () => {
  it('has records and a root', () => {
    const xml = `\ufeff<?xml version="1.0"?><!DOCTYPE urlset><!-- &nbsp; & -->${set(url('a&amp;b&#233;'), url('<![CDATA[a & <b>]]>'))}`;
    expect(read(xml)).toEqual({
      root: 'urlset',
      records: ['a&bé', 'a & <b>'],
      isComplete: true,
    });
  });

  it.each([
    ['a bare &', url('?a=1&b=2'), '?a=1&b=2'],
    ['a name without semicolon', url('?a=1&copy=2'), '?a=1&copy=2'],
    ['an entity of HTML', url('caf&eacute;&nbsp;1'), 'café\u00a01'],
    ['an unknown entity', url('&bogus;'), '&bogus;'],
    ['a reference to a control character', url('a&#x3;b'), 'ab'],
    ['a control character', url('a\u0003b\u0000c'), 'abc'],
    ['an attribute that occurs twice', `<url a="1" a="2">x</url>`, 'x'],
    ['an element that is not closed', '<url><loc>x</url>', 'x'],
    ['an end tag of nothing', '<url>x</b></url>', 'x'],
    ['< before a space', url('a < b'), 'a < b'],
    ['a prefix without a declaration', '<url><x:loc>x</x:loc></url>', 'x'],
    ['an attribute without quotation marks', '<url a=1>x</url>', 'x'],
    ['a nested CDATA section', url('<![CDATA[a<![CDATA[b]]>]]>'), 'a<![CDATA[b]]>'],
  ])('with %s is repaired', (_fault, record, text) => {
    const result = read(set(url('first'), record, url('last')));
    expect(result.records).toEqual(['first', text, 'last']);
    expect(result.isComplete).toBe(true);
  });

  it('whose record is not closed keeps the record and the next one', () => {
    const { records } = read(set('<url><loc>a</loc>', url('b'), '<url><loc>c', url('d')));
    expect(records).toEqual(['a', 'b', 'c', 'd']);
    const many = read(set(...Array.from({ length: 1000 }, (_, i) => `<url><loc>${i}</loc>`)));
    expect(many.records).toHaveLength(1000);
    expect(many.isComplete).toBe(true);
  });

  it('that is cut off loses the last record, and is not complete', () => {
    const whole = set(url('a'), url('b'), url('c'));
    const { records, isComplete } = read(whole.slice(0, whole.indexOf('c</loc>')));
    expect(records).toEqual(['a', 'b']);
    expect(isComplete).toBe(false);
  });

  it('may have a text before the declaration, and a script after its end', () => {
    const warning = '<br />\n<b>Warning</b>: Undefined index in a.php\n<?xml version="1.0"?>';
    const { root, records } = read(`${warning}${set(url('a'))}<script>track()</script>`);
    expect(root).toBe('urlset');
    expect(records).toEqual(['a']);
  });

  it('has the records after many that are not closed', () => {
    const { root, records } = read(`<urlset>${'<url>a'.repeat(2000)}</urlset><urlset/>`);
    expect(root).toBe('urlset');
    expect(records).toHaveLength(2000);
  });

  it('that is hostile is read in time, and its entities are not expanded', () => {
    const laughs = `<!DOCTYPE x [<!ENTITY a "${'b'.repeat(1000)}"><!ENTITY c "&a;&a;&a;&a;">]>${set(url('&c;'))}`;
    expect(read(laughs).records).toEqual(['&c;']);
    const length = 1_000_000;
    for (const piece of [
      '</a>',
      '<![CDATA[',
      '<a><![CDATA[',
      '&',
      '<',
      '<a b="',
      ']]>',
      '<a>',
      '<url>',
      '<url><a>',
    ]) {
      const started = performance.now();
      parseXml(piece.repeat(length / piece.length), {
        roots: [],
        records: ['url'],
        onRecord: () => undefined,
      });
      expect(performance.now() - started, piece).toBeLessThan(5000);
    }
  });
});

describe('the encoding of an XML file', () => {
  const utf8 = (text: string) => new TextEncoder().encode(text);
  const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
  const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'));

  it.each([
    ['is declared', latin1('<?xml version="1.0" encoding="windows-1252"?><a>\xe9</a>'), '', 'é'],
    [
      'is declared as ISO-8859-1, but is UTF-8',
      utf8('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>'),
      '',
      'é',
    ],
    [
      'is declared as UTF-8, but is Latin-1',
      latin1('<?xml version="1.0" encoding="utf-8"?><a>\xe9</a>'),
      '',
      'é',
    ],
    ['is declared as UTF-16, but is UTF-8', utf8('<?xml version="1.0" encoding="UTF-16"?><a>é</a>'), '', 'é'],
    ['is in the header', Uint8Array.of(0x3c, 0x61, 0x3e, 0xe9), 'text/xml; charset=windows-1251', 'й'],
    ['is UTF-16 with a byte order mark', utf16('\ufeff<a>é</a>'), 'text/xml', 'é'],
    ['is UTF-16 without a byte order mark', utf16('<?xml version="1.0"?><a>é</a>'), 'text/xml', 'é'],
    ['is UTF-8 that was cut within a character', utf8('<a>éé').subarray(0, -1), '', 'é'],
    ['is not declared', utf8('<a>é</a>'), 'application/xml', 'é'],
  ])('%s', (_name, bytes, contentType, expected) => {
    const text = decodeMarkup(bytes, contentType);
    expect(text).toContain(`<a>${expected}`);
    expect(text).not.toContain('Ã');
  });
});
