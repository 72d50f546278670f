/** Test page: mounts elements, serves the fake API, queries shadow roots, and runs axe. */
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
let pendingRequests = 0;

/** Replaces `fetch` by the fake service with these settings; `intercept` can respond first. Clears `requests`. */
export function serve(
  settings: ConfigurationSettings = testSettings(),
  intercept: Interception = () => undefined,
): void {
  requests.length = 0;
  window.fetch = async (input, { body = '', signal = null } = {}) => {
    const url = new URL(String(input), location.href);
    const text = String(body ?? '');
    requests.push({ url, body: text, signal });
    pendingRequests++;
    await new Promise((resolve) => setTimeout(resolve)).finally(() => pendingRequests--);
    signal?.throwIfAborted();
    const response: ReturnType<Interception> = intercept(url, text) ?? respond(url, text, settings);
    if (response === 'offline') throw new TypeError('Failed to fetch');
    if (response === 'never')
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    return new Response(JSON.stringify(response.body), response);
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

/** Removes the mounted elements and what they stored. */
export function resetPage(): void {
  document.querySelector('main')?.remove();
  history.replaceState(null, '', location.pathname);
  localStorage.clear();
}

/** Waits until no request and no rendering has been pending for two frames. */
export async function settled(): Promise<void> {
  for (let quietFrames = 0; quietFrames < 2; ) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise(requestAnimationFrame);
    quietFrames = pendingRequests || isRendering(document) ? 0 : quietFrames + 1;
  }
}

const isRendering = (root: ParentNode): boolean =>
  [...root.querySelectorAll<Element & { isUpdatePending?: boolean }>('*')].some(
    (element) => element.isUpdatePending || (element.shadowRoot && isRendering(element.shadowRoot)),
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

/** Polls for about eight seconds, because other tests run at the same time, until `look` returns a truthy value, which it resolves to. */
export async function until<Value>(look: () => Value | null | undefined | false): Promise<Value> {
  for (let attempt = 0; attempt < 400; attempt++) {
    const value = look();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`timed out: ${look}`);
}

/** Expects no axe violations of WCAG 2.0–2.2 A and AA and of best practices. */
export async function expectAccessible(): Promise<void> {
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
export function queryDeep<Found extends HTMLElement = HTMLElement>(
  selector: string,
  root: ParentNode = document,
): Found | null {
  const inRoot = root.querySelector<Found>(selector);
  if (inRoot) return inRoot;
  for (const element of root.querySelectorAll('*')) {
    const found = element.shadowRoot && queryDeep<Found>(selector, element.shadowRoot);
    if (found) return found;
  }
  return null;
}

/** The focused element, also inside shadow roots. */
export function focused(): HTMLElement | null {
  let element = document.activeElement as HTMLElement | null;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement as HTMLElement;
  return element;
}
