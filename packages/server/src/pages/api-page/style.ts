/** Style of the page of the HTTP API, in light and dark colors. */
export const style = `:root {
  color-scheme: light dark;
  font-family: system-ui, sans-serif;
  line-height: 1.5;
  --line: light-dark(#d5d9de, #3c434b);
  --code: light-dark(#f2f4f6, #22272d);
  --link: light-dark(#174a86, #9cc4f2);
  scroll-padding-block-start: 1rem;
}
body {
  margin: 0;
  background: light-dark(#fff, #15191d);
  color: light-dark(#1c2024, #e4e8ec);
}
header, nav, main {
  padding: 0.5rem 1rem;
}
header {
  border-block-end: 1px solid var(--line);
}
h1 {
  margin: 0.5rem 0 0;
  font-size: 1.5rem;
}
h2 {
  margin-block: 3rem 0.5rem;
}
h3 {
  margin-block: 2.5rem 0.5rem;
  padding-block-start: 1rem;
  border-block-start: 1px solid var(--line);
  overflow-wrap: anywhere;
}
a {
  color: var(--link);
  overflow-wrap: anywhere;
}
h3 a {
  color: inherit;
  text-decoration: none;
}
h3 a:hover {
  text-decoration: underline;
}
:focus-visible {
  outline: 2px solid var(--link);
  outline-offset: 2px;
}
nav ul {
  list-style: none;
  margin: 0;
  padding: 0;
}
nav > ul {
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 1rem;
}
nav ul ul {
  display: none;
}
nav a {
  display: inline-block;
  padding-block: 0.25rem;
}
main {
  min-inline-size: 0;
}
p, ul {
  max-inline-size: 48rem;
  overflow-wrap: anywhere;
}
div {
  overflow-x: auto;
}
table {
  border-collapse: collapse;
}
th, td {
  padding: 0.25rem 0.75rem;
  border: 1px solid var(--line);
  text-align: start;
  vertical-align: top;
}
td:nth-child(n + 3) {
  min-inline-size: 10rem;
}
code {
  padding: 0.1em 0.3em;
  border-radius: 0.25rem;
  background: var(--code);
  font-size: 0.9em;
}
pre {
  padding: 0.75rem 1rem;
  border-radius: 0.25rem;
  background: var(--code);
  overflow-x: auto;
}
pre code {
  padding: 0;
}
@media (width >= 60rem) {
  body:has(nav) {
    display: grid;
    grid-template: auto 1fr / 17rem minmax(0, 1fr);
  }
  header {
    grid-column: 1 / -1;
  }
  nav {
    position: sticky;
    inset-block-start: 0;
    block-size: 100dvh;
    box-sizing: border-box;
    overflow-y: auto;
    border-inline-end: 1px solid var(--line);
  }
  nav > ul {
    display: block;
  }
  nav ul ul {
    display: block;
    padding-inline-start: 1rem;
    font-size: 0.9rem;
  }
}
@media print {
  nav {
    display: none;
  }
  div, pre {
    overflow: visible;
    white-space: pre-wrap;
  }
}
`;
