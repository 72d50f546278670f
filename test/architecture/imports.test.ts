/** Dependency rules: imports follow the arrows of ARCHITECTURE.md, and some responsibilities have a single file. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

interface Source {
  path: string;
  text: string;
}

const sources: Source[] = globSync('packages/*/src/**/*.ts', { cwd: root })
  .sort()
  .map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }));

const product = sources.filter(({ path }) => !/\.test\.ts$/.test(path));

/** Which workspace packages, or single modules of them, a package may import; those in `typesOnly` as types. */
const arrows: Record<string, { values: string[]; typesOnly: string[] }> = {
  contract: { values: [], typesOnly: [] },
  query: { values: [], typesOnly: [] },
  embeddings: { values: [], typesOnly: [] },
  engine: { values: ['query'], typesOnly: [] },
  client: { values: [], typesOnly: ['contract'] },
  sources: { values: ['query/dates'], typesOnly: [] },
  // A starter: its projects depend on the server.
  create: { values: [], typesOnly: [] },
  // The server loads embeddings and adapters on demand.
  server: {
    values: ['contract', 'engine', 'query', 'sources'],
    typesOnly: ['embeddings', 'graphsearch', 'postgres'],
  },
  graphsearch: { values: ['engine', 'query'], typesOnly: [] },
  opensearch: { values: ['engine', 'query'], typesOnly: [] },
  postgres: { values: ['contract/storage'], typesOnly: [] },
  // The program.
  cli: { values: ['client', 'contract', 'engine', 'postgres', 'query', 'server', 'sources'], typesOnly: [] },
  widgets: { values: ['client', 'contract/mask-personal-data'], typesOnly: ['contract'] },
  studio: {
    values: ['client', 'widgets', 'contract/defaults', 'contract/embed-snippet', 'contract/limits'],
    typesOnly: ['contract'],
  },
};

const packageOf = (path: string) => path.split('/')[1] ?? '';
const imports = ({ text }: Source) =>
  [...text.matchAll(/^(?:import|export)\s+(type\s+)?[^;]*?from\s+'([^']+)'/gm)].map(
    ([, type, specifier]) => ({
      type: type !== undefined,
      specifier: specifier ?? '',
    }),
  );

describe('imports', () => {
  it('covers every package', () => {
    expect(new Set(product.map(({ path }) => packageOf(path)))).toEqual(new Set(Object.keys(arrows)));
  });

  it('follow the arrows of ARCHITECTURE.md', () => {
    const wrong = product.flatMap((source) => {
      const { values, typesOnly } = arrows[packageOf(source.path)]!;
      return imports(source)
        .filter(({ specifier }) => specifier.startsWith('@semantic-search/'))
        .filter(({ specifier, type }) => {
          const target = specifier.split('/')[1]!;
          const isValue =
            values.includes(target) || values.includes(specifier.replace('@semantic-search/', ''));
          return !isValue && !(type && typesOnly.includes(target));
        })
        .map(({ specifier }) => `${source.path} imports ${specifier}`);
    });
    expect(wrong).toEqual([]);
  });

  it('in package.json form no cycle between packages', () => {
    const dependenciesOf = (name: string) => {
      const manifest = JSON.parse(readFileSync(join(root, `packages/${name}/package.json`), 'utf8'));
      const { dependencies, devDependencies, optionalDependencies, peerDependencies } = manifest;
      const all = { ...dependencies, ...devDependencies, ...optionalDependencies, ...peerDependencies };
      const names = Object.keys(all).map((dependency) => dependency.replace('@semantic-search/', ''));
      return names.filter((dependency) => dependency in arrows);
    };
    const reach = (start: string) => {
      const reached = new Set(dependenciesOf(start));
      for (const name of reached) for (const dependency of dependenciesOf(name)) reached.add(dependency);
      return reached;
    };
    expect(Object.keys(arrows).filter((name) => reach(name).has(name))).toEqual([]);
  });

  it('never reach into another package by path', () => {
    const wrong = product.flatMap((source) =>
      imports(source)
        .filter(({ specifier }) => specifier.startsWith('.'))
        .filter(
          ({ specifier }) => packageOf(join(dirname(source.path), specifier)) !== packageOf(source.path),
        )
        .map(({ specifier }) => `${source.path} imports ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });

  it('of values form no cycle between files', () => {
    const values = new Map(
      product.map((source) => [
        source.path,
        imports(source)
          .filter(({ specifier, type }) => specifier.startsWith('.') && !type)
          .map(({ specifier }) => join(dirname(source.path), specifier)),
      ]),
    );
    const reached = (start: string) => {
      const found = new Set<string>();
      const follow = (path: string) => {
        for (const next of values.get(path) ?? []) {
          if (found.has(next)) continue;
          found.add(next);
          follow(next);
        }
      };
      follow(start);
      return found;
    };
    expect([...values.keys()].filter((path) => reached(path).has(path))).toEqual([]);
  });

  it.each(Object.keys(arrows))('form a directed acyclic graph between the folders of %s', (name) => {
    const base = `packages/${name}/src/`;
    // A file at the root of `src` is a node of its own; `index.ts` only re-exports.
    const nodeOf = (path: string) => {
      const inside = path.slice(base.length);
      return inside.includes('/') ? dirname(inside) : inside;
    };
    const edges = new Map<string, Set<string>>();
    for (const source of product.filter(({ path }) => path.startsWith(base))) {
      if (source.path.endsWith('/index.ts')) continue;
      for (const { specifier } of imports(source).filter((each) => each.specifier.startsWith('.'))) {
        const [from, to] = [nodeOf(source.path), nodeOf(join(dirname(source.path), specifier))];
        if (from !== to) edges.set(from, (edges.get(from) ?? new Set()).add(to));
      }
    }
    const reachable = (start: string, found = new Set<string>()): Set<string> => {
      for (const next of edges.get(start) ?? []) {
        if (found.has(next)) continue;
        found.add(next);
        reachable(next, found);
      }
      return found;
    };
    expect(edges.size).toBeGreaterThan(0);
    expect([...edges.keys()].filter((folder) => reachable(folder).has(folder))).toEqual([]);
  });

  it('of Koa and HTTP stay out of the engine', () => {
    const wrong = product
      .filter(({ path }) => packageOf(path) === 'engine')
      .flatMap((source) =>
        imports(source).filter(({ specifier }) => /^(?:koa|@koa\/|node:http)/.test(specifier)),
      );
    expect(wrong).toEqual([]);
  });
});

describe('responsibilities of a single file', () => {
  const containing = (pattern: RegExp) =>
    product.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

  it('only one file of the server reads the environment', () => {
    expect(
      containing(/process\.env(?!\.\w+ = )/).filter((path) => path.startsWith('packages/server')),
    ).toEqual(['packages/server/src/settings/server-settings.ts']);
  });

  it('only two files write problem responses', () => {
    expect(containing(/(?:type = '|'Content-Type': ')application\/problem\+json/)).toEqual([
      'packages/server/src/errors/error-middleware.ts',
      'packages/server/src/errors/problem.ts',
    ]);
  });
});
