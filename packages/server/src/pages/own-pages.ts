/** The server's own pages: user interface at `/` and `/editor`, demo pages, and the widget scripts. */
import { randomBytes } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import type { ConfigurationStore } from '../configurations/store.ts';
import type { PageToken } from './page-token.ts';
import { type PinnedWidgets, pinnedWidgets, servePinned } from './pinned-widgets.ts';
import { isReadRequest, type StaticFile, sendFile, serveFiles } from './static-files.ts';

export interface PageParts {
  /** Public origin; null if it is derived from the Host header. */
  origin: string | null;
  configurations: Pick<ConfigurationStore, 'list' | 'activeId'>;
  token: PageToken;
  /** The built widgets: `widget.js`, `similar-docs.js` and `assets/…`. */
  widgets: ReadonlyMap<string, StaticFile>;
  /** Previous builds of the widgets. */
  previousWidgets?: readonly ReadonlyMap<string, StaticFile>[];
  /** The built main user interface: `index.html`, `editor.html` and their files. */
  studio: ReadonlyMap<string, StaticFile>;
  /** Demo pages; empty if there are none. */
  demo: ReadonlyMap<string, StaticFile>;
  /** Whether the documentation site is built. */
  hasManual?: boolean;
}

/** Initial data of the user interface, embedded in its page. */
export interface StudioStart {
  token: string;
  /** The selected configuration, for which the token is valid; null without configurations. */
  chosen: number | null;
  configurations: { id: number; title: string }[];
  /** Whether there are demo pages. */
  hasExamples: boolean;
  /** Whether the documentation site is built. */
  hasManual: boolean;
}

export function ownPages(parts: PageParts): Middleware[] {
  const pinned = pinnedWidgets(parts.widgets);
  return [
    mainPage(parts, '/', 'index.html'),
    mainPage(parts, '/editor', 'editor.html'),
    serveFiles('/studio/', parts.studio),
    forAnySite(servePinned(parts.widgets, pinned, parts.origin, parts.previousWidgets)),
    forAnySite(serveFiles('/', parts.widgets)),
    demoPages(parts, pinned),
  ];
}

function mainPage(parts: PageParts, path: string, name: string): Middleware {
  return async (ctx, next) => {
    const page = ctx.path === path ? parts.studio.get(name) : undefined;
    if (!page) return next();
    if (!isReadRequest(ctx)) return;
    const configurations = usable(parts).map(({ id, config }) => ({ id, title: config.title }));
    const chosen = choiceOf(ctx, parts, configurations);
    const start: StudioStart = {
      // For one configuration only, because a token for a thousand would not fit into a header.
      token: chosen === null ? '' : await parts.token.for([chosen]),
      chosen,
      configurations,
      hasExamples: parts.demo.size > 0,
      hasManual: parts.hasManual ?? false,
    };
    sendPage(
      ctx,
      page.body.toString().replace('"__START__"', () => inScript(start)),
    );
  };
}

/** The configuration of `?configuration=`, else the active one, else the first; null without configurations. */
function choiceOf(ctx: Context, parts: PageParts, usable: { id: number }[]): number | null {
  const preferredIds = [Number(ctx.query.configuration), parts.configurations.activeId];
  return preferredIds.find((id) => usable.some((each) => each.id === id)) ?? usable[0]?.id ?? null;
}

/** Configurations that visitors may select: the visible ones and the active one. */
function usable({ configurations }: PageParts) {
  const { activeId } = configurations;
  return [...configurations.list()].filter(({ id, config }) => config.visible || id === activeId);
}

/** JSON escaped for embedding in `<script type="application/json">`. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** In demo pages, `__TOKEN__` becomes a token for them and `__CONFIGURATION__` the active configuration's id. */
function demoPages(parts: PageParts, pinned: PinnedWidgets): Middleware {
  return async (ctx, next) => {
    if (ctx.path === '/demo') return ctx.redirect('/demo/');
    if (!ctx.path.startsWith('/demo/')) return next();
    const file = parts.demo.get(ctx.path.slice('/demo/'.length) || 'index.html');
    if (!file) return next();
    if (!isReadRequest(ctx)) return;
    if (!file.mediaType.startsWith('text/html')) {
      // Pages of other origins show the images of documents.
      if (file.mediaType.startsWith('image/')) ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
      return sendFile(ctx, file);
    }
    const ids = usable(parts).map(({ id }) => id);
    const active = parts.configurations.activeId ?? ids[0] ?? 1;
    const [other = active, third = active] = ids.filter((id) => id !== active);
    const token = await parts.token.for([...new Set([active, other, third])]);
    const text = file.body
      .toString()
      .replaceAll('__TOKEN__', token)
      .replaceAll('__CONFIGURATION__', `${active}`)
      .replaceAll('__OTHER_CONFIGURATION__', `${other}`)
      .replaceAll('__THIRD_CONFIGURATION__', `${third}`);
    sendPage(ctx, text.includes('__NONCE__') ? strictPage(ctx, text, pinned) : text);
  };
}

/** A page with a nonce-based CSP and subresource integrity: `__PINNED__`, `__INTEGRITY_MAP__`. */
function strictPage(ctx: Context, text: string, { script, integrity }: PinnedWidgets): string {
  const nonce = randomBytes(16).toString('base64');
  ctx.set(
    'Content-Security-Policy',
    `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'self'; img-src 'self' https: data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types lit-html`,
  );
  const path = script ?? '/widget.js';
  return text
    .replaceAll('__NONCE__', nonce)
    .replaceAll('__PINNED__', path)
    .replaceAll('__INTEGRITY__', integrity[path] ?? '')
    .replaceAll('"__INTEGRITY_MAP__"', () => inScript({ integrity }));
}

function sendPage(ctx: Context, html: string): void {
  ctx.set('Cache-Control', 'no-store');
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = html;
}

const ownScripts = /^\/((widget|similar-docs)\.js$|integrity\.json$|assets\/)/;

/** Allows all origins to load the widgets, because module scripts require CORS; they contain no secrets. */
function forAnySite(serve: Middleware): Middleware {
  return async (ctx, next) => {
    await serve(ctx, next);
    if (!ownScripts.test(ctx.path)) return;
    ctx.set('Access-Control-Allow-Origin', '*');
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
  };
}
