/** Test site with one search under a strict content security policy. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { builtFiles } from '../../bench/bundle-sizes.ts';
import { strictPolicy } from '../support/content-security-policy.ts';
import { respond } from '../support/service.ts';

/** Collects policy violations, except by the favicon, which some browsers request by themselves. */
const violationRecorder = `globalThis.violations = [];
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
  if (!blockedURI.endsWith('/favicon.ico')) violations.push([violatedDirective, blockedURI, sample].join(' '));
});`;
const pageWith = (
  htmlAttributes: string,
  searchAttributes: string,
) => `<!doctype html><html ${htmlAttributes}><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Test</title><link rel="stylesheet" href="/page.css">
<main><h1>A page</h1><semantic-search configuration="7" token="t" ${searchAttributes}></semantic-search></main>
<script src="/violation-recorder.js"></script><script type="module" src="/widget.js"></script>`;
/** The second page has the width of a phone, right-to-left text and the dark theme. */
const pages: Record<string, string> = {
  '/': pageWith('lang="en"', ''),
  '/narrow': pageWith('lang="ar" dir="rtl" class="narrow"', 'theme="dark"'),
};
const styles = '.narrow main { inline-size: 320px; }';

export interface Site {
  url: string;
  close(): void;
}

export async function openSite(): Promise<Site> {
  const files = await builtFiles();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const send = (type: string, body: string, status = 200) =>
      response.writeHead(status, { 'Content-Type': type, 'Content-Security-Policy': strictPolicy }).end(body);
    const page = pages[url.pathname];
    if (page) return send('text/html', page);
    if (url.pathname === '/page.css') return send('text/css', styles);
    if (url.pathname === '/violation-recorder.js') return send('text/javascript', violationRecorder);
    const code = files.get(url.pathname.slice(1));
    if (code) return send('text/javascript', code);
    if (!url.pathname.startsWith('/api/')) return send('text/plain', '', 404);
    const { status, body } = respond(url, await text(request));
    return send('application/json', JSON.stringify(body), status);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
