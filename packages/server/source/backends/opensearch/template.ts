/** The index template: how words are analysed in each language, and what every document has. */

/** Stemmers of the engine by ISO 639-1; words of other languages are found as they are written. */
const stemmers: Record<string, string> = {
  ar: 'arabic',
  bg: 'bulgarian',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hi: 'hindi',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  nl: 'dutch',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sv: 'swedish',
  tr: 'turkish',
};

export interface Layout {
  shards: number;
  /** Copies of each shard, such as `1` or `0-1` for as many as there are nodes for. */
  replicas: string;
}

/** Attributes are fields of their own: so many there can be, all kinds of fields counted. */
const mostFields = 5000;

export function indexTemplate(pattern: string, { shards, replicas }: Layout): object {
  const codes = Object.keys(stemmers);
  return {
    index_patterns: [pattern],
    template: {
      settings: {
        number_of_shards: shards,
        auto_expand_replicas: replicas.includes('-') ? replicas : `${replicas}-${replicas}`,
        'mapping.total_fields.limit': mostFields,
        // So long it is known which version of a document was deleted: a request that was given up does not bring it back.
        gc_deletes: '15m',
        analysis: { analyzer: analysers(codes), filter: stemFilters(codes) },
      },
      mappings: { dynamic: false, dynamic_templates: dynamicFields(codes), properties },
    },
  };
}

// Texts come with their words set apart by the engine package, for which scripts without spaces are no trouble.
const analyser = (filter: string[]) => ({ type: 'custom', tokenizer: 'whitespace', filter });

function analysers(codes: string[]): Record<string, object> {
  const perLanguage = codes.map((code) => [
    `stems_${code}`,
    analyser(['lowercase', `stem_${code}`, 'asciifolding']),
  ]);
  return { words: analyser(['lowercase', 'asciifolding']), ...Object.fromEntries(perLanguage) };
}

function stemFilters(codes: string[]): Record<string, object> {
  return Object.fromEntries(
    codes.map((code) => [`stem_${code}`, { type: 'stemmer', language: stemmers[code] }]),
  );
}

const text = (analyzer: string) => ({ type: 'text', analyzer });

function dynamicFields(codes: string[]): object[] {
  const named = (name: string, path_match: string, mapping: object) => ({ [name]: { path_match, mapping } });
  return [
    ...codes.map((code) => named(`stems_${code}`, `stems.${code}`, text(`stems_${code}`))),
    named('stems', 'stems.*', text('words')),
    named('literals', 'literals.*', { type: 'keyword' }),
    named('numbers', 'numbers.*', { type: 'double' }),
    named('measured', 'measured.*', { type: 'boolean', index: false, doc_values: false }),
  ];
}

const unsearched = { type: 'keyword', index: false, doc_values: false };
const open = { type: 'object', dynamic: true };

const properties = {
  id: unsearched,
  /** The document as it was written, in JSON. */
  content: unsearched,
  extracted: unsearched,
  key: { type: 'keyword' },
  words: text('words'),
  title: text('words'),
  title_key: { type: 'keyword' },
  date: { type: 'double' },
  /** Concepts that the document is tagged with; `about` has everything broader too. */
  concepts: { type: 'keyword' },
  about: { type: 'keyword' },
  stems: open,
  literals: open,
  numbers: open,
  measured: open,
};
