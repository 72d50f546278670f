/** Rules of word formation by language, from the JSON files in `data`. */

/** A rule in a data file; `note` gives examples. */
interface WrittenRule {
  pattern: string;
  note?: string;
}

export interface Rule<Replacement> {
  pattern: RegExp;
  replacement: Replacement;
}

/** Maps, because a language may be "constructor". */
export function compileRules<Written extends WrittenRule, Replacement>(
  rules: Record<string, Written[]>,
  replacementOf: (written: Written) => Replacement,
): Map<string, Rule<Replacement>[]> {
  return new Map(
    Object.entries(rules).map(([language, written]) => [
      language,
      written.map((each) => ({ pattern: compilePattern(each), replacement: replacementOf(each) })),
    ]),
  );
}

export function compilePattern({ pattern }: WrittenRule): RegExp {
  return new RegExp(pattern, 'u');
}
