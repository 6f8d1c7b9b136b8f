import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../../../../../scripts/ensure-install.mjs"

const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
  module: "nodenext",
  target: "es2023",
  lib: ["es2023", "dom", "dom.iterable"],
  types: [],
}

/** The errors of the compiler, and the files in node_modules of the project that it read. */
export type Compiled = { readonly problems: readonly string[]; readonly files: readonly string[] }

/** Compiles one module that imports all of the names. */
export function compileConsumer(project: string, names: readonly string[]): Compiled {
  const lines = names.flatMap((name, nth) => [
    `export * as entry${nth} from "${name}"`,
    // Proves that the types were found: without them, every name would be accepted.
    `// @ts-expect-error\nexport { noSuchName as absent${nth} } from "${name}"`,
  ])
  writeFileSync(join(project, "consumer.ts"), lines.join("\n"))
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["consumer.ts"] }))
  const compiler = join(root, "node_modules/typescript/bin/tsc")
  const { stdout } = spawnSync(process.execPath, [compiler, "-p", ".", "--listFiles", "--pretty", "false"], {
    cwd: project,
    encoding: "utf8",
  })
  const home = `${join(project, "node_modules")}/`
  const printed = stdout.trim().split("\n")
  return {
    // Better Auth's own declarations are outside the project.
    problems: printed.filter((line) => !line.startsWith("/") && !line.startsWith("../")),
    files: printed.filter((line) => line.startsWith(home)).map((line) => line.slice(home.length)),
  }
}
