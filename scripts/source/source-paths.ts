import { join } from "node:path"
import { packages } from "./packages.ts"
import { publicEntries } from "./public-entries.ts"

/** The `paths` of a tsconfig.json with which every public name of the packages leads to its source. */
export function sourcePaths(): Record<string, string[]> {
  return Object.fromEntries(
    Object.values(packages).flatMap((folder) =>
      publicEntries(folder).map(({ specifier, source }) => [specifier, [join(folder, source)]]),
    ),
  )
}
