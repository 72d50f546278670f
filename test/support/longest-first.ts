/** Order of test files in which the longest endurance tests start first. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const LONGEST = [
  'soak',
  'search-space.property',
  'crash-recovery',
  'corruption',
  'durability',
  'openapi-fuzzing',
];

/** Sorts endurance tests by duration, which minimizes the total time of two workers, and other files as Vitest does. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const position = LONGEST.findIndex((name) => moduleId.includes(`/${name}.`));
      return position < 0 ? LONGEST.length : position;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
