import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"

type Module = Readonly<Record<string, unknown>>

/** The packages that load TypeScript where Node cannot, in the order in which they are tried. */
const loaders: readonly { readonly entry: string; load(entry: string, path: string): Promise<Module> }[] = [
  {
    entry: "jiti",
    async load(entry, path) {
      const { createJiti }: Jiti = await import(pathToFileURL(entry).href)
      return createJiti(pathToFileURL(path).href).import(path)
    },
  },
  {
    // The CommonJS build of its API, which a name would resolve to, cannot import.
    entry: "tsx/package.json",
    async load(entry, path) {
      const { tsImport }: Tsx = await import(new URL("dist/esm/api/index.mjs", pathToFileURL(entry)).href)
      return tsImport(pathToFileURL(path).href, pathToFileURL(path).href)
    },
  },
]

type Jiti = { createJiti(base: string): { import(path: string): Promise<Module> } }
type Tsx = { tsImport(file: string, parent: string): Promise<Module> }

/** Thrown when the file is TypeScript, Node cannot load it, and the project has no package that can. */
export class TypeScriptError extends Error {
  override readonly name = "TypeScriptError"
}

/** Imports a configuration file. Node loads TypeScript from 22.18 on; below, a package of the project must do so. */
export async function importConfiguration(path: string): Promise<Module> {
  try {
    return await import(pathToFileURL(path).href)
  } catch (error) {
    const { code } = error as { readonly code?: unknown }
    if (code !== "ERR_UNKNOWN_FILE_EXTENSION") throw error
    return importTypeScript(path)
  }
}

async function importTypeScript(path: string): Promise<Module> {
  const requireFromProject = createRequire(path)
  for (const { entry, load } of loaders) {
    const found = resolved(requireFromProject, entry)
    if (found !== undefined) return load(found, path)
  }
  throw new TypeScriptError()
}

function resolved(requireFromProject: NodeJS.Require, name: string): string | undefined {
  try {
    return requireFromProject.resolve(name)
  } catch {
    return undefined
  }
}
