/** Inflected pairs by language: twenty words with one of their forms, of which the documents state how many match. */

/**
 * Both words of a pair are in a public list: the test vocabulary of Snowball for Czech, Polish and Persian, the treebank
 * UD Korean GSD for Korean. Pairs were chosen before they were tried, so irregular words are among them.
 */
const lists: Record<string, string> = {
  cs: `kniha knihách, město městech, škola školám, zákon zákonů, dítě dětem, člověk člověka, žena ženami, řeka řece,
    práce prací, okno oken, voda vodou, hrad hradu, úřad úřady, občan občané, učitel učitelé, ulice ulicích,
    nemocnice nemocnici, nový nového, veřejný veřejných, moře mořem`,
  pl: `książka książkach, miasto miastach, szkoła szkole, ustawa ustawy, dziecko dzieci, człowiek człowieka,
    kobieta kobietami, rzeka rzece, praca pracy, okno oknach, woda wodą, zamek zamku, urząd urzędy, obywatel obywateli,
    nauczyciel nauczycieli, ulica ulicach, szpital szpitala, nowy nowego, publiczny publicznych, morze morzem`,
  fa: `کتاب کتاب‌ها, شهر شهرهای, کشور کشورها, زبان زبان‌های, دانشگاه دانشگاه‌ها, مدرسه مدرسه‌ها, خانه خانه‌های, زن زنان,
    مرد مردان, کودک کودکان, قانون قوانین, سال سال‌های, کار کارهای, معلم معلمان, شرکت شرکت‌ها, بزرگ بزرگ‌ترین, راه راه‌های,
    بیمارستان بیمارستان‌ها, رود رودها, شهروند شهروندان`,
  ko: `서울 서울에서, 학교 학교를, 사람 사람들이, 정부 정부는, 시간 시간을, 한국 한국의, 역사 역사를, 대학 대학에서,
    영화 영화가, 친구 친구들과, 세계 세계에서, 가족 가족과, 아이 아이들이, 여행 여행을, 도시 도시를, 지역 지역의,
    병원 병원에서, 경제 경제가, 먹다 먹었다, 좋다 좋은`,
};

export const inflectedPairs = Object.entries(lists).map(([language, list]) => ({
  language,
  pairs: list.split(',').map((pair) => pair.trim().split(' ') as [string, string]),
}));
