/** Letter folding: characters that different keyboards, fonts and customs use for the same letter. */
import letterVariants from './data/letter-variants.json' with { type: 'json' };

/** Tatweel, the dot of Catalan `ŀ`, apostrophes that are letters, and quotation marks within Hebrew and Cyrillic words. */
const dropped =
  /[\u00b7\u0640\u02b9-\u02bf\u05f3\u05f4]|(?<=[\p{scx=Hebr}\p{scx=Cyrl}])["'’](?=[\p{scx=Hebr}\p{scx=Cyrl}])/gu;
const foreignDigit = /[^\P{Nd}0-9]/gu;
/** The dot for a nasal in Devanagari (anusvara). */
const nasalDot = 'ं';
/** Devanagari nasals, each with the consonants of its class; before them, it is also written as a dot: हिन्दी and हिंदी. */
const nasals: Record<string, string> = { ङ: 'कखगघ', ञ: 'चछजझ', ण: 'टठडढ', न: 'तथदध', म: 'पफबभ' };
const nasalPatterns = Object.entries(nasals).map(([letter, next]) => `${letter}्(?=[${next}])`);
const nasalBeforeConsonant = new RegExp(nasalPatterns.join('|'), 'gu');

const katakana = /[ァ-ヶ]/g;
/** The sound of v in foreign words, after NFKD, each with the sound of b that most texts have: ヴァイオリン and バイオリン. */
const soundsOfV = /う\u3099([ぁぃぇぉ]?)/g;
const soundsOfB: Record<string, string> = { ぁ: 'は', ぃ: 'ひ', ぇ: 'へ', ぉ: 'ほ' };

/** Made on first use: this takes 5 ms, and most commands fold no letter. */
let folding: ReturnType<typeof createFolding> | undefined;

function createFolding() {
  // Letters of the index by the letters that stand for them (after NFKD, without marks).
  const letters = new Map<string, string>();
  for (const group of Object.values<Record<string, string>>(letterVariants.letters))
    for (const [letter, variants] of Object.entries(group))
      for (const variant of variants) letters.set(variant, letter);
  // Traditional and old characters, each with the simplified one: 圖 and 図 as 图, 齋 and 斎 as 斋.
  for (const [variant, letter] of letterVariants.han.join(' ').split(' ')) letters.set(variant!, letter!);
  const anyVariant = new RegExp(`[${[...letters.keys()].join('')}]`, 'gu');
  // Finds what one of the replacements changes: most words contain nothing, and one search is faster than six.
  const patterns = [katakana, soundsOfV, nasalBeforeConsonant, dropped, foreignDigit, anyVariant];
  return { letters, anyVariant, foldable: new RegExp(patterns.map(({ source }) => source).join('|'), 'u') };
}

/** Takes a text in NFKD without marks, in lower case. */
export function foldLetters(text: string): string {
  folding ??= createFolding();
  if (!folding.foldable.test(text)) return text;
  const { letters } = folding;
  return text
    .replace(katakana, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60))
    .replace(soundsOfV, (_, vowel: string) => `${soundsOfB[vowel] ?? 'ふ'}\u3099`)
    .replace(nasalBeforeConsonant, nasalDot)
    .replace(dropped, '')
    .replace(foreignDigit, digitOf)
    .replace(folding.anyVariant, (variant) => letters.get(variant)!);
}

/** A normalized prefix, and the beginnings of words whose next letter makes its last nasal a dot: `हिन` and `हिंद`. */
export function beginningsOf(prefix: string): string[] {
  const [, head = '', letter = ''] = /^(.+)([ङञणनम])्?$/su.exec(prefix) ?? [];
  return [prefix, ...Array.from(nasals[letter] ?? '', (next) => `${head}${nasalDot}${next}`)];
}

/** The ASCII digit of a decimal digit. Unicode has the digits of each script in ascending order, from zero to nine. */
export function digitOf(digit: string): string {
  const code = digit.codePointAt(0)!;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return `${value}`;
}
