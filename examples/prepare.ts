/** Packs what the examples install into `packed/`, as it would come from a registry. */
import { execFileSync } from 'node:child_process';

for (const name of ['contract', 'client', 'widgets'])
  execFileSync('pnpm', ['pack', '--pack-destination', `${import.meta.dirname}/packed`], {
    cwd: `${import.meta.dirname}/../packages/${name}`,
    stdio: 'ignore',
  });
