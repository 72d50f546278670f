/** HTML around the contents of the pages that describe the API. */

/** `title` and `body` are HTML. */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
${body}
</body>
</html>
`;
}
