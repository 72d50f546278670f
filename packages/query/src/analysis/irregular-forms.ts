/** Irregular forms that stemmers miss: special plurals, stem changes and frequent exceptions. */

/** The first rule that matches applies. */
type Rule = [form: RegExp, replacement: string];

/** The form to stem instead of a word in lower case: the singular if the stemmer would miss it. */
export function regularForm(word: string, language: string): string {
  const written = withLetters(word, language);
  const known = singulars.get(language);
  return known?.get(word) ?? known?.get(written) ?? applied(formRules.get(language), written);
}

/** The stem that the other inflections of the word have; takes a normalized stem. */
export function regularStem(stem: string, language: string): string {
  return stem.length < 3 ? stem : applied(stemRules.get(language), stem);
}

function applied(rules: Rule[] | undefined, word: string): string {
  const rule = rules?.find(([form]) => form.test(word));
  return rule ? word.replace(...rule) : word;
}

/** Frequent words, plural before singular. Words that end compounds are handled by the rules below. */
const singulars = mapsOf({
  en: `wolves wolf, knives knife, wives wife, lives life, leaves leaf, halves half, calves calf, thieves thief,
    loaves loaf, shelves shelf, selves self, elves elf, hooves hoof, scarves scarf, wharves wharf, dwarves dwarf,
    people person, oxen ox, mice mouse, lice louse, geese goose, feet foot, teeth tooth, men man, women woman,
    indices index, appendices appendix, matrices matrix, vertices vertex, vortices vortex, cortices cortex, codices codex,
    criteria criterion, phenomena phenomenon, data datum, bacteria bacterium, spectra spectrum, strata stratum,
    curricula curriculum, memoranda memorandum, referenda referendum, errata erratum, fungi fungus, nuclei nucleus,
    stimuli stimulus, cacti cactus, radii radius, foci focus, loci locus, alumni alumnus, genera genus, corpora corpus,
    larvae larva, algae alga, pupae pupa, nebulae nebula, antennae antenna, vertebrae vertebra, formulae formula,
    atlases atlas, biases bias, canvases canvas, gases gas, aliases alias, lenses lens`,
  de: `konten konto, risiken risiko, risikos risiko, viren virus,
    globen globus, typen typus, taxis taxi, emus emu, gnus gnu, kakadus kakadu, uhus uhu, nandus nandu,
    kängurus känguru, zebus zebu, marabus marabu, karibus karibu, iglus iglu, kiwis kiwi, kolibris kolibri, loris lori,
    okapis okapi, wapitis wapiti, alibis alibi, boas boa, aras ara, keas kea, pumas puma, lamas lama, omas oma, opas opa,
    zoos zoo, eier ei, eiern ei, bauten bau, praktika praktikum`,
  fr: `travaux travail, vitraux vitrail, coraux corail, baux bail, émaux émail, yeux œil, nouvelle nouveau,
    nouvelles nouveau`,
  it: `uomini uomo`,
  nl: `kinderen kind, steden stad, schepen schip, eieren ei, bladeren blad, volkeren volk, leden lid, koeien koe,
    musea museum, kalveren kalf, lammeren lam, runderen rund, liederen lied, goederen goed, raderen rad, hoenderen hoen`,
  sv: `böcker bok, fötter fot, händer hand, tänder tand, nätter natt, rötter rot, söner son, bröder bror, döttrar dotter,
    mödrar mor, gäss gås, möss mus, löss lus, män man`,
  // Reversed: the stem is derived from the plural, as from all other inflections.
  fi: `vesi vedet, käsi kädet, uusi uudet, susi sudet`,
});

/** By language, then by plural. Maps, because a word may be "constructor". */
function mapsOf(tables: Record<string, string>): Map<string, Map<string, string>> {
  return new Map(
    Object.entries(tables).map(([code, pairs]) => [
      code,
      new Map(pairs.split(',').map((pair) => pair.trim().split(' ') as [string, string])),
    ]),
  );
}

function rulesOf(rules: Record<string, Rule[]>): Map<string, Rule[]> {
  return new Map(Object.entries(rules));
}

/** Rules for words in lower case, before stemming. */
const formRules = rulesOf({
  en: [
    [/children$/, 'child'],
    [/women$/, 'woman'],
    [/(?<=fisher|police|spokes|states|sports|business|crafts|country|chair|fire|gentle|work)men$/, 'man'],
    // Analyses, crises, hypotheses.
    [/(?<=aly|cri|the|gno|morpho|metasta|euro|sycho|symbio|oa|empha|synop)ses$/, 'sis'],
    [/(?<=^(?:mini|omni|trolley)?b)uses$/, 'us'],
    // Flies and tries; ties, died and dying.
    [/^([^aeiou][^aeiou]+)ie[sd]$/u, '$1y'],
    [/^([^aeiou])(?:ie[sd]|ying)$/u, '$1ie'],
    // Viruses and campuses, not houses and causes.
    [
      /(?<=vir|walr|citr|chor|[ns]ens|camp|op|yp|circ|croc|bon|min|sin|geni|stat|tam|act|lot|saur)uses$/,
      'us',
    ],
  ],
  de: [
    // The s belongs to the stem: Zinsen, Kurse, Hälse, Gänse; but not in Benzins, Schals, Apfels, Organs, Servers,
    // Juwels.
    [
      /(?<=(?<!ben)zins|kurs|puls|krebs|keks|(?<!sc)hals|(?<=^|[dknt])fels|(?<=^|[adlnstu]|ee)gans|(?<!ju)wels)$/,
      'e',
    ],
    [/(?<=[dlw]achs|(?<!f)luchs|fuchs|wuchs|^ochs|^vers|konsens|dissens)$/, 'e'],
    [/(?<=er|or|eur|ist|ent|ant|zt|nd|ig|og|öw)innen$/, 'in'],
    [/(?<=..y)s$/, ''],
    // Hais, Sees, Wohnungsbaus: after two vowels the stemmer keeps every s, as in Mais, Palais and Haus.
    [/(?<=ee|(?<![lm])ai|(?:b|pf|st)au)s$/, ''],
    // Haie, Schreie, Laien: the stemmer removes no ending after two initial vowels.
    [/(?<=^[bcdfghjklmnprstvwz]+[ae]i)e[ns]?$/, ''],
    // Inseln and Vögeln; but Handel and Wandel have no plural, and einzeln is the stem of einzelner.
    [/(?<=.(?<!hand|wand|einz)e)lns?$/, 'l'],
    // Autos and Fotos, not arbeitslos; Zebras and Kameras, not Erdgas.
    [/(?<=..[^lom]o|..[^a]a)(?<!gra|glo|grandio|kurio|ga|gla|wa|ma)s$/, ''],
    [/(?<=[ie]|tr)ums?$/, 'en'],
    [/(?<=s|th)mus$/, 'men'],
    [/(?<=them|firm|paradigm|dogm|dram)en$/, 'a'],
  ],
  // Mujeres, lugares, ciudades; but quieres is no plural.
  es: [[/(?<=.[^i][ae]r|dad)es$/, '']],
  pt: [
    [/(?:õ|(?<!m)ã)es$/, 'ão'],
    [/(?<!^m|^dem|^jam|^p|^c)ais$/, 'al'],
    [/(?<=v)eis$|éis$/, 'el'],
    [/(?<=.[cgst])eis$/, 'il'],
    [/óis$/, 'ol'],
    [/(?<=.)uis$/, 'ul'],
    [/(?<=..)ens$/, 'em'],
    [/(?<=..[bcdfgjlmnprstvxz])is$/, 'il'],
  ],
  // Marknad, marknaden are nouns, not participles such as ordnad.
  sv: [[/(?<=(?:mark|må|bygg|skill|kost|lev|klä|tyst)nad)s?$/, 'en']],
  fi: [
    // Hevonen, hevoset.
    [/(?<=..)nen$/, 'set'],
    [/(?<=^.?.?.?(?:aa|uu|oo|ee|ii|yy|ää|öö|uo|yö|ie))t$/, ''],
  ],
});

/** Rules for normalized stems. */
const stemRules = rulesOf({
  // Luz, luces.
  es: [[/z$/, 'c']],
  // Lago, laghi.
  it: [[/(?<=[cg])h$/, '']],
  // Singulars end neither in a voiced nor in a double consonant: huiz-en, huis; briev-en, brief; viss-en, vis.
  nl: [
    [/z$/, 's'],
    [/v$/, 'f'],
    [/([bfglmnprs])\1$/, '$1'],
  ],
  // Рынок, рынка; отец, отца; китаец, китайца.
  ru: [
    [/(?<=.[бвгджзклмнпрстфхцчшщ])[ое]к$/, 'к'],
    [/(?<=.[бвгджзклмнпрстфхцчшщ])ец$/, 'ц'],
    [/(?<=[аео])ец$/, 'иц'],
  ],
  // Fågel, fåglar; vinter, vintrar.
  sv: [
    [/(?<=.[bcdfghjkmnprstv])l$/, 'el'],
    [/(?<=...[gt])r$/, ''],
  ],
  fi: [
    [/(?<=li)nt(?=u$)/, 'n'],
    // Vaikutus, vaikutukset; terveys, terveyden.
    [/(?<=.[uyo])ks$/, 's'],
    [/(?<=.[uy])de?$/, 's'],
    // Kaupunki, kaupungit; katu, kadut: native words have no other d.
    [/(?<=n)g(?=[aeiouy]?$)/, 'k'],
    [/(?<=[aeiouy])d(?=[aeiouy]$)/, 't'],
  ],
});

/** Restores the special letters of a word typed without them. */
function withLetters(word: string, language: string): string {
  if (language === 'de') return restoreUmlauts(word);
  const letters = nordicLetters.get(language);
  return letters ? letters.reduce((text, [two, one]) => text.replaceAll(two, one), word) : word;
}

const nordicLetters = new Map([
  [
    'da',
    [
      ['aa', 'å'],
      ['ae', 'æ'],
      ['oe', 'ø'],
    ],
  ],
  [
    'no',
    [
      ['aa', 'å'],
      ['ae', 'æ'],
      ['oe', 'ø'],
    ],
  ],
  [
    'sv',
    [
      ['aa', 'å'],
      ['ae', 'ä'],
      ['oe', 'ö'],
    ],
  ],
] as [string, [two: string, one: string][]][]);

/** Restores German umlauts typed as two vowels; `neue`, `Frauen`, `Quelle` and `Statue` have none. */
export function restoreUmlauts(word: string): string {
  if (!/[aou]e|æ/.test(word)) return word;
  return word
    .replaceAll('æ', 'ae')
    .replaceAll('ae', 'ä')
    .replaceAll('oe', 'ö')
    .replace(/(?<![aeq])ue(?!n?s?$)/g, 'ü');
}
