/** Order of test files in which the longest files of each project start first. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take most of a minute or longer, the longest first. */
const LONGEST = [
  'soak',
  'openapi-fuzzing',
  'goals',
  'search-space.property',
  'crash-recovery',
  'million-triples',
  'economics',
  'image',
  'replicas',
  'documentation',
  'installed',
  'regular-expressions',
  'outage',
  'changes',
];

/** Sorts files by duration, which minimizes the total time of the workers, and other files as Vitest does. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // Workers of a project share modules and a browser, so that projects do not mix.
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    const rank = ({ moduleId }: TestSpecification) => {
      const position = LONGEST.findIndex((name) => moduleId.includes(`/${name}.`));
      return position < 0 ? LONGEST.length : position;
    };
    const place = ({ project }: TestSpecification) => projects.indexOf(project.name);
    return sorted.toSorted((a, b) => place(a) - place(b) || rank(a) - rank(b));
  }
}
