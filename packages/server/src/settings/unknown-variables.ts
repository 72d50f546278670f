/** Variables of the environment that were probably meant as settings: what nobody reads would pass in silence. */
import { Variables } from './variables.ts';

export interface Misspelt {
  variable: string;
  /** The setting that it is most like. */
  meant: string;
}

const settings = Object.keys(Variables.properties);

/** `names` are those of all variables, most of which are of other programs. */
export function misspelt(names: readonly string[]): Misspelt[] {
  return names
    .filter((name) => !settings.includes(name) && name.length <= longest)
    .flatMap((variable) => {
      const meant = nearest(variable.toUpperCase());
      return meant === undefined ? [] : [{ variable, meant }];
    });
}

const longest = 2 * Math.max(...settings.map(({ length }) => length));

/** Of a prefix that is ours alone every name is taken for one of ours. */
const ownPrefix = /^(?:OIDC|REQUESTS?_PER|SEMANTIC_SEARCH)_/;

function nearest(name: string): string | undefined {
  const bare = name.replace(/^SEMANTIC_SEARCH_/, '');
  const [best] = settings
    .map((setting) => ({ setting, distance: distanceOf(bare, setting) }))
    .sort((one, other) => one.distance - other.distance);
  const { setting, distance } = best!;
  return ownPrefix.test(name) || distance <= mostSlips(setting) ? setting : undefined;
}

/** One in about four letters; short names, such as HOST, are too near those of other programs. */
const mostSlips = ({ length }: string) => (length < 6 ? 0 : Math.floor((length - 1) / 4));

/** How many letters have to be put in, left out or replaced (Levenshtein). */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [index, wanted] of [...other].entries()) {
      const replaced = row[index]! + (letter === wanted ? 0 : 1);
      next.push(Math.min(replaced, row[index + 1]! + 1, next[index]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}
