import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"

const skipped = new Set(["node_modules", ".cache", ".astro", "dist"])

/** The sorted paths of all files below `folder` whose names end in `ending`, outside folders that programs write. */
export function sourceFiles(folder: string, ending: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name).replaceAll("\\", "/")
      // Installed packages are not even listed: they have many more files.
      if (entry.isDirectory()) return skipped.has(entry.name) ? [] : sourceFiles(path, ending)
      return entry.isFile() && entry.name.endsWith(ending) ? [path] : []
    })
    .sort()
}
