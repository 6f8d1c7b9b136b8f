import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { bundlePage } from "../../scripts/build/bundle-page.ts"
import { root } from "../../scripts/ensure-install.mjs"
import { withCauseCharts, withRateCharts } from "./charts/page-charts.ts"
import { contract } from "./contract-pages.ts"
import { withSiteLinks } from "./links.ts"
import { formatPage, type Page, parsePage, quiet } from "./page.ts"
import { playgroundPage, writePlayground } from "./playground-page.ts"
import { errorPage } from "./reference/error-page.ts"
import { readSources } from "./reference/program.ts"
import { referencePages } from "./reference/reference-pages.ts"
import { robotFiles } from "./robot-files.ts"
import { linkNumbers } from "./scoreboard/link-numbers.ts"
import { writePictures } from "./scoreboard/share-pictures.ts"
import { readScoreboard, scoreboardPages } from "./scoreboard-pages.ts"
import { sidebar, sources } from "./sidebar.ts"
import { withBasePath } from "./site-address.ts"
import { toSlug } from "./slug.ts"
import { frontEntry, startPage } from "./start-page.ts"

const cache = join(root, "site/.cache")
const files = sources()
const pagePaths = new Set(files)
const scoreboard = readScoreboard()

/** Pages whose pictures are drawn from their tables. */
const drawn: Readonly<Record<string, (page: string) => string>> = {
  "bench/results/README.md": withRateCharts,
  "docs/peers.md": (page) => {
    const drawn = withCauseCharts(page)
    return scoreboard ? linkNumbers(drawn, scoreboard) : drawn
  },
}

const writtenPages = (): [slug: string, page: Page][] =>
  files.map((file) => {
    const text = readFileSync(join(root, file), "utf8")
    const linked = withSiteLinks(file, text, pagePaths)
    return [toSlug(file), parsePage(drawn[file]?.(linked) ?? linked)]
  })

const notFound: Page = {
  title: "There is no such page",
  description: "The address may have changed.",
  body: "Search for it above, or begin at the [start page](/).",
  matter: { template: "splash", pagefind: false },
}

/** All pages by their address. A generated page replaces a written one. */
function allPages(): Map<string, Page> {
  const types = readSources()
  return new Map([
    ...writtenPages(),
    ["", startPage(pagePaths)],
    ["404", notFound],
    ["try", playgroundPage(pagePaths)],
    ["troubleshooting", errorPage(types, pagePaths)],
    ...referencePages(types),
    ...contract(),
    ...scoreboardPages(scoreboard),
  ])
}

function write(path: string, text: string): void {
  const file = join(cache, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** Lists and reports, which contain every word of the guides. */
const isList = (slug: string): boolean =>
  /^(reference|contract|changes|cli\/|benchmarks|peers|scoreboard|requirements|sql-statements|testing|contributing)\b/.test(
    slug,
  )

const pages = allPages()
// Astro may lose its cache's last changes on a busy machine, and would then build old pages: it starts without one.
for (const folder of ["pages", "public", "astro"])
  rmSync(join(cache, folder), { recursive: true, force: true })
for (const [slug, page] of pages)
  write(`pages/${slug || "index"}.md`, withBasePath(formatPage(isList(slug) ? quiet(page) : page)))
const guides = writtenPages().filter(([slug]) => !isList(slug))
for (const [name, text] of Object.entries(robotFiles(guides))) write(`public/${name}`, text)
write("sidebar.json", JSON.stringify(sidebar()))
mkdirSync(join(cache, "public"), { recursive: true })
cpSync(join(root, "docs/studio.png"), join(cache, "public/studio.png"))
cpSync(join(root, "site/src/favicon.svg"), join(cache, "public/favicon.svg"))
if (scoreboard) await writePictures(join(cache, "public"), scoreboard, frontEntry)
writeFileSync(join(cache, "public/replay.js"), (await bundlePage("site/src/replay.ts")).script)
await writePlayground(join(cache, "public/try"))
console.log(`${pages.size} pages are prepared.`)
