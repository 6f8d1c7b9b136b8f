import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"

type Module = Readonly<Record<string, unknown>>

/** Thrown when Node cannot load the file as it is, and jiti, which could, is not installed. */
export class LoaderMissing extends Error {
  override readonly name = "LoaderMissing"
}

/**
 * Imports a configuration file. Frameworks compile their applications, which may use imports without extensions,
 * tsconfig `paths`, and syntax that Node cannot load. If that is why the import fails, jiti loads the file.
 */
export async function importConfiguration(path: string): Promise<Module> {
  try {
    return await import(pathToFileURL(path).href)
  } catch (error) {
    if (!needsCompiler(error)) throw error
    return importCompiled(path)
  }
}

const codes: ReadonlySet<unknown> = new Set([
  "ERR_UNKNOWN_FILE_EXTENSION",
  "ERR_MODULE_NOT_FOUND",
  "ERR_UNSUPPORTED_DIR_IMPORT",
  "ERR_UNSUPPORTED_RESOLVE_REQUEST",
  "ERR_INVALID_TYPESCRIPT_SYNTAX",
  "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX",
  "ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING",
  "ERR_REQUIRE_ESM",
  "ERR_IMPORT_ATTRIBUTE_MISSING",
  // `cloudflare:workers`
  "ERR_UNSUPPORTED_ESM_URL_SCHEME",
])

// CommonJS globals in a module; `server-only` and `client-only`, which throw outside of their framework.
const messages =
  /is not defined in ES module scope|cannot be imported from a (Client|Server) Component module/

function needsCompiler(error: unknown): boolean {
  const { code, message = "" } = Object(error) as { readonly code?: unknown; readonly message?: string }
  return codes.has(code) || error instanceof SyntaxError || messages.test(message)
}

type Jiti = {
  createJiti(base: string, options: object): { import(path: string): Promise<Module> }
}

async function importCompiled(path: string): Promise<Module> {
  const { createJiti } = await loadJiti(path)
  const load = async (tsconfigPaths: boolean, virtualModules: Modules): Promise<Module> => {
    try {
      return await createJiti(pathToFileURL(path).href, {
        tsconfigPaths,
        virtualModules,
        fsCache: false,
      }).import(path)
    } catch (error) {
      if (tsconfigPaths && extendsMissingFile(error)) return load(false, virtualModules)
      if (workersName in virtualModules || !needsWorkers(error)) throw error
      const { workersModule } = await import("./workers-module.ts")
      return load(tsconfigPaths, { ...virtualModules, [workersName]: await workersModule() })
    }
  }
  return load(true, frameworkModules())
}

type Modules = Readonly<Record<string, object>>

const workersName = "cloudflare:workers"

const needsWorkers = (error: unknown): boolean =>
  ((Object(error) as { readonly message?: string }).message ?? "").includes(`'${workersName}'`)

// SvelteKit writes the file that its tsconfig extends when it starts.
const extendsMissingFile = (error: unknown): boolean =>
  /^File '.+' not found\.$/.test((Object(error) as { readonly message?: string }).message ?? "")

/** The modules that frameworks provide when they compile. Those of SvelteKit export environment variables. */
const frameworkModules = (): Modules => ({
  "server-only": {},
  "client-only": {},
  "$env/dynamic/private": { env: process.env },
  "$env/dynamic/public": { env: process.env },
  "$env/static/private": { ...process.env },
  "$env/static/public": { ...process.env },
  "$app/environment": { browser: false, building: false, dev: false, version: "" },
})

/** The jiti that was installed with this package, else the project's. */
async function loadJiti(path: string): Promise<Jiti> {
  for (const place of [import.meta.url, path]) {
    try {
      return await import(pathToFileURL(createRequire(place).resolve("jiti")).href)
    } catch {}
  }
  throw new LoaderMissing()
}
