/** The server's own pages: the main user interface at `/` and `/editor`, pages as owners write them at `/demo/`, and `/widget.js`. */
import { randomBytes } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import type { ConfigurationStore } from '../configurations/store.ts';
import type { PageToken } from './page-token.ts';
import { type PinnedWidgets, pinnedWidgets, servePinned } from './pinned-widgets.ts';
import { isReadRequest, type StaticFile, sendFile, serveFiles } from './static-files.ts';

export interface PageParts {
  /** Where people reach the service; null when it is what the Host header says. */
  origin: string | null;
  configurations: Pick<ConfigurationStore, 'list' | 'activeId'>;
  token: PageToken;
  /** The built widgets: `widget.js`, `similar-docs.js` and `assets/…`. */
  widgets: ReadonlyMap<string, StaticFile>;
  /** The built main user interface: `index.html`, `editor.html` and their files. */
  studio: ReadonlyMap<string, StaticFile>;
  /** Pages as owners write them; empty when the server shows none. */
  demo: ReadonlyMap<string, StaticFile>;
}

/** What the main user interface starts from, written into its page. */
export interface StudioStart {
  token: string;
  /** The configuration to search with, which the token is for; null when there is none. */
  chosen: number | null;
  configurations: { id: number; title: string }[];
}

export function ownPages(parts: PageParts): Middleware[] {
  const pinned = pinnedWidgets(parts.widgets);
  return [
    mainPage(parts, '/', 'index.html'),
    mainPage(parts, '/editor', 'editor.html'),
    serveFiles('/studio/', parts.studio),
    forAnySite(servePinned(parts.widgets, pinned, parts.origin)),
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
      // For this one alone: a token for a thousand configurations would not fit into a header.
      token: chosen === null ? '' : await parts.token.for([chosen]),
      chosen,
      configurations,
    };
    sendPage(
      ctx,
      page.body.toString().replace('"__START__"', () => inScript(start)),
    );
  };
}

/** The one in `?configuration=`, else the active one, else the first; null when there is none. */
function choiceOf(ctx: Context, parts: PageParts, usable: { id: number }[]): number | null {
  const wanted = [Number(ctx.query.configuration), parts.configurations.activeId];
  return wanted.find((id) => usable.some((each) => each.id === id)) ?? usable[0]?.id ?? null;
}

/** What visitors may choose: the visible configurations, and the active one though it may not be visible. */
function usable({ configurations }: PageParts) {
  const { activeId } = configurations;
  return [...configurations.list()].filter(({ id, config }) => config.visible || id === activeId);
}

/** JSON that may stand in a `<script type="application/json">`: nothing in it ends the element. */
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
    if (!file.mediaType.startsWith('text/html')) return sendFile(ctx, file);
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

/** A page that runs only scripts with its nonce, each of them only as it is known: `__PINNED__`, `__INTEGRITY_MAP__`. */
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

/** Module scripts are fetched with CORS: any site may take the widgets, which hold no secret. */
function forAnySite(serve: Middleware): Middleware {
  return async (ctx, next) => {
    await serve(ctx, next);
    if (!ownScripts.test(ctx.path)) return;
    ctx.set('Access-Control-Allow-Origin', '*');
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
  };
}
