import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { adapterText, clients } from "./clients.ts"
import { frameworks, type Project } from "./detect-project.ts"

/** A file that `init` writes. `kept`: it exists with another text, and is not changed. */
export type PlannedFile = {
  readonly path: string
  readonly text: string
  readonly state: "new" | "equal" | "kept"
}

/** The files of a project, and what is in their places now. */
export function planFiles(folder: string, { framework: name, client: clientName }: Project): PlannedFile[] {
  const [framework, client] = [frameworks[name], clients[clientName]]
  if (!framework || !client) return []
  const { sourceMark, adapter, files } = framework
  const below = sourceMark !== undefined && existsSync(join(folder, sourceMark)) ? "src/" : ""
  const texts: Readonly<Record<string, string>> = {
    [`${below}${adapter}`]: adapterText(client),
    ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`${below}${path}`, text])),
    // JavaScript, so that a project need not allow imports of .ts files to compile it.
    "mortise.config.mjs": `export { adapter } from "./${below}${adapter}"\n`,
  }
  return Object.entries(texts).map(([path, text]) => ({
    path,
    text,
    state: stateOf(join(folder, path), text),
  }))
}

function stateOf(file: string, text: string): PlannedFile["state"] {
  if (!existsSync(file)) return "new"
  return readFileSync(file, "utf8").replaceAll("\r\n", "\n") === text ? "equal" : "kept"
}

/** Writes a new file. Fails if it was created concurrently. */
export function writeFile(folder: string, { path, text }: PlannedFile): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text, { flag: "wx" })
}
