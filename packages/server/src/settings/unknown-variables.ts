/** Detects unknown environment variables that look like a misspelled setting (Levenshtein distance). */
import { Variables } from './variables.ts';

export interface MisspelledVariable {
  variable: string;
  /** The most similar setting. */
  meant: string;
}

const settings = Object.keys(Variables.properties);

/** `names` are all variables of the environment, most of which belong to other programs. */
export function findMisspelledVariables(names: readonly string[]): MisspelledVariable[] {
  return names
    .filter((name) => !settings.includes(name) && name.length <= MAX_NAME_LENGTH)
    .flatMap((variable) => {
      const meant = nearest(variable.toUpperCase());
      return meant === undefined ? [] : [{ variable, meant }];
    });
}

const MAX_NAME_LENGTH = 2 * Math.max(...settings.map(({ length }) => length));

/** Every unknown name with one of these prefixes counts as misspelled. */
const ownPrefix = /^(?:OIDC|REQUESTS?_PER|SEMANTIC_SEARCH)_/;

function nearest(name: string): string | undefined {
  const bare = name.replace(/^SEMANTIC_SEARCH_/, '');
  const isOwn = ownPrefix.test(name);
  const [best] = settings
    // The difference in length is a lower bound of the distance.
    .filter((setting) => isOwn || Math.abs(setting.length - bare.length) <= maxEdits(setting))
    .map((setting) => ({ setting, distance: editDistance(bare, setting) }))
    .filter(({ setting, distance }) => isOwn || distance <= maxEdits(setting))
    .sort((one, other) => one.distance - other.distance);
  return best?.setting;
}

/** One edit per four characters; short names such as HOST are too similar to those of other programs. */
const maxEdits = ({ length }: string) => (length < 6 ? 0 : Math.floor((length - 1) / 4));

/** Levenshtein distance. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, character] of [...one].entries()) {
    const next = [at + 1];
    for (const [index, wanted] of [...other].entries()) {
      const replaced = row[index]! + (character === wanted ? 0 : 1);
      next.push(Math.min(replaced, row[index + 1]! + 1, next[index]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}
