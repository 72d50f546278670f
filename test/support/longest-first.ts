/** Order of test files in which the longest endurance tests start first. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const LONGEST = [
  'soak',
  'goals',
  'openapi-fuzzing',
  'search-space.property',
  'durability',
  'foreign-content',
  'crash-recovery',
  'corruption',
];

/** Sorts endurance tests by duration, which minimizes the total time of the workers, and other files as Vitest does. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const position = LONGEST.findIndex((name) => moduleId.includes(`/${name}.`));
      return position < 0 ? LONGEST.length : position;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
