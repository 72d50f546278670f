/** Paths and contents of the files generated from the docstrings. */
import { guide } from './guide.ts';
import { manifest } from './manifest.ts';

export function written(): [path: URL, text: string][] {
  const at = (path: string) => new URL(path, import.meta.url);
  return [
    [at('../custom-elements.json'), `${JSON.stringify(manifest(), null, 2)}\n`],
    [at('../llms.txt'), guide()],
  ];
}
