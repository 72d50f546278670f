/** Character folding: letters and digits that writers and keyboards use for each other. */

/** Letters after NFKD and without marks, by the letter that stands for them in the index. */
const equalLetters: Record<string, string> = {
  // Arabic: Persian, Urdu, Kurdish and Pashto forms; teh marbuta, which is often written as heh.
  ي: 'یىۍېێ',
  ك: 'کڪګ',
  ه: 'ةہەۃ',
  ا: 'ٱٲٳ',
  // Turkish and Azerbaijani without their keyboard; the final sigma.
  i: 'ı',
  σ: 'ς',
};

const letters = new Map(
  Object.entries(equalLetters).flatMap(([letter, others]) => [...others].map((other) => [other, letter])),
);

/** Tatweel, apostrophes that are letters, and those between letters in Hebrew and Cyrillic script. */
const dropped =
  /[\u0640\u02b9-\u02bf\u05f3\u05f4]|(?<=[\p{scx=Hebr}\p{scx=Cyrl}])["'’](?=[\p{scx=Hebr}\p{scx=Cyrl}])/u;
const foreignDigit = /(?![0-9])\p{Nd}/u;
const folded = new RegExp(`${dropped.source}|${foreignDigit.source}|[${[...letters.keys()].join('')}]`, 'gu');

let digits: Map<string, string> | undefined;

/** Takes a text in NFKD without marks, in lower case. */
export function foldCharacters(text: string): string {
  return text.replace(folded, (character) => letters.get(character) ?? digitOf(character));
}

/** The ASCII digit; empty for another character. */
function digitOf(character: string): string {
  digits ??= digitsOfScripts();
  return digits.get(character) ?? '';
}

/** Unicode assigns the decimal digits of a script in ascending order, from zero to nine. */
function digitsOfScripts(): Map<string, string> {
  const found: string[] = [];
  for (let point = 0x80; point < 0x20000; point++) {
    const character = String.fromCodePoint(point);
    if (foreignDigit.test(character)) found.push(character);
  }
  return new Map(found.map((character, i) => [character, String(i % 10)]));
}
