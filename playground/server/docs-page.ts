import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { marked } from "marked"
import { root } from "../../scripts/ensure-install.mjs"
import { htmlPage, htmlResponse } from "../application/html-page.ts"

const docsPath = /^\/docs(\/[a-z0-9-]+)+\.md$/

/** A page of the folder `docs` in the style of the playground, which works offline. Undefined if there is none. */
export async function docsPage(pathname: string): Promise<Response | undefined> {
  if (!docsPath.test(pathname)) return undefined
  const text = await readFile(join(root, pathname), "utf8").catch(() => undefined)
  if (text === undefined) return undefined
  const title = /^# (.+)$/m.exec(text)?.[1] ?? "Documentation"
  const html = withAnchors(await marked.parse(text, { async: true }))
  return htmlResponse(
    200,
    htmlPage(
      `${title}, Mortise`,
      `<header class="docs-header"><a href="/">← Back to the playground</a></header><main class="docs">${html}</main>`,
    ),
  )
}

/** Gives each heading the id that links to it use, and each table and code block a region that the keyboard can scroll. */
const withAnchors = (html: string): string =>
  html
    .replace(/<h([1-4])>(.*?)<\/h\1>/g, (_match, level, text) => {
      const id = text
        .toLowerCase()
        .replace(/<[^>]+>|&\w+;|[^\w\s-]/g, "")
        .trim()
        .replace(/\s/g, "-")
      return `<h${level} id="${id}">${text}</h${level}>`
    })
    .replace(/<table>/g, '<div class="docs-scroll" tabindex="0"><table>')
    .replace(/<\/table>/g, "</table></div>")
    .replace(/<pre>/g, '<pre tabindex="0">')
