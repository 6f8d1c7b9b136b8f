import { join, relative } from "node:path"
import { root } from "../../../../../scripts/ensure-install.mjs"
import { run } from "./run.ts"

const compiler = join(root, "node_modules/typescript/bin/tsc")

/** Compiles a folder in .cache with its tsconfig.json. Throws what the compiler printed, if it found an error. */
export function compileFolder(folder: string): void {
  // Compiles what changed since the last run. The folder is written anew, so the record stays beside it.
  const record = join(root, ".cache", `${relative(join(root, ".cache"), folder)}.tsbuildinfo`)
  run(process.execPath, [compiler, "-p", ".", "--incremental", "--tsBuildInfoFile", record], folder)
}
