/**
 * What tests stand on. Called at the top of a file: there from before its first test until after its last. Called in
 * a test, by names that end in `OfTest`: there until that test has finished.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { type Service, startService, temporaryDirectory, type Variables } from './service.ts';
import { openBrowser, type Visitor, visitor } from './visitor.ts';

/** An empty folder; it has its path from the first hook on. */
export function folder(): { readonly path: string } {
  return during(temporaryDirectory, ({ remove }) => remove());
}

/** The service in a folder of its own, with the demo unless the options say otherwise. */
export function served(environment: Variables = {}, options?: string[]): Service {
  const data = folder();
  return during(
    () => startService(data.path, environment, options),
    (service) => service.stop(),
  );
}

/** Visitors with contexts of their own in one browser. */
export function visiting(): (options?: BrowserContextOptions) => Promise<Visitor> {
  const open = during(
    async () => ({ browser: await openBrowser() }),
    ({ browser }) => browser.close(),
  );
  return (options) => visitor(open.browser, options);
}

export interface OwnersSite {
  origin: string;
  /** Makes this the site's one page; it loads the widgets of the service unless it has a script of its own. */
  show(body: string, service: Service, policy?: string): void;
}

/** An owner's site, on an origin of its own. */
export function ownersSite(): OwnersSite {
  const site = createServer();
  return during(
    async () => {
      await once(site.listen(0, 'localhost'), 'listening');
      return { origin: `http://localhost:${(site.address() as AddressInfo).port}`, show };
    },
    async () => site.close(),
  );

  function show(body: string, { url }: Service, policy = ''): void {
    const loads = body.includes('<script') ? '' : `<script type="module" src="${url}/widget.js"></script>`;
    const head = '<!doctype html><html lang="en"><title>Mine</title><link rel="icon" href="data:,">';
    site.removeAllListeners('request').on('request', (request, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      if (policy) response.setHeader('Content-Security-Policy', policy);
      response.end(request.url === '/' ? head + loads + body : '');
    });
  }
}

export async function folderOfTest(): Promise<string> {
  const { path, remove } = await temporaryDirectory();
  onTestFinished(remove);
  return path;
}

/** Without the demo unless the options say otherwise. */
export async function serviceOfTest(
  directory: string,
  options: string[] = [],
  environment: Variables = {},
): Promise<Service> {
  const service = await startService(directory, environment, options);
  onTestFinished(async () => {
    await service.stop();
  });
  return service;
}

/** An object that is filled when what it stands for has started, and useless after that has ended. */
function during<Thing extends object>(
  start: () => Promise<Thing>,
  end: (thing: Thing) => Promise<unknown>,
): Thing {
  const thing = {} as Thing;
  let started: Thing | undefined;
  beforeAll(async () => {
    started = await start();
    Object.assign(thing, started);
  });
  afterAll(async () => {
    if (started) await end(started);
  });
  return thing;
}
