/** Light stemmer for Korean: removes particles and the endings of verbs with 하다. */

/** After any syllable; the longest first. `들` is the plural. */
const particles =
  /(?:에서부터|으로부터|로부터|에게서|한테서|에서는|에서도|에서의|으로는|으로서|으로써|으로의|까지의|부터의|에서|에게|한테|께서|까지|부터|처럼|보다|마다|조차|마저|밖에|하고|이나|이랑|이라는|라는|에는|에도|에의|들)$/;
/** After any syllable, but also the end of many short nouns: `지도`. */
const shortParticles = /(?:의|에|도|만)$/;
/** These depend on whether the syllable before them ends in a consonant. */
const afterConsonant = /(?:으로|은|이|을|과)$/;
const afterVowel = /(?:로|는|가|를|와)$/;
/** After one syllable, others are the end of a noun: `회의`. */
const afterOneSyllable = /(?:에서|에게|까지|부터|으로|은|는|을|를)$/;
const verbEnding = /(?<=..)(?:하다|하기|하는|하고|하여|해서|했다|한다|합니다|했습니다|하였다)$/;

/** Takes a word in NFC. */
export function koreanStem(word: string): string {
  let stem = word.replace(verbEnding, '');
  for (let rest = withoutParticle(stem); rest !== stem; rest = withoutParticle(stem)) stem = rest;
  return stem;
}

function withoutParticle(word: string): string {
  for (const particle of [particles, afterConsonant, afterVowel, shortParticles]) {
    const rest = word.replace(particle, '');
    if (rest === word || rest === '' || (rest.length === 1 && !afterOneSyllable.test(word))) continue;
    // `ㄹ` counts as a vowel before 로.
    const consonant = finalConsonant(rest);
    if (particle === afterConsonant && consonant === 0) continue;
    if (particle === afterVowel && consonant > 0 && !(consonant === rieul && word.endsWith('로'))) continue;
    return rest;
  }
  return word;
}

const rieul = 8;

/** Number of the final consonant of the last syllable (Unicode, section 3.12); 0 without one. */
function finalConsonant(word: string): number {
  const index = word.charCodeAt(word.length - 1) - 0xac00;
  return index >= 0 && index < 11_172 ? index % 28 : 0;
}
