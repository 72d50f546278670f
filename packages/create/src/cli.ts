#!/usr/bin/env node
/** `npm create @semantic-search FOLDER`: writes a project and prints the next commands. */
import { createProject } from './create-project.ts';

const [folder, ...rest] = process.argv.slice(2);
if (folder === undefined || folder.startsWith('-') || rest.length > 0) {
  console.error('Usage: npm create @semantic-search FOLDER');
  process.exitCode = 1;
} else {
  try {
    for (const path of await createProject(folder)) console.log(`  ${path}`);
    console.log(`\nNext:\n\n  cd ${folder}\n  npm install\n  npm start\n`);
    console.log(
      'With tarballs, copy them to packages/ and run npm install --ignore-scripts ./packages/*.tgz instead.',
    );
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
