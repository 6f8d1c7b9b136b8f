import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { run } from "./run.ts"

/**
 * Imports modules of a folder one after the other in one process, with the tsconfig.json of the folder. Returns the
 * errors by module. What the modules leave open does not keep the process running.
 */
export function runModules(folder: string, modules: readonly string[]): Record<string, string> {
  writeFileSync(
    join(folder, "run-all.mjs"),
    `import { writeFileSync } from "node:fs"
     const failures = {}
     for (const name of ${JSON.stringify(modules)})
       await import("./" + name).catch((error) => { failures[name] = String(error?.stack ?? error) })
     writeFileSync("failures.json", JSON.stringify(failures))
     process.exit()`,
  )
  run(process.execPath, ["--import", "tsx", "run-all.mjs"], folder, {
    TSX_TSCONFIG_PATH: join(folder, "tsconfig.json"),
  })
  return JSON.parse(readFileSync(join(folder, "failures.json"), "utf8"))
}
