import { existsSync } from "node:fs"
import { join } from "node:path"
import { basePath } from "../stage/site-address.ts"
import { builtPages, deadLinks, dist } from "./built-site.ts"

const pages = builtPages()
const isFile = (path: string) =>
  path.startsWith(basePath) && !path.endsWith("/") && existsSync(join(dist, path.slice(basePath.length)))
const dead = deadLinks(pages, isFile)
for (const line of dead) console.error(line)
console.log(
  `${pages.length} pages, ${pages.flatMap(({ links }) => links).length} links, ${dead.length} dead.`,
)
process.exitCode = dead.length === 0 ? 0 : 1
