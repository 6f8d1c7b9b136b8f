import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { bundlePage } from "../../scripts/build/bundle-page.ts"
import { root } from "../../scripts/ensure-install.mjs"
import { withSiteLinks } from "./links.ts"
import { type Page, parsePage } from "./page.ts"

const read = (file: string): string => readFileSync(join(root, file), "utf8")
const source = "site/playground/README.md"

/** The page with the playground: its text, what the build measured, and the script. */
export function playgroundPage(pages: ReadonlySet<string>): Page {
  const text = withSiteLinks(source, read(source), pages)
  return {
    ...parsePage(text.replace('<div id="playground"', `<div id="playground" ${formatFacts()}`)),
    matter: {
      tableOfContents: false,
      head: [
        { tag: "link", attrs: { rel: "stylesheet", href: "/try/playground.css" } },
        { tag: "script", attrs: { type: "module", src: "/try/playground.js" } },
      ],
    },
  }
}

/** What the page says about PGlite and `@auth/pg-adapter`, as attributes. */
function formatFacts(): string {
  const bytes = listPgliteFiles().reduce((sum, file) => sum + statSync(file).size, 0)
  const { devDependencies } = JSON.parse(read("package.json"))
  return `data-bytes="${bytes}" data-pglite="${devDependencies["@electric-sql/pglite"]}" data-official="${devDependencies["@auth/pg-adapter"]}"`
}

/** What a browser needs of PGlite: its modules, PostgreSQL, and the files of an empty database. */
const isOfPglite = (file: string): boolean =>
  /^(index|chunk-\w+)\.js$|^(pglite\.wasm|pglite\.data|initdb\.wasm)$/.test(file)

function listPgliteFiles(): string[] {
  const folder = join(root, "node_modules/@electric-sql/pglite/dist")
  return readdirSync(folder)
    .filter(isOfPglite)
    .map((file) => join(folder, file))
}

/** Writes the playground's scripts and style sheet, and copies PGlite beside them. */
export async function writePlayground(folder: string): Promise<void> {
  const { script, style } = await bundlePage("site/playground/main.tsx")
  const worker = await bundlePage("site/playground/lab-worker.ts")
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "playground.js"), script)
  writeFileSync(join(folder, "lab-worker.js"), worker.script)
  // The base rules are for plain elements, so they must not reach the rest of the page.
  const base = `.playground {\n${read("packages/pages/src/base.css")}}\n`
  writeFileSync(join(folder, "playground.css"), base + style)
  for (const file of listPgliteFiles()) cpSync(file, join(folder, "pglite", basename(file)))
}
