/** The server's own pages: `/`, `/editor`, `/studio`, and demo pages. */
import Router from '@koa/router';
import type { Context } from 'koa';
import type { ConfigurationStore } from '../configurations/store.ts';
import type { PageToken } from './page-token.ts';
import { type StaticFiles, sendFile } from './static-files.ts';

export interface PageParts {
  configurations: Pick<ConfigurationStore, 'list' | 'find' | 'activeId'>;
  pageToken: PageToken;
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
    ctx.status = 404;
    // The studio says that the page does not exist. Files have no rate limit, so none of them is a page with a token.
    if (!path.includes('.')) sendMainPage(ctx, parts, 'studio.html');
  });
  router.get('/demo{/*path}', (ctx) => sendDemo(ctx, parts));
  return router;
}

function sendMainPage(ctx: Context, parts: PageParts, fileName: string): void {
  const page = parts.studio.get(fileName);
  if (!page) return;
  const configurations = offeredConfigurations(parts).map(({ id, config }) => ({ id, title: config.title }));
  const chosenId = chosenIdOf(ctx, parts, configurations);
  /** Data with which the user interface starts, embedded in its page. */
  const initialData = {
    // A token for one configuration only: a token for a thousand would not fit into a header.
    token: chosenId === null ? '' : parts.pageToken([chosenId]),
    /** Null without configurations. */
    chosen: chosenId,
    configurations,
    hasExamples: parts.demo.size > 0,
    hasManual: parts.manual.size > 0,
    provider: parts.provider,
  };
  const html = page.body.toString().replace('"__START__"', () => jsonForScript(initialData));
  const isVisible = chosenId !== null && parts.configurations.find(chosenId)?.config.visible;
  const feeds = isVisible && fileName === 'index.html' ? feedLinks(chosenId) : '';
  sendPage(ctx, html.replace('</head>', `${feeds}</head>`));
}

/** Links by which feed readers find the feeds of a page. These feeds need no token. */
function feedLinks(configuration: number): string {
  const link = (type: string, query: string) =>
    `<link rel="alternate" type="application/${type}" href="/api/configurations/${configuration}/feed${query}">\n`;
  return link('atom+xml', '') + link('feed+json', '?format=json');
}

/** The configuration of `?configuration=`, else the active one, else the first; null without configurations. */
function chosenIdOf(ctx: Context, parts: PageParts, selectable: { id: number }[]): number | null {
  const preferredIds = [Number(ctx.query.configuration), parts.configurations.activeId];
  const isSelectable = (id: number | null) => selectable.some((entry) => entry.id === id);
  return preferredIds.find(isSelectable) ?? selectable[0]?.id ?? null;
}

/** Configurations that visitors may select: the visible ones and the active one. */
function offeredConfigurations({ configurations }: PageParts) {
  const { activeId } = configurations;
  return [...configurations.list()].filter(({ id, config }) => config.visible || id === activeId);
}

/** JSON escaped for embedding in `<script type="application/json">`. */
const jsonForScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** In demo pages, `__TOKEN__` becomes a token, and `__CONFIGURATION__` and two similar words become IDs of configurations. */
async function sendDemo(ctx: Context, parts: PageParts): Promise<void> {
  if (ctx.path === '/demo') return ctx.redirect('/demo/');
  const file = parts.demo.get(ctx.params.path || 'index.html');
  if (!file) return;
  if (!file.mediaType.startsWith('text/html')) {
    // Pages of other origins show the images of documents.
    if (file.mediaType.startsWith('image/')) ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
    return sendFile(ctx, file);
  }
  const ids = offeredConfigurations(parts).map(({ id }) => id);
  // Without configurations, the page uses the ID that the first configuration will have.
  const active = parts.configurations.activeId ?? ids[0] ?? 1;
  const [other = active, third = active] = ids.filter((id) => id !== active);
  const token = parts.pageToken([...new Set([active, other, third])]);
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
