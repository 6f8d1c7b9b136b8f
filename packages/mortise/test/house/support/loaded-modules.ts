import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { run } from "./run.ts"

/**
 * The modules that Node loads for each of the names, by name: files relative to node_modules of the project, and
 * built-in modules. One process imports all of them and records which module imports which.
 */
export function modulesLoadedBy(project: string, names: readonly string[]): Map<string, string[]> {
  const files = {
    "hook.mjs": `import { writeSync } from "node:fs"
      export async function resolve(specifier, context, next) {
        const found = await next(specifier, context)
        writeSync(1, JSON.stringify([context.parentURL, found.url, specifier]) + "\\n")
        return found
      }`,
    "import.mjs": `import { register } from "node:module"
      register("./hook.mjs", import.meta.url)
      for (const name of ${JSON.stringify(names)})
        if (Object.keys(await import(name)).length === 0) throw new Error(name + " exports nothing")`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text)
  const lines = run(process.execPath, ["import.mjs"], project).trim().split("\n")
  const edges = lines.map((line): [from: string, to: string, name: string] => JSON.parse(line))
  const home = `${join(project, "node_modules")}/`
  const pathOf = (url: string) => (url.startsWith("file:") ? fileURLToPath(url).replace(home, "") : url)
  return new Map(
    names.map((name) => {
      const start = edges.find(([from, , specifier]) => from.endsWith("/import.mjs") && specifier === name)
      const reached = new Set([start?.[1] ?? name])
      // A set yields the entries that are added while it is read.
      for (const url of reached) for (const [from, to] of edges) if (from === url) reached.add(to)
      return [name, [...reached].map(pathOf)]
    }),
  )
}
