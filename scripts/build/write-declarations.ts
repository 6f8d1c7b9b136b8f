import { spawnSync } from "node:child_process"
import { readFileSync, rmSync } from "node:fs"
import { join, resolve } from "node:path"
import { root } from "../ensure-install.mjs"
import { publicEntries } from "../source/public-entries.ts"
import { readImports } from "../source/read-imports.ts"
import { sourceFiles } from "../source/source-files.ts"

/** Empties dist and writes the declarations that a public entry needs. */
export function writeDeclarations(folder: string): void {
  const dist = join(folder, "dist")
  rmSync(dist, { recursive: true, force: true })
  const compiler = join(root, "node_modules/typescript/bin/tsc")
  const { status } = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json"], {
    cwd: folder,
    stdio: "inherit",
  })
  if (status !== 0) process.exit(status ?? 1)
  const needed = reachedDeclarations(folder)
  for (const file of sourceFiles(dist, ".d.ts")) if (!needed.has(resolve(file))) rmSync(file)
}

/** The declarations of the public entries, and all that they import. */
function reachedDeclarations(folder: string): ReadonlySet<string> {
  // The compiler keeps the endings of relative imports.
  const toDeclarationPath = (file: string) => file.replace(/\.[jt]s$/, ".d.ts")
  const reached = new Set(publicEntries(folder).map(({ built }) => toDeclarationPath(resolve(folder, built))))
  for (const file of reached)
    for (const { specifier } of readImports(file, readFileSync(file, "utf8")))
      if (specifier?.startsWith(".")) reached.add(toDeclarationPath(resolve(file, "..", specifier)))
  return reached
}
