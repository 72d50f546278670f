/** Page object: mounts an element against the fake service and runs axe. */
import type { ConfigurationSettings } from '@semantic-search/contract';
import 'axe-core';
import { expect } from 'chai';
import { respond, testSettings } from './service.ts';

type FakeResponse = { status: number; body: unknown; headers?: Record<string, string> };
/** Responds to a request, or returns undefined to let the fake service respond. */
export type Interception = (url: URL, body: string) => FakeResponse | 'offline' | 'never' | undefined;

declare global {
  interface Window {
    axe: typeof import('axe-core');
  }
}

export const requests: { url: URL; body: string; signal: AbortSignal | null }[] = [];
/** Number of pending requests. */
let running = 0;

export function serve(
  settings: ConfigurationSettings = testSettings(),
  intercept: Interception = () => undefined,
): void {
  requests.length = 0;
  window.fetch = async (input, { body = '', signal = null } = {}) => {
    const url = new URL(String(input), location.href);
    const text = String(body ?? '');
    requests.push({ url, body: text, signal });
    running++;
    await new Promise((resolve) => setTimeout(resolve)).finally(() => running--);
    signal?.throwIfAborted();
    const given: ReturnType<Interception> = intercept(url, text) ?? respond(url, text, settings);
    if (given === 'offline') throw new TypeError('Failed to fetch');
    if (given === 'never')
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    return new Response(JSON.stringify(given.body), given);
  };
}

/** Mounts an element in a page with a heading and a main element, and waits until it has rendered. */
export async function mount<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
): Promise<HTMLElementTagNameMap[Name]> {
  document.title = 'Test';
  document.documentElement.lang ||= 'en';
  let main = document.querySelector('main');
  if (!main) {
    main = document.createElement('main');
    document.body.append(main);
    const heading = document.createElement('h1');
    heading.textContent = 'A page';
    document.body.style.margin = '0';
    main.append(heading);
  }
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  main.append(element);
  await (element as unknown as { ready?: Promise<void> }).ready;
  await settled();
  return element;
}

export function clean(): void {
  document.querySelector('main')?.remove();
  history.replaceState(null, '', location.pathname);
  localStorage.clear();
}

/** Waits until no request and no rendering has been pending for two frames. */
export async function settled(): Promise<void> {
  for (let quiet = 0; quiet < 2; ) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise(requestAnimationFrame);
    quiet = running || rendering(document) ? 0 : quiet + 1;
  }
}

const rendering = (root: ParentNode): boolean =>
  [...root.querySelectorAll<Element & { isUpdatePending?: boolean }>('*')].some(
    (element) => element.isUpdatePending || (element.shadowRoot && rendering(element.shadowRoot)),
  );

/** Waits for the end of all finite animations. */
async function animationsFinished(root: Document | ShadowRoot): Promise<void> {
  const finite = root
    .getAnimations()
    .filter(({ effect }) => effect!.getComputedTiming().endTime !== Infinity);
  await Promise.all(finite.map(({ finished }) => finished.catch(() => undefined)));
  for (const { shadowRoot } of root.querySelectorAll('*'))
    if (shadowRoot) await animationsFinished(shadowRoot);
}

export async function until<Value>(look: () => Value | null | undefined | false): Promise<Value> {
  for (let turn = 0; turn < 200; turn++) {
    const value = look();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`timed out: ${look}`);
}

/** Expects no axe violations of WCAG 2.0–2.2 A and AA and of best practices. */
export async function accessible(): Promise<void> {
  await settled();
  await animationsFinished(document);
  const { violations } = await window.axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    resultTypes: ['violations'],
  });
  const messages = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target} ${node.failureSummary}`),
  );
  expect(messages.join('\n')).to.equal('');
}

/** `querySelector` through open shadow roots. */
export function deep<Found extends HTMLElement = HTMLElement>(
  selector: string,
  root: ParentNode = document,
): Found | null {
  const here = root.querySelector<Found>(selector);
  if (here) return here;
  for (const element of root.querySelectorAll('*')) {
    const found = element.shadowRoot && deep<Found>(selector, element.shadowRoot);
    if (found) return found;
  }
  return null;
}

export function focused(): HTMLElement | null {
  let at = document.activeElement as HTMLElement | null;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement as HTMLElement;
  return at;
}
