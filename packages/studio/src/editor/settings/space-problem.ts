/** Problem of the search space of a configuration that visitors would notice. Pure. */
import type { Space } from '@semantic-search/contract';

/** Empty if there is none, or if the spaces are unknown. */
export function spaceProblem(spaces: readonly Space[] | undefined, name: string): string {
  if (!spaces) return '';
  const space = spaces.find((each) => each.name === name);
  if (!space) return `There is no search space “${name}”. Visitors see an error instead of results.`;
  if (!space.healthy) return `The search space “${name}” is not available now. Visitors see an error.`;
  return space.documents === 0 ? `The search space “${name}” has no documents yet.` : '';
}
