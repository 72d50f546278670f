/** Paths and contents of the files generated from the docstrings. */
import { declarationOf, manifest, modules } from './manifest.ts';
import { guide, page } from './reference-pages.ts';

export function written(): [path: URL, text: string][] {
  const at = (path: string) => new URL(path, import.meta.url);
  return [
    [at('../custom-elements.json'), `${JSON.stringify(manifest(), null, 2)}\n`],
    [at('../llms.txt'), guide()],
    ...modules.map((name): [URL, string] => [
      at(`../../../docs/widgets/${name}.md`),
      page(declarationOf(name)),
    ]),
  ];
}
