import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deserializeThesaurus, serializeThesaurus } from '../indexed-thesaurus.ts';
import { buildThesaurus } from '../thesaurus/skos/skos-builder.ts';
import { SkosCollector } from '../thesaurus/skos/skos-collector.ts';
import { openSuggester } from './suggester.ts';

const SKOS = 'http://www.w3.org/2004/02/skos/core#';
const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

type Labels = [property: 'prefLabel' | 'altLabel' | 'hiddenLabel', text: string, language: string][];
type Concepts = Record<string, { labels: Labels; broader?: string; count?: number }>;

function suggesterOf(concepts: Concepts) {
  const builder = new SkosCollector();
  for (const [subject, { labels, broader }] of Object.entries(concepts)) {
    const link = (predicate: string, object: string) =>
      builder.add({ subject, predicate, object, isLiteral: false, language: '' });
    link(TYPE, `${SKOS}Concept`);
    for (const [property, object, language] of labels) {
      builder.add({ subject, predicate: SKOS + property, object, isLiteral: true, language });
    }
    if (broader) link(`${SKOS}broader`, broader);
  }
  const opened = deserializeThesaurus(serializeThesaurus(buildThesaurus(builder).thesaurus));
  const { thesaurus } = opened;
  const counts = Array.from({ length: thesaurus.size }, (_, i) => concepts[thesaurus.uri(i)]?.count ?? 0);
  return { thesaurus, suggester: openSuggester(opened, counts) };
}

const { suggester, thesaurus } = suggesterOf({
  policy: { labels: [['prefLabel', 'Policy', 'en']], count: 9 },
  labour: {
    labels: [
      ['prefLabel', 'Labour market', 'en'],
      ['prefLabel', 'Arbeitsmarkt', 'de'],
      ['altLabel', 'Job market', 'en'],
      ['hiddenLabel', 'Markt der Arbeit', 'de'],
    ],
    broader: 'policy',
    count: 3,
  },
  market: {
    labels: [
      ['prefLabel', 'Market', 'en'],
      ['prefLabel', 'Markt', 'de'],
    ],
    count: 5,
  },
  hyper: { labels: [['prefLabel', 'Hypermarket', 'en']], count: 50 },
  share: { labels: [['prefLabel', 'Market share', 'en']], count: 7 },
  fair: {
    labels: [
      ['prefLabel', 'Fair', 'en'],
      ['altLabel', 'Market day', 'en'],
    ],
    count: 100,
  },
  goods: {
    labels: [
      ['prefLabel', 'Goods', 'en'],
      ['hiddenLabel', 'Market wares', 'en'],
    ],
    count: 1000,
  },
  street: {
    labels: [
      ['prefLabel', 'Straße', 'de'],
      ['prefLabel', 'Café İstanbul', 'tr'],
    ],
  },
  bear: { labels: [['prefLabel', 'Bär', 'de']], count: 2 },
  berry: { labels: [['prefLabel', 'Bärentraube', 'de']] },
  barrel: { labels: [['prefLabel', 'Barentsee', 'de']], count: 1 },
});
const labelsFor = (text: string) =>
  suggester.suggest({ text, count: 3, language: 'de' }).map(({ matchingLabel }) => matchingLabel);
const uris = (text: string, language = 'en', count = 10) =>
  suggester.suggest({ text, language, count }).map(({ uri }) => uri);

describe('suggest', () => {
  it('ranks by label kind, match position and documents, infix matches last', () => {
    expect(uris('marke')).toEqual(['share', 'market', 'labour', 'fair', 'goods', 'hyper']);
    expect(uris('marke', 'en', 3)).toEqual(['share', 'market', 'labour']);
  });

  it('ranks a label typed whole first, even if longer labels have more documents', () => {
    expect(uris('market')).toEqual(['market', 'share', 'labour', 'fair', 'goods', 'hyper']);
  });

  it('returns the matching label with spans, the concept in the requested language, and the broader concept', () => {
    expect(suggester.suggest({ text: 'ARBEITSM', count: 1, language: 'en' })).toEqual([
      {
        uri: 'labour',
        label: 'Labour market',
        field: 'dyn_uri_all_concepts',
        matchingLabel: 'Arbeitsmarkt',
        matches: [{ begin: 0, end: 8 }],
        context: 'Policy',
        count: 3,
      },
    ]);
  });

  it('shows the matching label in the requested language if several match', () => {
    const matching = (language: string) => suggester.suggest({ text: 'mark', count: 9, language });
    expect(matching('de').find(({ uri }) => uri === 'market')).toMatchObject({
      label: 'Markt',
      matchingLabel: 'Markt',
    });
    expect(matching('en').find(({ uri }) => uri === 'market')).toMatchObject({ matchingLabel: 'Market' });
  });

  it('ranks labels in the requested language first, regardless of documents', () => {
    const { suggester } = suggesterOf({
      whale: {
        labels: [
          ['prefLabel', 'Whale', 'en'],
          ['prefLabel', 'Wal', 'de'],
        ],
        count: 90,
      },
      walrus: { labels: [['prefLabel', 'Walrus', 'en-GB']], count: 2 },
      wall: { labels: [['prefLabel', 'Wallaby', '']], count: 1 },
      dance: {
        labels: [
          ['prefLabel', 'Dance', 'en'],
          ['altLabel', 'Waltz', 'en'],
        ],
        count: 1000,
      },
    });
    const requested = (language?: string) =>
      suggester.suggest({ text: 'wal', count: 4, ...(language ? { language } : {}) }).map(({ uri }) => uri);
    expect(requested('en-US')).toEqual(['walrus', 'wall', 'dance', 'whale']);
    expect(requested('de')).toEqual(['whale', 'wall', 'walrus', 'dance']);
    expect(requested('fi')).toEqual(requested());
    for (const language of ['en', 'de', 'en', 'fr', 'tr'])
      expect(requested(language)).toEqual(requested(language));
  });

  it('suggests from the first character', () => {
    expect(uris('p')).toEqual(['policy']);
    expect(uris('m', 'de')).toContain('market');
  });

  it('ignores accents and spelling variants, with spans in the original label', () => {
    for (const [text, end] of [
      ['stras', 5],
      ['strass', 5],
      ['straß', 5],
      ['strasse', 6],
    ] as const) {
      const [street] = suggester.suggest({ text, count: 1 });
      expect(street, text).toMatchObject({ matchingLabel: 'Straße', matches: [{ begin: 0, end }] });
    }
    const [cafe] = suggester.suggest({ text: 'cafe ist', count: 1, language: 'tr' });
    expect(cafe).toMatchObject({ matchingLabel: 'Café İstanbul', matches: [{ begin: 0, end: 8 }] });
  });

  it('matches umlauts typed as two vowels or one', () => {
    for (const text of ['baer', 'bär', 'bar'])
      expect(suggester.suggest({ text, count: 2, language: 'de' })[0]).toMatchObject({
        matchingLabel: 'Bär',
      });
    for (const text of ['baerent', 'Bärent', 'barentr', 'baerentraube'])
      expect(labelsFor(text), text).toContain('Bärentraube');
  });

  it('allows one typing error, and two from eight characters', () => {
    expect(uris('polciy')).toEqual(['policy']);
    expect(uris('poilyc')).toEqual([]);
    expect(uris('hyprmraket')).toEqual(['hyper']);
    expect(suggester.suggest({ text: 'labuor mar', count: 1 })[0]).toMatchObject({
      matches: [{ begin: 0, end: 10 }],
    });
  });

  it('matches words in another order', () => {
    expect(suggester.suggest({ text: 'market lab', count: 5 })).toMatchObject([
      {
        uri: 'labour',
        matches: [
          { begin: 0, end: 3 },
          { begin: 7, end: 13 },
        ],
      },
    ]);
  });

  it('suggests only values of the requested facet', () => {
    const facet = thesaurus.facet('policy');
    const found = suggester.suggest({ text: 'market', count: 10, ...(facet && { facet }) });
    expect(found.map(({ uri, field }) => [uri, field])).toEqual([['labour', facet?.field]]);
  });

  it('accepts any text, even without a word', () => {
    for (const text of ['', ' ', '!?', '\u0301', '\ud800', '%%%']) expect(uris(text)).toEqual([]);
  });

  it('returns the same as a scan of all labels', () => {
    const word = fc.constantFrom('ab', 'abc', 'bca', 'cab', 'aabb', 'cc');
    const label = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
    const kind = fc.constantFrom('altLabel' as const, 'hiddenLabel' as const);
    const concept = fc.record({ preferred: label, other: label, kind, count: fc.nat(5) });
    fc.assert(
      fc.property(fc.array(concept, { minLength: 1, maxLength: 30 }), label, fc.nat(8), (all, full, cut) => {
        const concepts: Concepts = Object.fromEntries(
          all.map(({ preferred, other, kind, count }, i) => [
            `c${i}`,
            {
              labels: [
                ['prefLabel', preferred, 'en'],
                [kind, other, 'en'],
              ],
              count,
            },
          ]),
        );
        const text = full.slice(0, Math.max(1, cut)).trim();
        const found = suggesterOf(concepts).suggester.suggest({ text, count: 50 });
        const ranks = found.map(({ uri, matchingLabel }) => rankOf(concepts[uri]!, matchingLabel, text));
        const expected = Object.values(concepts).flatMap((each) => {
          const found = each.labels
            .map(([, label]) => rankOf(each, label, text))
            .filter(([tier]) => tier < 9);
          return found.length > 0 ? [found.sort(compareRanks)[0]!] : [];
        });
        const contiguous = ranks.filter(([tier]) => tier < 9);
        expect(contiguous).toEqual(expected.sort(compareRanks));
      }),
      { numRuns: 200 },
    );
  });
});

type Rank = [tier: number, documents: number];

function rankOf({ labels, count = 0 }: Concepts[string], label: string, text: string): Rank {
  const [property] = labels.find(([, each]) => each === label)!;
  const kind = ['prefLabel', 'altLabel', 'hiddenLabel'].indexOf(property);
  const inside = text.length >= 4 && !text.includes(' ') && label.includes(text);
  const across = text.includes(' ') && text.indexOf(' ') >= 4 && label.includes(text);
  if (label === text) return [kind - 3, -count];
  if (label.startsWith(text)) return [kind * 2, -count];
  if (label.includes(` ${text}`)) return [kind * 2 + 1, -count];
  return [inside || across ? 6 + kind : 99, -count];
}

function compareRanks(a: Rank, b: Rank): number {
  return a[0] - b[0] || a[1] - b[1];
}

describe('suggest with a language', () => {
  const { suggester: guide } = suggesterOf({
    moose: {
      labels: [
        ['prefLabel', 'moose', 'en'],
        ['altLabel', 'elk', 'en'],
        ['prefLabel', 'Elch', 'de'],
      ],
    },
    crayfish: {
      labels: [
        ['prefLabel', 'noble crayfish', 'en'],
        ['prefLabel', 'Edelkrebs', 'de'],
      ],
      count: 50,
    },
    elkhound: {
      labels: [
        ['prefLabel', 'spitz', 'en'],
        ['prefLabel', 'Elkhund', 'de'],
      ],
      count: 60,
    },
    chicken: {
      labels: [
        ['prefLabel', 'chicken', 'en'],
        ['altLabel', 'hen', 'en'],
      ],
    },
    diving: {
      labels: [
        ['prefLabel', 'diving', 'en'],
        ['prefLabel', 'Tauchen', 'de'],
      ],
      count: 90,
    },
    seals: { labels: [['prefLabel', 'seals, sea lions and walrus', 'en']], count: 9 },
    lion: {
      labels: [
        ['prefLabel', 'lion', 'en'],
        ['prefLabel', 'Löwe', 'de'],
        ['prefLabel', 'أسد', 'ar'],
      ],
    },
    lionfish: {
      labels: [
        ['prefLabel', 'lionfish', 'en'],
        ['prefLabel', 'سمكة الأسد', 'ar'],
      ],
      count: 20,
    },
    wolf: {
      labels: [
        ['prefLabel', 'grey wolf', 'en'],
        ['altLabel', 'wolf', 'en'],
        ['altLabel', 'loup', 'fr'],
      ],
    },
    wolverine: { labels: [['prefLabel', 'wolverine', 'en']], count: 30 },
    bear: {
      labels: [
        ['prefLabel', 'bear', 'en'],
        ['prefLabel', 'ours', 'fr'],
        ['prefLabel', 'orso', 'it'],
      ],
    },
    west: {
      labels: [
        ['prefLabel', 'western Europe', 'en'],
        ['prefLabel', "Europe de l'Ouest", 'fr'],
      ],
      count: 80,
    },
    east: { labels: [['prefLabel', 'orso polare', 'it']], count: 2 },
  });
  const found = (text: string, language?: string) =>
    guide.suggest({ text, count: 10, ...(language ? { language } : {}) }).map(({ uri }) => uri);

  it('ranks labels in the requested language before labels in others, whose documents decide', () => {
    expect(found('elk', 'en')).toEqual(['moose', 'elkhound']);
    expect(found('elk', 'de')).toEqual(['elkhound', 'moose']);
    expect(found('ours', 'en')).toEqual(['bear']);
    expect(found('orso', 'en')).toEqual(['east', 'bear']);
  });

  it('shows the label of the requested language if a regional form matches too', () => {
    const { suggester: regional } = suggesterOf({
      colour: {
        labels: [
          ['prefLabel', 'Color', 'en'],
          ['prefLabel', 'Colour', 'en-GB'],
        ],
      },
    });
    for (const [language, label] of [
      ['en-GB', 'Colour'],
      ['en', 'Color'],
      ['en-US', 'Color'],
    ])
      expect(regional.suggest({ text: 'col', count: 5, language: language! })).toMatchObject([
        { label, matchingLabel: label },
      ]);
  });

  it('does not match infixes of three characters', () => {
    expect(found('hen', 'en')).toEqual(['chicken']);
    expect(found('auch', 'en')).toEqual(['diving']);
  });

  it('matches inflections', () => {
    expect(found('lions', 'en')).toEqual(['lion', 'seals']);
    expect(found('wolves', 'en')[0]).toBe('wolf');
    expect(found('Löwen', 'de')[0]).toBe('lion');
    expect(found('grey wolves', 'en')).toEqual(['wolf']);
    expect(guide.suggest({ text: 'wolves', count: 1, language: 'en' })).toMatchObject([
      { matchingLabel: 'wolf', matches: [{ begin: 0, end: 4 }] },
    ]);
  });

  it('matches names with an elided, attached or separate article', () => {
    expect(found("l'ours", 'fr')[0]).toBe('bear');
    expect(found("dell'orso", 'it').slice(0, 2)).toEqual(['bear', 'east']);
    expect(found('l’orso p', 'it')).toEqual(['east']);
    expect(found('الاسد', 'ar')[0]).toBe('lion');
    expect(found('بالأسد', 'ar')[0]).toBe('lion');
    expect(found('the lion', 'en')).toEqual(['lion', 'lionfish', 'seals']);
    expect(found('für Löwen', 'de')[0]).toBe('lion');
  });
});

describe('suggest with joined or split words', () => {
  const { suggester: animals } = suggesterOf({
    bat: { labels: [['prefLabel', 'Fledermäuse', 'de']], count: 2 },
    sealion: { labels: [['prefLabel', 'Sea lion', 'en']], count: 1 },
    whale: { labels: [['prefLabel', 'Blue whale', 'en']], count: 1 },
    bear: { labels: [['prefLabel', 'Eisbär', 'de']], count: 1 },
    islands: { labels: [['prefLabel', 'Eilande der Bären', 'de']], count: 9 },
    seal: { labels: [['prefLabel', 'Sealine fish', 'en']], count: 9 },
  });
  const labels = (text: string) => animals.suggest({ text, count: 5 }).map(({ label }) => label);

  it('matches words typed as one or as two', () => {
    expect(labels('sealion')).toEqual(['Sea lion']);
    expect(labels('Bluewh')).toEqual(['Blue whale']);
    expect(labels('fleder mäu')).toEqual(['Fledermäuse']);
    expect(labels('Eis bär')).toEqual(['Eisbär']);
    expect(animals.suggest({ text: 'sealio', count: 1 })[0]!.matches).toEqual([{ begin: 0, end: 7 }]);
    expect(animals.suggest({ text: 'eis bä', count: 1 })[0]!.matches).toEqual([{ begin: 0, end: 5 }]);
  });

  it('prefers labels with the words as typed', () => {
    expect(labels('seali')).toEqual(['Sealine fish']);
  });
});

describe('suggest with special characters', () => {
  const { suggester: signs } = suggesterOf({
    plus: { labels: [['prefLabel', 'Disney+', 'en']], count: 1 },
    net: { labels: [['prefLabel', '.NET Core', 'en']], count: 1 },
    lab: { labels: [['prefLabel', 'R&D', 'en']], count: 1 },
    studio: { labels: [['prefLabel', 'Disney', 'en']], count: 3 },
    c: { labels: [['prefLabel', 'C', 'en']], count: 9 },
    cpp: { labels: [['prefLabel', 'C++', 'en']], count: 1 },
    csharp: { labels: [['prefLabel', 'C#', 'en']], count: 3 },
  });
  const labels = (text: string, count = 5) => signs.suggest({ text, count }).map(({ label }) => label);

  it('distinguishes tokens by their special characters', () => {
    expect(labels('c', 3)).toEqual(['C', 'C#', 'C++']);
    for (const typed of ['C+', 'C++', 'c++ ']) expect(labels(typed)).toEqual(['C++']);
    expect(labels('c#')).toEqual(['C#']);
    for (const typed of ['r', 'R&', 'r&d']) expect(labels(typed)).toEqual(['R&D']);
    for (const typed of ['ne', '.n', '.net', 'net co']) expect(labels(typed)).toEqual(['.NET Core']);
  });

  it('includes special characters in the spans', () => {
    const [cpp] = signs.suggest({ text: 'c++', count: 1 });
    expect(cpp!.matches).toEqual([{ begin: 0, end: 3 }]);
    const [net] = signs.suggest({ text: 'net', count: 1 });
    expect(net!.matches).toEqual([{ begin: 0, end: 4 }]);
  });

  it('ignores spaces around special characters in labels and input', () => {
    const { suggester } = suggesterOf({
      shop: { labels: [['prefLabel', 'H & M', 'en']], count: 1 },
      questions: { labels: [['prefLabel', 'Q & A', 'en']], count: 1 },
      lab: { labels: [['prefLabel', 'R&D', 'en']], count: 1 },
      policy: { labels: [['prefLabel', 'R&D policy', 'en']], count: 1 },
      phone: { labels: [['prefLabel', 'AT&T', 'en']], count: 1 },
      net: { labels: [['prefLabel', 'The .NET framework', 'en']], count: 1 },
      core: { labels: [['prefLabel', '.NET Core', 'en']], count: 1 },
      index: { labels: [['prefLabel', 'H index', 'en']], count: 9 },
    });
    const offered = (text: string) => suggester.suggest({ text, count: 5 }).map(({ label }) => label);
    for (const typed of ['h&m', 'h & m', 'Ｈ＆Ｍ']) expect(offered(typed)).toEqual(['H & M']);
    expect(offered('h&')).toEqual(['H index', 'H & M']);
    expect(offered('q&a')).toEqual(['Q & A']);
    for (const typed of ['r & d', 'r d', 'r&d']) expect(offered(typed)).toEqual(['R&D', 'R&D policy']);
    expect(offered('r & d pol')).toEqual(['R&D policy']);
    expect(offered('at t')).toEqual(['AT&T']);
    expect(offered('the net')).toEqual(['The .NET framework']);
  });

  it('does not treat special characters as typing errors', () => {
    const { suggester } = suggesterOf({ korea: { labels: [['prefLabel', 'Korea', 'en']], count: 1 } });
    const offered = (text: string) => suggester.suggest({ text, count: 5 }).map(({ label }) => label);
    expect(offered('k&r')).toEqual([]);
    expect(offered('kxrea')).toEqual(['Korea']);
    expect(offered('kxr')).toEqual([]);
  });

  it('ignores special characters that no label has', () => {
    for (const typed of ['C++++', 'c&']) expect(labels(typed, 3)).toEqual(['C', 'C#', 'C++']);
    expect(labels('.disney')).toEqual(['Disney', 'Disney+']);
  });
});
