import { spawnSync } from "node:child_process"
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Mutant } from "./find-mutants.ts"

const settings = {
  extends: "./tsconfig.json",
  // A removed call often leaves an unused import, which is not a defect that a test could find.
  compilerOptions: { noUnusedLocals: false, noUnusedParameters: false },
  include: ["packages/mortise/src"],
}

/**
 * Which mutants compile. One run of the compiler checks them all: each becomes a file beside the file that it changes.
 * So an error that a mutant causes in another file is not found.
 */
export function checkTypes(workspace: string, mutants: readonly Mutant[]): Mutant[] {
  const names = mutants.map(({ file }, at) => file.replace(/\.ts$/, `.mutant-${at}.ts`))
  const config = join(workspace, "tsconfig.mutants.json")
  try {
    writeFileSync(config, JSON.stringify(settings))
    for (const [at, { text }] of mutants.entries()) writeFileSync(join(workspace, names[at] ?? ""), text)
    const compiler = join(workspace, "node_modules/.bin/tsc")
    const { stdout } = spawnSync(compiler, ["-p", config, "--pretty", "false"], {
      cwd: workspace,
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    })
    const wrong = new Set([...stdout.matchAll(/\.mutant-(\d+)\.ts\(/g)].map(([, at]) => Number(at)))
    return mutants.filter((_, at) => !wrong.has(at))
  } finally {
    for (const name of [...names, "tsconfig.mutants.json"]) rmSync(join(workspace, name), { force: true })
  }
}
