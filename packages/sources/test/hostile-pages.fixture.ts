/** Pages that take much time to read unless every algorithm is linear: functions of the number of repetitions. */

const json = (text: string) => `<script type="application/ld+json">${text}</script>`;
const numbered = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join('');
/** Nested elements with as many texts inside, within the depth that the parser accepts. */
const nested = (count: number, opening: string, closing: string) =>
  `${opening.repeat(400)}${'<p>x</p>'.repeat(400)}${closing.repeat(400)}`.repeat(Math.ceil(count / 1200));

export const hostilePages: Record<string, (count: number) => string> = {
  'nested headings with links': (n) => `<main>${'<h1><a href="#">word '.repeat(n)}`,
  'groups of nested headings with links': (n) =>
    `<main>${`${'<h1><a href="#x">a'.repeat(60)}${'</a></h1>'.repeat(60)}`.repeat(n / 60)}`,
  'nested headings without text': (n) => `<main>${'<h1><a href="#">'.repeat(n)}`,
  'a word behind nested headings': (n) => `<main>${'<h1><a href="#">'.repeat(120)}${'<i></i>'.repeat(n)}word`,
  'nested headings with ids': (n) => `${'<h2 id=a>'.repeat(500)}${'word <h2 id=b>x</h2>'.repeat(n)}`,
  'many permalinks': (n) => '<h1 id=a><a href="#">¶</a></h1>'.repeat(n),
  'many empty main headings': (n) => '<h1></h1>'.repeat(n),
  'nested elements': (n) => `${'<div>'.repeat(n)}x`,
  'nested elements with texts': (n) => '<span>a'.repeat(n),
  'unclosed paragraphs': (n) => '<p>a'.repeat(n),
  'unclosed list items': (n) => '<li>a'.repeat(n),
  'nested tables': (n) => '<table><tr><td>'.repeat(n),
  'unclosed cells': (n) => `<table>${'<tr><td>a'.repeat(n)}`,
  'closing tags': (n) => `${'<div>'.repeat(500)}${'</span>'.repeat(n)}`,
  'crossing tags': (n) => '<div><p></div>'.repeat(n),
  'nested landmarks': (n) => `${'<main>'.repeat(n)}a`,
  'many articles': (n) => '<article>a</article>'.repeat(n),
  'many marked contents': (n) => `${'<div>'.repeat(500)}${'<p data-search-body>a</p>'.repeat(n)}`,
  'nested roles': (n) => '<div role=main>'.repeat(n),
  'deep hidden landmarks': (n) => `${'<div>'.repeat(500)}${'<main>a</main>'.repeat(n)}`,
  'a list of names': (n) => `<div data-search-meta="${'a,'.repeat(n)}">${'<p>x</p>'.repeat(n)}`,
  'lists of names': (n) => `<div data-search-meta="a,b,c,d,e,f">x`.repeat(n),
  'nested names': (n) => nested(n, '<div data-search-meta="a,b">', '</div>'),
  'names of a long text': (n) => `${'<div data-search-meta="a">'.repeat(500)}${'x  '.repeat(n)}`,
  'names with attributes': (n) => `<div data-search-meta="${'a[b],'.repeat(n)}">x`,
  brackets: (n) => `<div data-search-meta="${'['.repeat(n)}">x`,
  'many filters': (n) => `<div data-pagefind-filter="a:b">`.repeat(n),
  'nested properties': (n) => nested(n, '<i itemprop=name>', '</i>'),
  'nested breadcrumbs': (n) => `<i itemtype=x/BreadcrumbList>${nested(n, '<i itemprop=name>', '</i>')}`,
  'many properties': (n) => `<i itemtype=x/BreadcrumbList>${'<i itemprop=name>a</i>'.repeat(n)}`,
  'words of a property': (n) => `<i itemprop="${'a '.repeat(n)}">x`,
  'breadcrumbs in deep lists': (n) => `<nav class=breadcrumb>${'<div>'.repeat(n)}<a>x`,
  'breadcrumbs with many items': (n) => `<nav class=breadcrumb>${'<li>a'.repeat(n)}`,
  'deep JSON': (n) => json('['.repeat(n)),
  'deep positions': (n) =>
    json(
      `{"@type":"BreadcrumbList","itemListElement":[{"position":${'['.repeat(n / 2)}${']'.repeat(n / 2)}},{}]}`,
    ),
  'many breadcrumbs': (n) =>
    json(`{"@type":"BreadcrumbList","itemListElement":[${'{"name":"a"},'.repeat(n)}{}]}`),
  'many types': (n) => json(`{"@type":[${'"WebSite",'.repeat(n)}"WebPage"]}`),
  'many nodes': (n) => json(`[${'{"@type":"a"},'.repeat(n)}{}]`),
  'many scripts of data': (n) => json('{"@type":"Thing"}').repeat(n),
  'damaged scripts of data': (n) => json('{').repeat(n),
  'an unclosed script': (n) => `<script>${'</scrip'.repeat(n)}`,
  'many comments': (n) => `a<!---->`.repeat(n),
  'an unclosed comment': (n) => '<!--'.repeat(n),
  'less-than signs': (n) => '<'.repeat(n),
  entities: (n) => '&amp;'.repeat(n),
  'unclosed entities': (n) => '&#1'.repeat(n),
  'a long number': (n) => `&#x${'1'.repeat(n)};`,
  'many attributes': (n) => `<p ${numbered(n, (index) => `a${index}=b `)}>x`,
  'an unclosed attribute': (n) => '<p title="'.repeat(n),
  'entities of an attribute': (n) => `<p title="${'&amp;'.repeat(n)}">x`,
  'a long style': (n) => `<p style="${' '.repeat(n)}display:none">x`,
  'many names of elements': (n) => numbered(n, (index) => `<x${index}>`),
  'nested images': (n) => '<svg>'.repeat(n),
  'many shapes': (n) => `<svg>${'<path d="M0 0"/>'.repeat(n)}</svg>`,
  'nested shadow roots': (n) => '<a-b><template shadowrootmode=open>a'.repeat(n),
  'white space': (n) => `a${' \n'.repeat(n)}b`,
  'a long title': (n) => `<title>a${' '.repeat(n)}b</title>`,
  separators: (n) => `<title>${' | '.repeat(n)}</title><meta property=og:site_name content="a">`,
  'many links': (n) => '<a href=/x>a</a>'.repeat(n),
  'many relations': (n) => `<a rel="${'a '.repeat(n)}" href=/x>a</a>`,
  'many directives': (n) => `<meta name=robots content="${'max-a:b, unavailable_after: '.repeat(n)}">`,
  'a long refresh': (n) => `<meta http-equiv=refresh content="${'url'.repeat(n)}">`,
  'a long language': (n) => `<html lang="${'en-'.repeat(n)}">`,
};
