import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { packageFolder } from "../files/package-folder.ts"

/** The script and the style of the page. */
export type PageFiles = { readonly script: string; readonly style: string }

/** Reads the files that the build wrote; `undefined` in a checkout that was not built. */
export async function readPageFiles(): Promise<PageFiles | undefined> {
  const read = (name: string) => readFile(join(packageFolder(), "dist/cli/studio", name), "utf8")
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
