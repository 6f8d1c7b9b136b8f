import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "../../../../scripts/ensure-install.mjs"
import { publicEntries } from "../../../../scripts/source/public-entries.ts"
import { run } from "../house/support/run.ts"

/** A project outside the repository with Mortise installed as if from a registry. */
export type ConsumerProject = { readonly folder: string; remove(): void }

const modules = join(root, "node_modules")

/** Builds Mortise into a project, next to copies of the files in a folder, if any. The repository is only read. */
export function consumerProject(programs?: string): ConsumerProject {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "mortise-consumer-")))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    buildInto(join(folder, "node_modules/mortise"))
    // The suite needs fast-check, and fast-check needs pure-rand.
    for (const name of ["fast-check", "pure-rand"])
      cpSync(join(modules, name), join(folder, "node_modules", name), { recursive: true })
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
    for (const name of programs ? readdirSync(programs) : [])
      writeFileSync(join(folder, name), asConsumer(readFileSync(join(programs ?? "", name), "utf8")))
    return { folder, remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** Builds from a private copy of the sources, because other tests build at the same time. */
function buildInto(copy: string): void {
  mkdirSync(copy, { recursive: true })
  const sources = ["src", "scripts", "tsconfig.json", "tsconfig.build.json"]
  for (const name of [...sources, "package.json"])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(modules, join(copy, "node_modules"))
  const loader = join(modules, "tsx/dist/loader.mjs")
  run(process.execPath, ["--import", loader, "scripts/build.ts"], copy)
  for (const name of [...sources, "node_modules"]) rmSync(join(copy, name), { recursive: true })
}

/** Replaces imports from src by imports from the package. */
function asConsumer(program: string): string {
  return program.replaceAll(/"(?:\.\.\/)+(src\/[^"]+)"/g, (_, file: string) => {
    const entry = publicEntries(root).find(({ source }) => source === file)
    if (entry) return JSON.stringify(entry.specifier)
    throw new Error(`${file} is not a public entry: a consumer cannot import it.`)
  })
}
