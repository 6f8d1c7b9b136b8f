import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "../../../../scripts/ensure-install.mjs"
import { packages } from "../../../../scripts/source/packages.ts"
import { publicEntries } from "../../../../scripts/source/public-entries.ts"

/** A project outside the repository with Mortise installed as if from a registry. */
export type ConsumerProject = { readonly folder: string; remove(): void }

/** Installs the built packages into a project, next to copies of the files in a folder, if any. */
export function consumerProject(programs?: string): ConsumerProject {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "mortise-consumer-")))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const modules = join(folder, "node_modules")
  try {
    install(packages.mortise, join(modules, "mortise"))
    install(packages.conformance, join(modules, "@mortise/conformance"))
    // The suite needs fast-check, and fast-check needs pure-rand.
    for (const name of ["fast-check", "pure-rand"])
      cpSync(join(root, "node_modules", name), join(modules, name), { recursive: true })
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
    for (const name of programs ? readdirSync(programs) : [])
      writeFileSync(join(folder, name), asConsumer(readFileSync(join(programs ?? "", name), "utf8")))
    return { folder, remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** Copies the published files of a package that a program reads. */
function install(source: string, target: string): void {
  if (!existsSync(join(source, "dist"))) throw new Error("The packages are not built: run `npm run build`.")
  for (const name of ["dist", "templates", "package.json"].filter((path) => existsSync(join(source, path))))
    cpSync(join(source, name), join(target, name), { recursive: true })
}

/** Replaces imports from src by imports from the package. */
function asConsumer(program: string): string {
  return program.replaceAll(/"(?:\.\.\/)+(src\/[^"]+)"/g, (_, file: string) => {
    const entry = publicEntries(packages.mortise).find(({ source }) => source === file)
    if (entry) return JSON.stringify(entry.specifier)
    throw new Error(`${file} is not a public entry: a consumer cannot import it.`)
  })
}
