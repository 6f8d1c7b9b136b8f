import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { bundlePage } from "../../scripts/build/bundle-page.ts"
import { root } from "../../scripts/ensure-install.mjs"
import { withSiteLinks } from "./links.ts"
import { type Page, parsePage } from "./page.ts"

const read = (file: string): string => readFileSync(join(root, file), "utf8")
const source = "site/playground/README.md"

/** The page with the playground: its text, the hand-written adapter's code, and the script. */
export function playgroundPage(pages: ReadonlySet<string>): Page {
  const text = withSiteLinks(source, read(source), pages)
  const code = read("site/playground/race/hand-written.ts")
  return {
    ...parsePage(`${text}\n\`\`\`ts hand-written.ts\n${code}\`\`\`\n`),
    matter: {
      tableOfContents: false,
      head: [
        { tag: "link", attrs: { rel: "stylesheet", href: "/try/playground.css" } },
        { tag: "script", attrs: { type: "module", src: "/try/playground.js" } },
      ],
    },
  }
}

/** What a browser needs of PGlite: its modules, PostgreSQL, and the files of an empty database. */
const isOfPglite = (file: string): boolean =>
  /^(index|chunk-\w+)\.js$|^(pglite\.wasm|pglite\.data|initdb\.wasm)$/.test(file)

/** Writes the playground's script and style sheet, and copies PGlite beside them. */
export async function writePlayground(folder: string): Promise<void> {
  const { script, style } = await bundlePage("site/playground/main.tsx")
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "playground.js"), script)
  // The base rules are for plain elements, so they must not reach the rest of the page.
  const base = `.playground {\n${read("packages/pages/src/base.css")}}\n`
  writeFileSync(join(folder, "playground.css"), base + style)
  const pglite = join(root, "node_modules/@electric-sql/pglite/dist")
  for (const file of readdirSync(pglite).filter(isOfPglite))
    cpSync(join(pglite, file), join(folder, "pglite", file))
}
