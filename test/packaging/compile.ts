/** Compiles a package to `modules/`: JavaScript, and the declarations that its entry points reach. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The compiler options of a package; `-p` of `tsc`. */
const [project = '.'] = process.argv.slice(2);
const compiler = join(import.meta.dirname, '../../node_modules/.bin/tsc');

rmSync('modules', { recursive: true, force: true });
execFileSync(compiler, ['-p', project], { stdio: 'inherit' });
removeInternalDeclarations();

/** They would make types of internal dependencies, such as Koa's, part of what a consumer has to install. */
function removeInternalDeclarations(): void {
  const reached = new Set<string>();
  for (const path of entryPoints()) follow(resolve(path), reached);
  for (const path of globSync('modules/**/*.d.ts')) if (!reached.has(resolve(path))) rmSync(path);
}

function entryPoints(): string[] {
  const { publishConfig } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    publishConfig: { exports: Record<string, string | { types: string }> };
  };
  return Object.values(publishConfig.exports)
    .flatMap((target) => (typeof target === 'string' ? [] : globSync(target.types)))
    .filter((path) => path.startsWith('modules/'));
}

function follow(path: string, reached: Set<string>): void {
  if (reached.has(path)) return;
  reached.add(path);
  const text = readFileSync(path, 'utf8');
  for (const [, specifier = ''] of text.matchAll(/(?:from |import\(|import )['"](\.[^'"]+)['"]/g))
    follow(join(dirname(path), specifier.replace(/\.(?:js|ts)$/, '.d.ts')), reached);
}
