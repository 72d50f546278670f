/** Unknown environment variables that look like a misspelled setting. */
import { wordDistance } from '@semantic-search/query/edit-distance';
import { Variables } from './variables.ts';

const settings = Object.keys(Variables.properties);

/** `names` are all variables of the environment, most of which belong to other programs. `meant` is the most similar setting. */
export function findMisspelledVariables(names: readonly string[]): { variable: string; meant: string }[] {
  return names
    .filter((name) => !settings.includes(name))
    .flatMap((variable) => {
      const meant = nearest(variable.toUpperCase());
      return meant === undefined ? [] : [{ variable, meant }];
    });
}

/** Every unknown name with one of these prefixes counts as misspelled. */
const ownPrefix = /^(?:OIDC|REQUESTS?_PER|SEMANTIC_SEARCH)_/;

function nearest(name: string): string | undefined {
  const bare = name.replace(/^SEMANTIC_SEARCH_/, '');
  const distances = settings.map((setting) => {
    const most = ownPrefix.test(name) ? setting.length + bare.length : maxEdits(setting);
    return { setting, most, distance: wordDistance(bare, setting, most) };
  });
  const near = distances.filter(({ distance, most }) => distance <= most);
  return near.sort((one, other) => one.distance - other.distance)[0]?.setting;
}

/** One edit per four characters; short names such as HOST are too similar to those of other programs. */
const maxEdits = ({ length }: string) => (length < 6 ? 0 : Math.floor((length - 1) / 4));
