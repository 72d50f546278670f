import { describe, expect, it } from 'vitest';
import { analyzerFor } from '../analysis/analyzers.ts';
import { parseQuery } from '../parser.ts';
import { stopWordsIn } from './stop-words.ts';

function stopWords(input: string, language = 'en'): string[] {
  const stops = stopWordsIn(parseQuery(input), [], analyzerFor(language));
  return [...stops].map(({ words: [word] }) => word!.text);
}

describe('stop words', () => {
  it.each([
    ['a fox within the woods without snow', ['a', 'within', 'the', 'without']],
    ['also foxes', ['also']],
    // Words of a label or title need not be separated by content words.
    ['the who', []],
  ])('of %s', (input, expected) => {
    expect(stopWords(input)).toEqual(expected);
  });

  it.each([
    ['de', 'Füchse innerhalb der Stadt', ['innerhalb', 'der']],
    ['fr', 'renards et aussi hiboux', ['et', 'aussi']],
    ['fr', 'où puis-je voir des renards', ['où', 'puis', 'je', 'des']],
    // The library also lists a summer, and the words of job boards and first aid.
    ['fr', 'horaires été piscine', []],
    ['fr', 'vous êtes étudiant', ['vous', 'êtes']],
    ['es', 'bolsa de empleo y trabajo', ['de', 'y']],
    ['es', 'primeros auxilios en el centro de día', ['en', 'el', 'de']],
    ['it', 'volpi senza neve', ['senza']],
    ['it', 'cosa possono fare le volpi', ['cosa', 'possono', 'fare', 'le']],
    ['nl', 'vossen binnen zonder', ['binnen', 'zonder']],
    ['nl', 'mag ik vossen voeren', ['mag', 'ik']],
    ['pt', 'sobre raposas', ['sobre']],
    ['pt', 'quais raposas pode ver', ['quais', 'pode']],
    ['ru', 'также лисы', ['также']],
    ['pl', 'jak można karmić lisa zimą', ['jak', 'można']],
    // `mają` is `they have`, and `maja` of May.
    ['pl', 'święto 3 maja', []],
    ['pl', 'lisy mają młode', ['mają']],
    ['cs', 'proč se bojí liška', ['proč', 'se']],
    // `být` is `to be`, and `byt` a flat.
    ['cs', 'byt pro lišky', ['pro']],
    [
      'ja',
      'キツネを見るにはどうすればいいですか',
      ['を', 'に', 'は', 'どう', 'す', 'れ', 'ば', 'いい', 'です', 'か'],
    ],
    // `får` is also the sheep, and `far` the father.
    ['sv', 'får jag mata får', ['jag']],
    ['sv', 'far måste mata räven', ['måste']],
  ])('in %s: %s', (language, input, expected) => {
    expect(stopWords(input, language)).toEqual(expected);
  });

  it.each([
    [
      'en',
      'please give a list of articles that use red foxes',
      ['a', 'of', 'that', 'please', 'give', 'list'],
    ],
    ['de', 'bitte finde Artikel über Füchse und Eulen', ['über', 'und', 'bitte', 'finde']],
    ['fr', 'je cherche des articles sur les renards et hiboux', ['je', 'des', 'sur', 'les', 'et', 'cherche']],
    ['es', 'busco artículos sobre zorros y búhos', ['sobre', 'y', 'busco']],
    ['en', 'please find foxes', ['please', 'find']],
    ['en', 'show me articles on foxes', ['show', 'me', 'on']],
    ['de', 'bitte zeige mir Artikel über Füchse', ['bitte', 'zeige', 'mir', 'über']],
    ['fr', 'je cherche des articles sur les renards', ['je', 'cherche', 'des', 'sur', 'les']],
    [
      'en',
      'what is the difference between otters and weasels',
      ['what', 'is', 'the', 'difference', 'between', 'and'],
    ],
    [
      'de',
      'was ist der Unterschied zwischen Fuchs und Wolf',
      ['was', 'ist', 'der', 'Unterschied', 'zwischen', 'und'],
    ],
    ['zh', '请给我查找关于狐狸的文章', ['请', '给', '我', '查找', '关于', '的']],
  ])('of a request in %s include the words of the request', (language, input, expected) => {
    expect(stopWords(input, language).toSorted()).toEqual(expected.toSorted());
  });

  it('a few words are not a request', () => {
    expect(stopWords('land use')).toEqual([]);
    expect(stopWords('use of land')).toEqual(['of']);
    expect(stopWords('list of used cars')).toEqual(['of']);
    expect(stopWords('please find used cars')).toEqual(['please', 'find']);
    expect(stopWords('find me a list of')).toEqual(['me', 'a', 'of']);
  });

  it('a request word that is a label is one, too, but not a word of a longer label', () => {
    const input = 'please give a list of sorting methods';
    const label = (text: string) => {
      const begin = input.indexOf(text);
      return { begin, end: begin + text.length, words: text.split(' ').length, senses: [], isNested: false };
    };
    const textsOf = (text: string) =>
      [...stopWordsIn(parseQuery(input), [label(text)], analyzerFor('en'))].map(
        ({ words }) => words[0]!.text,
      );
    expect(textsOf('list')).toContain('list');
    expect(textsOf('list of sorting')).not.toContain('list');
  });

  it('quoted words are not stop words', () => {
    expect(stopWords('the sea and "the" fox')).toEqual(['the', 'and']);
  });
});

describe('English stems', () => {
  it('one is not an inflection of on', () => {
    const { stem } = analyzerFor('en');
    expect([stem('one'), stem('ones'), stem('on')]).toEqual(['one', 'one', 'on']);
  });
});
