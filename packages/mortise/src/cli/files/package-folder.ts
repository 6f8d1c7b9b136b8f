import { createRequire } from "node:module"
import { dirname } from "node:path"

/** The folder of this package, from its sources and from `dist` alike. */
export const packageFolder = (): string =>
  dirname(createRequire(import.meta.url).resolve("mortise/package.json"))
