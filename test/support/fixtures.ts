/**
 * Fixtures with the lifetime of a file or a test.
 *
 * Called at the top of a file, they exist from before its first test until after its last. Names that end in `OfTest` are
 * called in a test and exist until it has finished.
 */
import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, inject, onTestFinished, vi } from 'vitest';
import { type Finished, type Service, startService, temporaryDirectory, type Variables } from './service.ts';
import { openBrowser, type Visitor, visitor } from './visitor.ts';

/** An empty folder; its path is set before the first test. */
export function folder(): { readonly path: string } {
  return during(temporaryDirectory, ({ remove }) => remove());
}

/** A service with its own folder, by default with the demo data. */
export function served(environment: Variables = {}, options?: string[]): Service {
  const data = folder();
  return during(
    async () => {
      const demoData = options ? undefined : inject('demoData');
      if (demoData) await cp(demoData, data.path, { recursive: true });
      return startService(data.path, environment, options);
    },
    (service) => service.stop(),
  );
}

/** Shared by all files of a worker; it ends with the worker. */
let browser: Promise<Browser> | undefined;

/** Visitors with separate contexts in one browser. */
export function visiting(): (options?: BrowserContextOptions) => Promise<Visitor> {
  const visitors: Visitor[] = [];
  afterAll(() => Promise.all(visitors.map(({ leave }) => leave())));
  return async (options) => {
    browser ??= openBrowser();
    const entered = await visitor(await browser, options);
    visitors.push(entered);
    return entered;
  };
}

export interface OwnersSite {
  origin: string;
  /** Sets the only page of the site; it loads the widgets unless `body` contains a script. */
  show(body: string, service: Service, policy?: string): void;
}

/** Website of an owner, on its own origin. */
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
      response.end(request.url?.split('?')[0] === '/' ? head + loads + body : '');
    });
  }
}

export async function folderOfTest(): Promise<string> {
  const { path, remove } = await temporaryDirectory();
  onTestFinished(remove);
  return path;
}

const services = new Map<string, Service>();

/** A service, by default without the demo data; the running one if there is one. */
export async function serviceOfTest(
  directory: string,
  options: string[] = [],
  environment: Variables = {},
): Promise<Service> {
  const running = services.get(directory);
  if (running) return running;
  const started = await startService(directory, environment, options);
  const service: Service = {
    ...started,
    stop(signal) {
      services.delete(directory);
      return started.stop(signal);
    },
  };
  services.set(directory, service);
  onTestFinished(async () => {
    await service.stop();
  });
  return service;
}

/**
 * Runs a command in the process of the test, which saves the start of a process. For commands that report an error: all else
 * needs `semanticSearch`, whose process has to end by itself.
 */
export async function failureOf(words: string[], environment: Variables = {}): Promise<Finished> {
  const [output, errors]: [string[], string[]] = [[], []];
  const print = vi.spyOn(console, 'log').mockImplementation((text = '') => void output.push(`${text}\n`));
  const warn = vi.spyOn(console, 'error').mockImplementation((text = '') => void errors.push(`${text}\n`));
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const { openProgram } = await import('@semantic-search/cli');
  const program = await openProgram(words[0]);
  const commands = [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)];
  for (const command of commands)
    command.exitOverride().configureOutput({ writeErr: (text) => void errors.push(text) });
  const previousCode = process.exitCode;
  process.exitCode = 0;
  let code: number;
  try {
    await program.parseAsync(words, { from: 'user' });
    code = Number(process.exitCode);
  } catch (error) {
    code = 1;
    const { code: kind = '', message } = error as Error & { code?: string };
    // Commander has written its own errors.
    if (!kind.startsWith('commander.')) errors.push(`semantic-search: ${message}\n`);
  } finally {
    print.mockRestore();
    warn.mockRestore();
    process.exitCode = previousCode;
    vi.unstubAllEnvs();
  }
  return { code, output: output.join(''), errors: errors.join('') };
}

/** An object that is filled before the first test and released after the last. */
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
