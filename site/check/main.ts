import { existsSync } from "node:fs"
import { join } from "node:path"
import { builtPages, deadLinks, dist } from "./built-site.ts"

const pages = builtPages()
const dead = deadLinks(pages, (path) => !path.endsWith("/") && existsSync(join(dist, path)))
for (const line of dead) console.error(line)
console.log(
  `${pages.length} pages, ${pages.flatMap(({ links }) => links).length} links, ${dead.length} dead.`,
)
process.exitCode = dead.length === 0 ? 0 : 1
