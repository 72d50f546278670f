/** Cross-browser test runner (`test:browsers` of this package): Firefox and WebKit, if installed. */
import { accessSync, constants, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Driver } from './driver.ts';
import { firefox } from './firefox.ts';
import { openSite } from './site.ts';
import { visit } from './visit.ts';
import { webkit } from './webkit.ts';

const { PATH = '', FIREFOX_PATH, DISPLAY, DEMAND_TOOLS } = process.env;

function program(...names: string[]): string | undefined {
  const places = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return places.find((place) => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

const firefoxPath = FIREFOX_PATH ?? program('firefox-esr', 'firefox');
const webkitDriver = program('WebKitWebDriver');
const miniBrowser = globSync('/usr/{lib,lib/*,libexec}/webkit2gtk-4.{1,0}/MiniBrowser').at(0);
const screen = program('Xvfb');

const browsers: [name: string, missing: string | undefined, open: () => Promise<Driver>][] = [
  ['Firefox', firefoxPath ? undefined : 'firefox-esr is not installed', () => firefox(firefoxPath!)],
  [
    'WebKit',
    webkitDriver && miniBrowser
      ? screen || DISPLAY
        ? undefined
        : 'xvfb is not installed, and there is no display'
      : 'webkit2gtk-driver is not installed',
    () => webkit({ driver: webkitDriver!, browser: miniBrowser!, screen }),
  ],
];

const site = await openSite();
for (const [name, missing, open] of browsers) {
  if (missing) {
    console.log(`${name}: skipped, ${missing}`);
    if (DEMAND_TOOLS) process.exitCode = 1;
    continue;
  }
  const driver = await open();
  try {
    const done = await visit(driver, site.url);
    console.log(`${driver.name}: ${done.join(', ')}`);
  } catch (error) {
    process.exitCode = 1;
    console.error(`${driver.name}: ${error instanceof Error ? error.message : error}`);
  } finally {
    await driver.close();
  }
}
site.close();
