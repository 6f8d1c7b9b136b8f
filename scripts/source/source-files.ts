import { existsSync, readdirSync } from "node:fs"
import { join, relative } from "node:path"

const notSource = /(^|\/)(node_modules|\.cache)\//

/** The sorted paths of all files below `folder` whose names end in `ending`, outside node_modules and .cache. */
export function sourceFiles(folder: string, ending: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name).replaceAll("\\", "/"))
    .filter((file) => !notSource.test(relative(folder, file).replaceAll("\\", "/")))
    .sort()
}
