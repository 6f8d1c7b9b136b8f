import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

/** The script and the style of the page. */
export type PageFiles = { readonly script: string; readonly style: string }

/** Reads the files that the build wrote; `undefined` in a checkout that was not built. */
export async function readPageFiles(): Promise<PageFiles | undefined> {
  const root = dirname(createRequire(import.meta.url).resolve("mortise/package.json"))
  const read = (name: string) => readFile(join(root, "dist/cli/studio", name), "utf8")
  try {
    const [script, style] = await Promise.all([read("page.js"), read("page.css")])
    return { script, style }
  } catch {
    return undefined
  }
}

/** The document. The script draws everything else, so no text from the database is ever part of HTML. */
export const pageDocument = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Mortise studio</title>
<link rel="stylesheet" href="/page.css">
<script type="module" src="/page.js"></script>
</head>
<body>
<div id="page"></div>
</body>
</html>
`
