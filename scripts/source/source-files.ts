import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"

/** Every file below `folder` whose name ends in `ending`, as sorted paths with forward slashes. */
export function sourceFiles(folder: string, ending: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name).replaceAll("\\", "/"))
    .sort()
}
