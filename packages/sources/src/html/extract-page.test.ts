import { describe, expect, it } from 'vitest';
import { extractPage } from './extract-page.ts';
import { parseTree } from './tree/tree.ts';

const page = (html: string, selectors = {}) => extractPage(html, 'https://example.org/dir/page', selectors);
const text = (html: string, selectors = {}) => page(html, selectors).document.text;

describe('the text of a page', () => {
  it('leaves out scripts, styles, templates, comments and hidden elements', () => {
    const html = `<main>One<script>let x = '<p>two'</script><style>p{}</style><template>three</template>
      <!-- wp:paragraph {"a":1} --><p hidden>four</p><p aria-hidden="true">five</p><noscript>six</noscript>
      <p style="display: none">seven</p><svg><title>eight</title></svg><p data-search-ignore>nine</p>
      <p data-pagefind-ignore>ten</p><dialog>eleven</dialog> end</main>`;
    expect(text(html)).toBe('One end');
  });

  it('has the words of declarative shadow roots, and those of ruby without readings', () => {
    const card =
      '<a-card><template shadowrootmode="open"><p>One</p><slot></slot></template><p>two</p></a-card>';
    const ruby = '<p><ruby>東<rp>(</rp><rt>とう</rt><rp>)</rp>京<rt>きょう</rt></ruby>の駅</p>';
    expect(text(`<main>${card}${ruby}</main>`)).toBe('One\ntwo\n東京の駅');
  });

  it('separates words at block elements and cells but not at inline elements', () => {
    expect(
      text('<main><p>a<b>b</b></p><p>c<br>d</p><table><tr><td>e</td><td>f</td></tr></table></main>'),
    ).toBe('ab\nc\nd\ne f');
  });

  it('keeps the line breaks of preformatted text, also between highlighted words', () => {
    const code = '<pre><code><span>const a = 1;</span>\n<span>const</span> b = 2;\r\n\n  c();\n</code></pre>';
    expect(text(`<main><p>One\ntwo</p>${code}<p>three</p></main>`)).toBe(
      'One two\nconst a = 1;\nconst b = 2;\nc();\nthree',
    );
  });

  it('separates buttons, and links or labels in a row', () => {
    const html =
      '<main><a>a</a><a>b</a> <button>c</button><button>d</button><label>e</label><label>f</label><a>g</a><i>h</i></main>';
    expect(text(html)).toBe('a b c d e f gh');
  });

  it('decodes entities, collapses white space and joins soft hyphens', () => {
    expect(text('<main>R&eacute;sum&#233; &amp;\n\n  caf&shy;é&nbsp;&lt;b&gt;</main>')).toBe(
      'Résumé & café <b>',
    );
  });

  it.each([
    ['<div data-search-body>a</div><main>b</main>', 'a'],
    ['<div data-pagefind-body>a</div><p data-pagefind-body>c</p><main>b</main>', 'a\nc'],
    ['<nav>x</nav><main>a</main><article>b</article>', 'a'],
    ['<main hidden>x</main><article>a<article>b</article></article><article>c</article>', 'a\nb\nc'],
    ['<div role="main">a</div><p>b</p>', 'a'],
    ['<main><nav>n</nav><aside>a</aside><div role="navigation">r</div><p>b</p></main>', 'a\nb'],
    ['<div data-search-body><nav>n</nav><p>b</p></div>', 'n\nb'],
    [
      '<header>h</header><nav>n</nav><p>a</p><aside>s</aside><form>f</form><div role="navigation">r</div><footer>g</footer>',
      'a',
    ],
  ])('of %s is %j', (html, expected) => {
    expect(text(`<body>${html}</body>`)).toBe(expected);
  });

  const long = 'The entry has a sentence, and then another one that is a little longer than the first. ';

  it.each([
    [
      'a part of the main content',
      '<div role="main"><p>Main text.</p><article>Meta</article></div>',
      'Main text.\nMeta',
    ],
    [
      'comments',
      `<h1>Title</h1><p>${long}</p><article>One comment</article>`,
      `Title\n${long.trim()}\nOne comment`,
    ],
    [
      'a long comment',
      `<p>${long}</p><article class="comment">${long.repeat(9)}</article>`,
      `${long}${long.repeat(9)}`,
    ],
    ['an empty landmark', `<main></main><article></article><p>${long}</p>`, long],
    ['a landmark with a title only', `<main><h1>Title</h1></main><p>${long}</p>`, `Title\n${long}`],
    ['a form around the page', `<form><p>${long}</p><input type="submit"></form>`, long],
    ['a form beside the text', `<p>${long}</p><form>Search</form>`, long],
    [
      'a footer before HTML 5',
      `<div id="content">${long}</div><div class="printfooter">Retrieved</div><div id="footer">Read 1,811 times</div>`,
      long,
    ],
    ['the footer of a box', `<main>${long}<div class="footer">Sources</div></main>`, `${long}\nSources`],
    ['the place in a menu', `<main>${long}<p class="you-are-here">Sources</p></main>`, `${long}\nSources`],
    ['a skip link', `<a href="#text">Skip</a><main></main><p>${long}</p>`, long],
    [
      'links with headers in them',
      `Places <a href="/a"><header>${long}</header> Otters</a>`,
      'Places Otters',
    ],
    [
      'a list of links as main content',
      `<p>Your browser is old.</p><main><a href="/a">${long}</a></main>`,
      long,
    ],
    [
      'headers in the content',
      `<section><header><h2>Part</h2></header>${long}</section><header>x</header>`,
      `Part\n${long}`,
    ],
    ['breadcrumbs', `<main><div class="x-breadcrumbs"><a href="/">Home</a> / Page</div>${long}</main>`, long],
    [
      'links to the next pages',
      `<main><div class="navheader"><a href="a">Prev</a> Part <a href="b">Next</a></div>${long}<p><a rel="alternate" hreflang="fr" href="c">fr</a></p></main>`,
      long,
    ],
    [
      'links to other parts',
      `<div class="navigation"><a href="a">Next</a> Part</div><ul class="docnav"><li><a href="b">Back</a></li></ul>${long}`,
      long,
    ],
    [
      'names of content that look like those of menus',
      `<main><h2 id="nav_one">One</h2>${long}<div class="steps-nav">Two</div></main>`,
      `One ${long}Two`,
    ],
    ['a head without end', `<head><title>T</title><meta charset="utf-8"><p>${long}</p>`, long],
    ['a landmark with its role', `<main role="main">${long}</main>`, long],
    ['icons between words', `<main>${long}<b>One</b><i class="dot"></i><b>Two</b></main>`, `${long}One Two`],
    [
      'the name of a picture with text',
      `<main>${long}<svg><title>Chart</title><g><text>A</text><text>B</text></g></svg></main>`,
      `${long}A B`,
    ],
    [
      'a shadow root',
      `<main><my-card><template shadowrootmode="open"><p>${long}</p></template></my-card></main>`,
      long,
    ],
  ])('is not changed by %s', (_name, html, expected) => {
    const words = (given: string) => given.replace(/\s+/g, ' ').trim();
    expect(words(text(`<body>${html}</body>`))).toBe(words(expected));
  });

  it('goes on after a script that is complete in XHTML', () => {
    const html = '<html><script src="a.js"/><body><p>Text</p></body></html>';
    expect(text(`<?xml version="1.0"?>${html}`)).toBe('Text');
    expect(text(html)).toBe('');
    expect(text(html, { isXhtml: true })).toBe('Text');
  });

  it('can be selected with CSS selectors', () => {
    const html = '<div class="page"><p>a</p><p class="ad">b</p></div><main>c</main>';
    expect(text(html, { content: '.page', ignore: '.ad, aside' })).toBe('a');
    expect(text(html, { content: '.missing' })).toBe('c');
    expect(() => text(html, { content: 'p[' })).toThrow();
  });
});

describe('the sections of a page', () => {
  it('are within the limits of a document', () => {
    const long = 'x'.repeat(2000);
    const { sections, text } = page(
      `<main><h2 id="${long}">A</h2><h2 id="b">${long}</h2>${'<h3 id="c">C</h3>'.repeat(1200)}</main>`,
    ).document;
    expect(sections).toHaveLength(1000);
    expect(sections[0]).toMatchObject({ anchor: 'b', heading: 'x'.repeat(1000) });
    expect(text).toContain(long);
    const { document } = page(`<main><h2 id="a">A</h2>${'word '.repeat(300_000)}<h2 id="b">B</h2></main>`);
    expect(document.sections.map(({ anchor }) => anchor)).toEqual(['a']);
    expect(document.sections[0]!.text.length).toBeLessThan(1_000_000);
  });

  it('start at headings with anchors and are weighted by heading level', () => {
    const html = `<main><h1 id="top">Title<a href="#top" class="anchor">¶</a></h1>intro
      <h2 id="one">One <em>more</em></h2><p>first</p><h3>Without anchor</h3><p>second</p>
      <section id="two" data-search-weight="0.5"><h2>Two</h2>third</section>
      <h6><a name="three"></a>Three</h6>fourth</main>`;
    expect(page(html).document.sections).toEqual([
      { anchor: 'top', heading: 'Title', level: 1, weight: 7, text: 'intro' },
      { anchor: 'one', heading: 'One more', level: 2, weight: 6, text: 'first\nWithout anchor\nsecond' },
      { anchor: 'two', heading: 'Two', level: 2, weight: 3, text: 'third' },
      { anchor: 'three', heading: 'Three', level: 6, weight: 2, text: 'fourth' },
    ]);
  });
});

describe('a page with faults', () => {
  it('has no marks of links to definitions and to their source code', () => {
    const source = '<a href="code.html"><span class="viewcode-link">[source]</span></a>';
    const links = `${source}<a class="headerlink" href="#swim" title="Link">¶</a>`;
    const html = `<main><dl><dt id="swim">swim()${links}</dt><dd>See <a href="#dive">dive()</a>.</dd></dl></main>`;
    expect(page(html).document.text).toBe('swim()\nSee dive().');
  });

  it('ends a heading at the end tag of another level', () => {
    const html = '<main><h2 id="a">One</h3><p>first</p><h4 id="b">Two</h2>second</main>';
    expect(page(html).document.sections).toMatchObject([
      { heading: 'One', level: 2, text: 'first' },
      { heading: 'Two', level: 4, text: 'second' },
    ]);
    expect(text('<main><h2>a</h2><p>b</h3>c</p></main>')).toBe('a\nbc');
  });
});

describe('the metadata of a page', () => {
  it.each([
    ['<title>Passport | City</title><meta property="og:site_name" content="City">', 'Passport'],
    ['<title>City – Passport</title><meta name="application-name" content="City">', 'Passport'],
    ['<title>Passport - Town hall</title><h1>Passport</h1>', 'Passport'],
    ['<title>PASSPORT - Town hall</title><h1>Passport</h1>', 'PASSPORT'],
    ['<title>City-center map</title><meta property="og:site_name" content="City">', 'City-center map'],
    ['<title>Night - Day</title><h1>Other</h1>', 'Night - Day'],
    ['<title>- City</title>', 'City'],
    ['<title>Passport |</title>', 'Passport'],
    ['<meta property="og:title" content="Open"><title>T</title>', 'Open'],
    ['<title>Roles d&amp;#39;authors &amp;amp; editors</title>', "Roles d'authors &amp; editors"],
    ['<h1> </h1><h1>Only <b>heading</b></h1>', 'Only heading'],
    ['<h2>Part of a frame</h2><h2>Below</h2>', 'Part of a frame'],
    ['<svg><title>Logo</title></svg><h1>Shop</h1>', 'Shop'],
    ['<title>Blog » Archive » Owls</title><h1><a href="/dir/">Blog</a></h1>', 'Blog » Archive » Owls'],
    ['<title>Owls » Blog</title><h1><a href="https://example.org/dir/page">Owls</a></h1>', 'Owls'],
    ['<title>Owls » Blog</title><h1>Owls <a href="/">Blog</a></h1>', 'Owls » Blog'],
    ['<svg><title>Icon</title></svg><p data-search-meta="title">Given</p><title>T</title>', 'Given'],
  ])('of %s has the title %j', (html, title) => {
    expect(page(html).document.title).toBe(title);
  });

  it('is read from meta elements', () => {
    const { document } = page(`<html lang="pt-BR"><meta name="description" content=" About ">
      <meta property="og:image" content="/a.png"><meta property="article:published_time" content="2024-05-06T07:08:09+02:00">
      <meta property="og:type" content="article"><p>x</p>`);
    expect(document).toMatchObject({
      id: 'https://example.org/dir/page',
      description: 'About',
      image: 'https://example.org/a.png',
      date: '2024-05-06T05:08:09.000Z',
      type: 'Artigo',
      language: 'pt-BR',
    });
  });

  it('has the type of its product, and not that of the shop with an address', () => {
    const data = [{ '@type': 'LocalBusiness', name: 'Shop', address: 'Market 1' }, { '@type': 'Product' }];
    const html = (nodes: object[]) => `<script type="application/ld+json">${JSON.stringify(nodes)}</script>`;
    expect(page(html(data)).document.type).toBe('Product');
    expect(page(html(data.slice(0, 1))).document.type).toBeUndefined();
  });

  it('is read from the JSON-LD of a business if the page has no other subject, and its type from Open Graph', () => {
    const data = { '@type': 'Hotel', address: 'Quay 2', description: 'By the sea', image: '/sea.jpg' };
    const html = `<meta property="og:type" content="product"><script type="application/ld+json">${JSON.stringify(data)}</script>`;
    const expected = { description: 'By the sea', image: 'https://example.org/sea.jpg', type: 'Product' };
    expect(page(html).document).toMatchObject(expected);
  });

  it('is read from JSON-LD', () => {
    const data = {
      '@graph': [
        { '@type': 'WebSite', name: 'Site' },
        {
          '@type': 'NewsArticle',
          headline: 'Head',
          datePublished: '2023-01-02',
          image: [{ url: 'i.jpg?width=9&region=eu&amp;times=2' }],
          inLanguage: 'fr',
        },
        {
          '@type': 'BreadcrumbList',
          itemListElement: [
            { position: 2, item: { name: 'Inner' } },
            { position: 1, name: 'Outer' },
          ],
        },
      ],
    };
    const html = `<title>Head · Site</title><script type="application/ld+json">${JSON.stringify(data)}</script>`;
    expect(page(html).document).toMatchObject({
      title: 'Head',
      date: '2023-01-02',
      image: 'https://example.org/dir/i.jpg?width=9&region=eu&times=2',
      language: 'fr',
      type: 'Article',
      breadcrumbs: ['Outer', 'Inner'],
    });
  });

  it('is read from the WebPage of JSON-LD if the main entity lacks it, whatever parameters the type has', () => {
    const data = { '@graph': [{ '@type': 'WebPage', datePublished: '2023-01-02' }, { '@type': 'Product' }] };
    const html = `<script type="application/LD+JSON; charset=utf-8">${JSON.stringify(data)}</script><p>Text</p>`;
    expect(page(html).document).toMatchObject({ type: 'Product', date: '2023-01-02' });
    const event = html.replace('"Product"', '"Event","startDate":"2024-05-06"');
    expect(page(event).document).toMatchObject({ type: 'Event', date: '2024-05-06' });
  });

  it('has the title of its tab as second candidate, without the name of the site', () => {
    const head = '<title>Barn owls – Reserve</title><meta property="og:title" content="Reserve">';
    expect(page(`${head}<h1>Barn owls</h1><p>Text</p>`).candidates.titles).toEqual(['Reserve', 'Barn owls']);
  });

  it.each([
    ['What is a barn owl? – Reserve', 'What is a barn owl?'],
    ['Barn\u00adowls (Tyto) | Reserve', 'Barnowls (Tyto)'],
  ])('has a title without the name of the site after a mark: %s', (title, expected) => {
    const html = `<title>${title}</title><meta property="og:site_name" content="Reserve"><p>Text</p>`;
    expect(page(html).document.title).toBe(expected);
  });

  it.each([['<!-- JSON -->'], ['//<![CDATA[\nJSON\n//]]>'], ['/* <![CDATA[ */ JSON /* ]]> */'], [' JSON ']])(
    'is read from JSON-LD that content systems write: %j',
    (wrapper) => {
      const json = '{"@type":"Article","datePublished":"2021-03-04","description":"two\nlines"}';
      const html = `<script type="application/ld+json">${wrapper.replace('JSON', json)}</script><p>Text</p>`;
      expect(page(html).document).toMatchObject({
        type: 'Article',
        date: '2021-03-04',
        description: 'two lines',
      });
    },
  );

  it('is read from microdata', () => {
    const html = `<div itemscope itemtype="https://schema.org/Event"><time itemprop="startDate" datetime="2025-03-04">x</time></div>
      <ol itemscope itemtype="https://schema.org/BreadcrumbList"><li><span itemprop="name">A</span></li></ol>`;
    expect(page(html).document).toMatchObject({ type: 'Event', date: '2025-03-04', breadcrumbs: ['A'] });
  });

  it.each(['Blog', 'QAPage'])('is read from microdata in a %s', (container) => {
    const html = `<body itemscope itemtype="https://schema.org/${container}"><article itemscope itemtype="https://schema.org/Article ">
      <meta itemprop="datePublished" content="2025-03-04"><i itemprop="author">Ada Moss</i></article>`;
    expect(page(html).document).toMatchObject({ date: '2025-03-04', attributes: { author: ['Ada Moss'] } });
  });

  it('is read from microdata in the title of an abbreviation', () => {
    const html = `<p><abbr itemprop="datePublished" title="2016-03-31T03:55:00-07:00">3:55 AM</abbr></p>`;
    expect(page(html).document.date).toBe('2016-03-31T10:55:00.000Z');
  });

  it('is read from microdata after a large menu', () => {
    const menu = '<a itemprop="url" href="/"><i itemprop="name">x</i></a>'.repeat(1000);
    const html = `<nav itemscope itemtype="https://schema.org/SiteNavigationElement">${menu}</nav>
      <p itemscope itemtype="https://schema.org/Article"><b itemprop="datePublished">2025-03-04</b> <b itemprop="description">Text</b>`;
    expect(page(html).document).toMatchObject({ type: 'Article', date: '2025-03-04' });
    expect(page(html).document).not.toHaveProperty('description');
  });

  it.each([
    ['de', 'MusicEvent', 'Veranstaltung'],
    ['zh-TW', 'BlogPosting', '文章'],
    ['no', 'Product', 'Produkt'],
    ['de', 'FAQPage', undefined],
    ['vi', 'Article', undefined],
  ])('has a type in the language of the page: %s, %s', (language, type, expected) => {
    const json = JSON.stringify({ '@type': type });
    const html = `<html lang="${language}"><script type="application/ld+json">${json}</script><p>Text</p>`;
    expect(page(html).document.type).toBe(expected);
  });

  it('has no empty type', () => {
    const html = '<body itemscope itemtype=""><p itemscope itemtype="https://schema.org/Article ">Text';
    expect(page(html).document.type).toBe('Article');
  });

  it('has breadcrumbs with names', () => {
    const list = (items: object[] | undefined) =>
      `<script type="application/ld+json">${JSON.stringify({ '@type': 'BreadcrumbList', itemListElement: items })}</script>`;
    const shown = '<ol itemscope itemtype="https://schema.org/BreadcrumbList"><li itemprop="name">B</ol>';
    const trail = (html: string) => page(html).document.breadcrumbs;
    expect(trail(list([{ name: 'A' }, { item: 'https://example.org/a/' }]))).toEqual(['A']);
    expect(trail(list([{ name: 'L&rsquo;équipe &#8211; le siège' }]))).toEqual(['L’équipe – le siège']);
    expect(trail(list(undefined) + shown)).toEqual(['B']);
  });

  it.each([
    [{ name: 'Page', item: 'https://example.org/dir/page' }],
    [{ name: 'Page', item: { '@id': '/dir/page' } }],
    [{ name: 'Page', item: 'https://public.example/dir/page/' }],
    [{ name: 'Page' }],
  ])('has breadcrumbs without the page itself: %j', (last) => {
    const itemListElement = [{ name: 'A', item: '/a' }, { name: 'B', item: '/b' }, last];
    const data = JSON.stringify({ '@type': 'BreadcrumbList', itemListElement });
    const { document } = page(`<script type="application/ld+json">${data}</script><p>Text</p>`);
    expect(document.breadcrumbs).toEqual(['A', 'B']);
  });

  it('reads visible breadcrumbs without their separators', () => {
    const trail = (html: string) => page(`<main>x</main>${html}`).document.breadcrumbs;
    const list = '<ol><li><a href="/">Town</a> »</li><li>Waste</li></ol>';
    expect(trail(`<nav aria-label="Breadcrumb">${list}</nav>`)).toEqual(['Town']);
    expect(trail(`<nav><ul class="breadcrumbs"><li>Town<li>› Waste</ul></nav>`)).toEqual(['Town', 'Waste']);
    const links = '<a href="/">Town</a> > <a href="/w">Waste</a>';
    expect(trail(`<nav aria-label="Sie sind hier" class="brotkrumen">${links}</nav>`)).toEqual([
      'Town',
      'Waste',
    ]);
    expect(trail(`<nav aria-label="Main">${list}</nav>`)).toBeUndefined();
  });

  it('includes declared filters and values, but not members of the document', () => {
    const html = `<p data-search-filter="author">Ada</p><p data-pagefind-filter="tag[data-t], color:red, or blue" data-t="new"></p>
      <p data-search-filter="author">Bob</p><p data-search-meta="id:x"></p><p data-search-meta="date:2020-01-01"></p>`;
    expect(page(html).document).toMatchObject({
      id: 'https://example.org/dir/page',
      date: '2020-01-01',
      attributes: { author: ['Ada', 'Bob'], tag: ['new'], color: ['red, or blue'] },
    });
  });

  it('includes the text alternatives of pictures only if the page declares them', () => {
    const html = `<main><p>Route<img alt="IMG 1"></p><img data-search-meta="pictures[alt]" alt="Map of the harbor"></main>`;
    expect(page(html).document).toMatchObject({
      text: 'Route',
      attributes: { pictures: ['Map of the harbor'] },
    });
  });

  it.each([
    ['2024-03-01T00:30:00', '', '2024-03-01T00:30:00.000Z'],
    ['03.05.2024', 'de', '2024-05-03'],
    ['3 mai 2024', 'fr', '2024-05-03'],
    ['05/03/2024', 'en-US', '2024-05-03'],
    ['05/03/2024', 'en-GB', '2024-03-05'],
    ['2024', '', '2024'],
    ['1700000000', '', '2023-11-14T22:13:20.000Z'],
  ])('reads the date %j in the language %j', (date, language, expected) => {
    const { document } = page(`<html lang="${language}"><meta name="date" content="${date}"><p>Text</p>`);
    expect(document.date).toBe(expected);
    expect(document).not.toHaveProperty('warnings');
  });

  it.each(['tomorrow', '2024-02-30', '2024-99-99', '05/03/2024'])(
    'has a warning instead of the date %j',
    (date) => {
      const { document } = page(`<html lang="en"><meta name="date" content="${date}"><main>Text</main>`);
      expect(document).not.toHaveProperty('date');
      expect(document).toMatchObject({ text: 'Text', warnings: [`date not read: ${date}`] });
    },
  );

  it.each([
    [
      '<div class="my-breadcrumb"><a href="/">Home</a> &gt; <a href="/a">Guides</a> &gt; Page</div>',
      ['Home', 'Guides'],
    ],
    ['<ol class="breadcrumb"><li><a href="/">Home</a><li>Guides / TCP/IP</ol>', ['Home', 'Guides']],
    ['<ol class="breadcrumb"><li><a href="/">Home</a><li>Guides<li>Page</ol>', ['Home', 'Guides']],
    [
      '<ol class="breadcrumb"><li><a href="/">Home</a><li>Find > Replace</ol><h1>Find > Replace</h1>',
      ['Home'],
    ],
    [
      '<ol class="breadcrumb"><li><a href="/">Home</a><li><a href="" aria-current="page">X</a></ol>',
      ['Home'],
    ],
    [
      '<ul class="wy-breadcrumbs"><li><a href="/">Home</a><li>X<li class="wy-breadcrumbs-aside"><a href="s">Source</a></ul>',
      ['Home'],
    ],
    [
      '<nav aria-labelledby="system-breadcrumb"><h2 id="system-breadcrumb">Breadcrumb</h2><ol><li><a href="/">Home</a></ol></nav>',
      ['Home'],
    ],
    ['<p id="breadcrumbs">Home » Guides</p>', ['Home', 'Guides']],
    ['<div aria-label="Brotkrümel"><span><a href="/">Start</a></span><span>Amt</span></div>', ['Start']],
    [
      '<ol typeof="BreadcrumbList"><li property="itemListElement"><a property="item"><i property="name">A</i></a></li></ol>',
      ['A'],
    ],
  ])('reads breadcrumbs from %s', (html, expected) => {
    expect(page(`<body>${html}<main>Text</main></body>`).document.breadcrumbs).toEqual(expected);
  });

  it.each([
    ['fr', '<p>Publié le 29/04/2021</p>', '2021-04-29'],
    ['de', '<p>Stand: 3. Mai 2024</p>', '2024-05-03'],
    [
      'en',
      '<header><time datetime="2024-05-03">May</time></header><time datetime="2020-01-01">then</time>',
      '2024-05-03',
    ],
    ['ja', '<div><time>2008-05-18</time></div>', '2008-05-18'],
    ['de', '<p>Dienstag, 15.2.2018, 19:51</p>', '2018-02-15'],
    ['tr', '<p>11 Aralık 2018, Salı</p>', '2018-12-11'],
    ['de', '<p>Von Ada am 24. Juli 2017 um 18:55 Uhr</p>', '2017-07-24'],
    ['en', '<p>May 29th 2019</p>', '2019-05-29'],
    ['en', '<p>Ada Moss | 28 April, 2017</p>', '2017-04-28'],
    ['en', '<p>A town of 5 May 2024 people, 12 in all</p>', undefined],
    ['en', '<p>The town was founded on 3 May 1824 by settlers.</p>', undefined],
    ['en', '<time datetime="2024-05-03">a</time><time datetime="2024-05-04">b</time>', undefined],
    ['es', '<p>15 de mayo de 1955</p>', undefined],
    ['en', '<time datetime="2024-05-03" pubdate>a</time><time datetime="2024-05-04">b</time>', '2024-05-03'],
    ['en', '<time>Published on May 3, 2024</time>', '2024-05-03'],
    ['fr', '<p>[vendredi 3 mai 2024]</p>', '2024-05-03'],
    ['fr', '<p>3 mai 2024, par Ada Moss</p>', '2024-05-03'],
    ['', '<p>03.05.2024</p>', '2024-05-03'],
    [
      'en',
      `${'<p>Line</p>'.repeat(9)}<p>3 May 2024</p><p>The fair was on 4 May 2024.</p><p>Line</p>`,
      '2024-05-03',
    ],
    ['en', `${'<p>Line</p>'.repeat(9)}<p>3 May 2024</p><p>4 May 2024</p>`, undefined],
    ['en', '<p>[2020/9/21 1:18:58][6.82ns : ID 0] : string :</p>', undefined],
    ['en', '<pre>│ 2020-01-01 09:01 ┆ B │\n2021-03-28 00:00:00 CET</pre>', undefined],
    ['en', '<p>Last updated: 2024-05-03 09:01:00</p>', '2024-05-03'],
    ['en', '<p>News │ 3 May 2024</p>', '2024-05-03'],
    ['zh', '<p>2024-05-03 10:11:12 来源：新华网</p>', '2024-05-03'],
    ['ko', '<p>작성일 │ 2024-05-03</p>', '2024-05-03'],
    ['ko', '<p>2024년 5월 3일</p>', '2024-05-03'],
    ['ja', '<p>2024年5月3日（金）</p>', '2024-05-03'],
    ['ru', '<p>Опубликовано: 3 мая 2024 г., 10:19</p>', '2024-05-03'],
    ['pl', '<p>3 maja 2024 r. o godz. 10:19</p>', '2024-05-03'],
    ['hu', '<p>2024. május 3.</p>', '2024-05-03'],
    ['lt', '<p>2024 m. gegužės 3 d.</p>', '2024-05-03'],
    ['vi', '<p>3 tháng 5 năm 2024</p>', '2024-05-03'],
    ['hi', '<p>3 नवंबर 2024</p>', '2024-11-03'],
    ['th', '<p>3 พ.ค. 2567</p>', '2024-05-03'],
    ['ca', '<p>3 de maig del 2024 a les 10:19h</p>', '2024-05-03'],
    ['it', '<p>3 maggio 2024 alle ore 10:19</p>', '2024-05-03'],
    ['fr', '<p>3 mai 2024 à 10 h 19</p>', '2024-05-03'],
    ['en', '<p>03-May-2024</p>', '2024-05-03'],
    ['en', '<p>The 3 May 2024 came after 10 years</p>', undefined],
    ['ko', '<p>2024-05-03 10:11:12 작성자 홍길동</p>', '2024-05-03'],
  ])('reads the date that a page in %s shows in %s', (language, html, expected) => {
    expect(page(`<html lang="${language}"><main><h1>Title</h1>${html}</main>`).document.date).toBe(expected);
  });

  it('reads the date below the heading of a page with other lines above', () => {
    const lines = '<p>Line</p>'.repeat(9);
    const html = `<html lang="en"><main>${lines}<h1>Title</h1><p>3 May 2024</p>${lines}</main>`;
    expect(page(html).document.date).toBe('2024-05-03');
  });

  it.each([
    ['2024-05-03T00:30:00+02:00', '2024-05-03'],
    ['2024-05-03T23:30:00-05:00', '2024-05-03'],
    ['2024-05-03T12:30:00+02:00', '2024-05-03T10:30:00.000Z'],
  ])('keeps the written day of %s', (time, expected) => {
    expect(page(`<meta property="og:article:published_time" content="${time}">`).document.date).toBe(
      expected,
    );
  });

  it('has the date in its address if it shows no other', () => {
    const dateOf = (html: string) =>
      extractPage(html, 'https://example.org/news/2024/05/03/fair/').document.date;
    expect(dateOf('<p>Text</p>')).toBe('2024-05-03');
    expect(dateOf('<html lang="en"><p>2 May 2024</p>')).toBe('2024-05-02');
  });

  it('has the date of the last change in Dublin Core', () => {
    expect(page('<meta name="dcterms.modified" content="2025-09-19">').document.date).toBe('2025-09-19');
  });

  it('has the first large picture of the content if no element names one', () => {
    const pictures = [
      'logo.png',
      'misc/btn_join.png',
      'images/warning.png',
      'images/1.png',
      'dot.png" width="20',
      'data:image/png;base64,AA',
      'map.jpg',
      'other.jpg',
    ];
    const images = (names: string[]) => names.map((name) => `<img src="${name}">`).join('');
    const html = `<img src="head.jpg"><main>Text ${images(pictures)}</main>`;
    expect(page(html).document.image).toBe('https://example.org/dir/map.jpg');
    for (const picture of [
      'src="data:," data-lazy-src="w_9,h_9/late.jpg"',
      'srcset="w_9,h_9/late.jpg, later.jpg 2x"',
    ])
      expect(page(`<main>Text <img ${picture}></main>`).document.image).toContain('/dir/w_9,h_9/late.jpg');
  });

  it('are secure on a secure page, as browsers request them', () => {
    const html = '<meta property="og:image" content="http://img.example/a.jpg"><main>Text</main>';
    expect(extractPage(html, 'https://example.org/').document.image).toBe('https://img.example/a.jpg');
    expect(extractPage(html, 'http://example.org/').document.image).toBe('http://img.example/a.jpg');
  });

  it('has the first readable date of several elements with one name', () => {
    const html = '<meta name="date" content="0000-00-00"><meta name="date" content="2024-05-03"><p>Text</p>';
    expect(page(html).document.date).toBe('2024-05-03');
  });

  it('has the first date that can be read', () => {
    const data = { '@type': 'Article', datePublished: '0000-00-00', dateModified: '2024-05-03' };
    const html = `<script type="application/ld+json">${JSON.stringify(data)}</script>
      <meta name="date" content="soon"><time pubdate>3 May 2024</time>`;
    expect(page(html).document.date).toBe('2024-05-03');
    expect(page('<time pubdate>3 May 2024</time>').document.date).toBe('2024-05-03');
    expect(page('<p data-search-meta="date:5/2024"></p>').document.date).toBe('2024-05');
  });
});

describe('what a page asks of crawlers', () => {
  it('includes canonical address, robots, refresh and links', () => {
    const found =
      page(`<base href="/other/"><link rel="canonical" href="c"><meta name="ROBOTS" content="NoIndex">
      <meta name="semantic-search" content="nofollow"><meta http-equiv="refresh" content="0; URL='new'">
      <a href="a">a</a><a rel="ugc nofollow" href="b">b</a><link rel="alternate" hreflang="de" href="de">
      <link rel="stylesheet" href="s.css"><area href="d"><iframe src="f"></iframe>`);
    expect(found).toMatchObject({
      base: 'https://example.org/other/',
      canonical: 'c',
      noindex: true,
      nofollow: true,
      refresh: 'new',
    });
    expect(found.links.map(({ href, nofollow }) => `${href}${nofollow ? ' nofollow' : ''}`)).toEqual([
      'a',
      'b nofollow',
      'd',
      'de',
      'f',
    ]);
  });

  it.each([
    ["0; url=/l'art/", "/l'art/"],
    ['0;URL="/a?b=c"', '/a?b=c'],
    ['1 url = /new/ ', '/new/'],
    ['0; /new/', '/new/'],
    ['0 urlaub.html', 'urlaub.html'],
  ])('includes the address of the redirection %j', (content, address) => {
    expect(page(`<meta http-equiv="refresh" content='${content.replaceAll("'", '&#39;')}'>`).refresh).toBe(
      address,
    );
  });

  it.each(['300; url=/x', '5', '12', '0; url=', 'url=/x'])('includes no redirection %j', (content) => {
    expect(page(`<meta http-equiv="refresh" content="${content}">`).refresh).toBeUndefined();
  });
});

describe('hostile markup', () => {
  it('of 20,000 siblings can be selected by their places', () => {
    const html = `<main>${'<p>a</p>'.repeat(20_000)}</main>`;
    expect(text(html, { ignore: 'p:first-child' })).toHaveLength(39_997);
  });

  it('of 400,000 elements makes a tree of 300,000, with the text of all', () => {
    const html = `<main>${'<i>a</i>'.repeat(400_000)}<p>end</p></main>`;
    let elements = 0;
    for (const stack = [parseTree(html).root]; stack.length > 0; ) {
      for (const child of stack.pop()!.children)
        if (typeof child !== 'string') elements += stack.push(child) && 1;
    }
    expect(elements).toBe(300_000);
    expect(text(html)).toHaveLength(400_003);
  });

  const MEGABYTE = 1_000_000;
  it.each([
    ['100,000 nested elements', `${'<div>'.repeat(100_000)}deep`],
    ['100,000 unmatched end tags', `${'<div>'.repeat(100_000)}${'</span>'.repeat(100_000)}deep`],
    ['nested foreign content', `${'<svg>'.repeat(50_000)}${'</foreignobject>'.repeat(50_000)}deep`],
    ['nested headings', `${'<h2 id=a><b>'.repeat(50_000)}deep`],
    ['10 MB of text', 'word '.repeat(2 * MEGABYTE)],
    ['10 MB of elements', '<b>x</b> '.repeat(MEGABYTE)],
    ['a million opened brackets', '<'.repeat(MEGABYTE)],
    ['10 MB of attributes', `<p ${'a=1 '.repeat(2.5 * MEGABYTE)}>`],
    ['10 MB of white space', `<p>${' \n'.repeat(5 * MEGABYTE)}x`],
    ['10 MB of nested JSON', `<script type="application/ld+json">${'['.repeat(10 * MEGABYTE)}</script>`],
    ['many links', '<a href="x">y</a>'.repeat(MEGABYTE / 10)],
  ])('of %s needs bounded time', (_name, html) => {
    const before = process.cpuUsage();
    expect(() => page(html)).not.toThrow();
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(15_000);
  });

  it('never throws', () => {
    const pieces = [
      '<',
      '>',
      '</',
      '<p',
      ' a="',
      "'",
      '<!--',
      '-->',
      '<![CDATA[',
      '<script',
      '&#x',
      '\0',
      'x',
      ']',
    ];
    let seed = 1;
    const next = () => {
      seed = (seed * 16807) % 2147483647;
      return pieces[seed % pieces.length]!;
    };
    for (let round = 0; round < 2000; round += 1) {
      const html = Array.from({ length: 30 }, next).join('');
      expect(typeof page(html).document.text).toBe('string');
    }
  });

  it('keeps the text below the maximum depth', () => {
    expect(
      text(`<main>${'<div>'.repeat(5000)}deep${'</div>'.repeat(5000)}</main><main>next</main>`),
    ).toContain('deep');
  });
});

describe('the authors of a page', () => {
  const author = (head: string, body = '') =>
    page(`<html><head>${head}</head><body><main>Text ${body}</main></body></html>`).document.attributes
      .author;
  const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

  it.each([
    ['a meta element', '<meta name="author" content="Ada Moss">', '', ['Ada Moss']],
    [
      'several meta elements',
      '<meta name="citation_author" content="Moss, Ada"><meta name="citation_author" content="Reed, Ben">',
      '',
      ['Moss, Ada', 'Reed, Ben'],
    ],
    ['Dublin Core', '<meta name="DC.creator" content="Ada Moss">', '', ['Ada Moss']],
    ['a name in JSON-LD', jsonLd({ '@type': 'Article', author: 'Ada Moss' }), '', ['Ada Moss']],
    [
      'people in JSON-LD',
      jsonLd({ '@type': 'Article', author: [{ '@type': 'Person', name: 'Ada Moss' }, { name: 'Ben Reed' }] }),
      '',
      ['Ada Moss', 'Ben Reed'],
    ],
    [
      'a reference in JSON-LD',
      jsonLd({
        '@graph': [
          { '@type': 'Article', author: { '@id': '#a' } },
          { '@type': 'Person', '@id': '#a', name: 'Ada Moss' },
        ],
      }),
      '',
      ['Ada Moss'],
    ],
    ['microdata', '', '<span itemprop="author">Ada Moss</span>', ['Ada Moss']],
    [
      'an entity in microdata',
      '',
      '<p itemprop="author" itemscope itemtype="https://schema.org/Person">By <b itemprop="name">Ada Moss</b>, <i itemprop="jobTitle">editor</i></p><b itemprop="name">Title</b>',
      ['Ada Moss'],
    ],
    ['an item without a type', '', '<div itemscope><i itemprop="author">Ada Moss</i></div>', ['Ada Moss']],
    ['a link', '', '<a rel="author" href="/ada">Ada Moss</a>', ['Ada Moss']],
    [
      'the address of a profile',
      '<meta property="article:author" content="https://social.example/ada">',
      '',
      undefined,
    ],
    ['nothing', '', '', undefined],
  ])('are read from %s', (_, head, body, expected) => {
    expect(author(head, body)).toEqual(expected);
  });

  it('are those that the page declares for the search', () => {
    const html = '<p data-search-meta="author">Ben Reed</p>';
    expect(author('<meta name="author" content="admin">', html)).toEqual(['Ben Reed']);
  });
});
