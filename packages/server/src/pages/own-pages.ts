/** The server's own pages: `/`, `/editor`, `/studio`, demo pages, and the widget scripts. */
import Router from '@koa/router';
import type { Context } from 'koa';
import type { ConfigurationStore } from '../configurations/store.ts';
import type { PageToken } from './page-token.ts';
import { type StaticFile, type StaticFiles, sendFile } from './static-files.ts';
import { hashOf, pinnedWidgets } from './widget-builds.ts';

export interface PageParts {
  /** Public origin; null if it is derived from the Host header. */
  origin: string | null;
  configurations: Pick<ConfigurationStore, 'list' | 'find' | 'activeId'>;
  token: PageToken;
  /** The built widgets: `widget.js`, `similar-docs.js` and `assets/…`. */
  widgets: StaticFiles;
  /** Previous builds of the widgets. */
  previousWidgets: readonly StaticFiles[];
  /** The built main user interface: `index.html`, `editor.html`, `studio.html` and their files. */
  studio: StaticFiles;
  /** Demo pages; empty if there are none. */
  demo: StaticFiles;
  /** The built documentation site by path, such as `how-to/embed/index.html`; empty if it is not built. */
  manual: StaticFiles;
  /** Name of the provider through which people sign in; empty without one. */
  provider: string;
}

export function ownPages(parts: PageParts): Router {
  const router = new Router({ sensitive: true });
  router.get('/', (ctx) => sendMainPage(ctx, parts, 'index.html'));
  router.get('/editor', (ctx) => sendMainPage(ctx, parts, 'editor.html'));
  for (const place of ['', '/searches', '/content', '/curation', '/insight', '/access'])
    router.get(`/studio${place}`, (ctx) => sendMainPage(ctx, parts, 'studio.html'));
  router.get('/studio/*path', (ctx) => {
    const { path = '' } = ctx.params;
    const file = parts.studio.get(path);
    if (file) return sendFile(ctx, file);
    // The studio says that the page does not exist. Files have no rate limit, so none of them is a page with a token.
    if (!path.includes('.')) sendMainPage(ctx, parts, 'studio.html');
    ctx.status = 404;
  });
  addWidgets(router, parts);
  router.get('/demo{/*path}', (ctx) => sendDemo(ctx, parts));
  return router;
}

function sendMainPage(ctx: Context, parts: PageParts, name: string): void {
  const page = parts.studio.get(name);
  if (!page) return;
  const configurations = usableConfigurations(parts).map(({ id, config }) => ({ id, title: config.title }));
  const chosenId = chosenIdOf(ctx, parts, configurations);
  /** Data with which the user interface starts, embedded in its page. */
  const initialData = {
    // A token for one configuration only: a token for a thousand would not fit into a header.
    token: chosenId === null ? '' : parts.token([chosenId]),
    /** Null without configurations. */
    chosen: chosenId,
    configurations,
    hasExamples: parts.demo.size > 0,
    hasManual: parts.manual.size > 0,
    provider: parts.provider,
  };
  const html = page.body.toString().replace('"__START__"', () => jsonForScript(initialData));
  const hasFeed =
    name === 'index.html' && chosenId !== null && parts.configurations.find(chosenId)?.config.visible;
  sendPage(ctx, hasFeed ? html.replace('</head>', `${feedLinks(chosenId)}</head>`) : html);
}

/** Links by which feed readers find the feeds of a page. These feeds need no token. */
function feedLinks(configuration: number): string {
  const link = (type: string, query: string) =>
    `<link rel="alternate" type="application/${type}" href="/api/configurations/${configuration}/feed${query}">\n`;
  return link('atom+xml', '') + link('feed+json', '?format=json');
}

/** Routes of the current build, of builds by their hash, and of `/integrity.json` for page owners. */
function addWidgets(router: Router, { widgets, previousWidgets, origin }: PageParts): void {
  const builds = new Map([widgets, ...previousWidgets].map((build) => [hashOf(build), build]));
  const pinned = pinnedWidgets(widgets);
  for (const [name, file] of widgets)
    if (!name.includes('/')) router.get(`/${name}`, (ctx) => sendScript(ctx, file));
  router.get('/assets/*path', (ctx) => {
    const { path = '' } = ctx.params;
    const [hash = '', ...pathInBuild] = path.split('/');
    const build = builds.get(hash);
    // A page that was loaded before an update still loads the parts of its build.
    const files = [...builds.values()].map((anyBuild) => anyBuild.get(`assets/${path}`));
    const file = build?.get(pathInBuild.join('/')) ?? files.find(Boolean);
    return file && sendScript(ctx, file);
  });
  router.get('/integrity.json', (ctx) => {
    if (!pinned.script) return;
    const urlOf = (path: string) => `${origin ?? `${ctx.protocol}://${ctx.host}`}${path}`;
    const integrity = Object.entries(pinned.integrity).map(([path, value]) => [urlOf(path), value]);
    allowAnySite(ctx);
    // The response depends on the Host header, so shared caches must not store it.
    ctx.set('Cache-Control', 'private, no-cache');
    ctx.body = { script: urlOf(pinned.script), integrity: Object.fromEntries(integrity) };
  });
}

/** Module scripts require CORS; the widgets contain no secrets. */
function allowAnySite(ctx: Context): void {
  ctx.set('Access-Control-Allow-Origin', '*');
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
}

function sendScript(ctx: Context, file: StaticFile): Promise<void> {
  allowAnySite(ctx);
  return sendFile(ctx, file);
}

/** The configuration of `?configuration=`, else the active one, else the first; null without configurations. */
function chosenIdOf(ctx: Context, parts: PageParts, usable: { id: number }[]): number | null {
  const preferredIds = [Number(ctx.query.configuration), parts.configurations.activeId];
  return preferredIds.find((id) => usable.some((item) => item.id === id)) ?? usable[0]?.id ?? null;
}

/** Configurations that visitors may select: the visible ones and the active one. */
function usableConfigurations({ configurations }: PageParts) {
  const { activeId } = configurations;
  return [...configurations.list()].filter(({ id, config }) => config.visible || id === activeId);
}

/** JSON escaped for embedding in `<script type="application/json">`. */
function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** In demo pages, `__TOKEN__` becomes a token, `__CONFIGURATION__` the ID of the active configuration, others those of others. */
async function sendDemo(ctx: Context, parts: PageParts): Promise<void> {
  if (ctx.path === '/demo') return ctx.redirect('/demo/');
  const file = parts.demo.get(ctx.params.path || 'index.html');
  if (!file) return;
  if (!file.mediaType.startsWith('text/html')) {
    // Pages of other origins show the images of documents.
    if (file.mediaType.startsWith('image/')) ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
    return sendFile(ctx, file);
  }
  const ids = usableConfigurations(parts).map(({ id }) => id);
  // Without configurations, the page names the first one that somebody will create.
  const active = parts.configurations.activeId ?? ids[0] ?? 1;
  const [other = active, third = active] = ids.filter((id) => id !== active);
  const token = parts.token([...new Set([active, other, third])]);
  const text = file.body
    .toString()
    .replaceAll('__TOKEN__', token)
    .replaceAll('__CONFIGURATION__', `${active}`)
    .replaceAll('__OTHER_CONFIGURATION__', `${other}`)
    .replaceAll('__THIRD_CONFIGURATION__', `${third}`);
  sendPage(ctx, text);
}

function sendPage(ctx: Context, html: string): void {
  ctx.set('Cache-Control', 'no-store');
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = html;
}
