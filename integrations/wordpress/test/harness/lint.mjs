/** Parses the files of a folder with other versions of PHP: lint.mjs MODULES FOLDER VERSION… */
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [modules, folder, ...versions] = process.argv.slice(2);
const require = createRequire(join(modules, 'node_modules', 'lint.cjs'));
const { loadNodeRuntime } = require('@php-wasm/node');
const { PHP } = require('@php-wasm/universal');

const code = `<?php
  try {
    token_get_all( file_get_contents( '/source.php' ), TOKEN_PARSE );
    echo PHP_VERSION;
  } catch ( ParseError $error ) {
    echo 'line ' . $error->getLine() . ': ' . $error->getMessage();
  }`;

for (const version of versions) {
  const php = new PHP(await loadNodeRuntime(version, { emscriptenOptions: { processId: 1 } }));
  for (const path of globSync('**/*.php', { cwd: folder })) {
    php.writeFile('/source.php', readFileSync(join(folder, path)));
    const { text } = await php.run({ code });
    if (!text.startsWith(`${version}.`)) console.log(`${version}: ${path}: ${text}`);
  }
  console.log(`${version} is done.`);
}
process.exit();
