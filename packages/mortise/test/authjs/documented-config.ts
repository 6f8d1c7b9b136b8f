import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import type { AuthConfig } from "@auth/core"
import { root } from "../../../../scripts/ensure-install.mjs"
import { sourcePaths } from "../../../../scripts/source/source-paths.ts"

/** Instead of the frameworks: what the files of an application import, and a place for the configuration. */
const frameworks = `
  export let given
  const keep = (config) => {
    given = config
    return {}
  }
  export { keep as default, keep as SvelteKitAuth }
  export const initAuthConfig = (create) => keep(create())
  export const authHandler = () => {}
  export const getAuthUser = () => {}
  export const serve = () => ({ on() {} })
  export class Hono { use() {} get() {} }
  export const env = {}`

/** An adapter with the field of the quickstarts, and one that no page may see. */
const adapterModule = (secret: string): string => `
  import { defineSchema, text } from "${moduleOf("mortise")}"
  import { memoryAdapter } from "${moduleOf("mortise/memory")}"
  const fields = { role: text({ default: "member" }), otp: text({ default: "${secret}", secret: true }) }
  export const schema = defineSchema({ user: { fields } })
  export const adapter = memoryAdapter({ schema })`

const sources = sourcePaths()
const importFrom = /(?<=from ")([^"]+)(?=")/g

/** Runs the module of an application that configures Auth.js, and returns its configuration. */
export async function documentedConfig(name: string, text: string, secret: string): Promise<AuthConfig> {
  // Inside the repository, so that the modules find its packages.
  const folder = join(root, ".cache/documented-configs", name)
  rmSync(folder, { recursive: true, force: true })
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  write("frameworks.ts", frameworks)
  write("adapter.ts", adapterModule(secret))
  write("config.ts", text.replaceAll(importFrom, moduleOf))
  const load = (path: string) => import(pathToFileURL(join(folder, path)).href)
  const found = await load("config.ts")
  return found.config ?? (await load("frameworks.ts")).given
}

function moduleOf(specifier: string): string {
  const [source] = sources[specifier] ?? []
  if (source !== undefined) return source
  if (/providers\//.test(specifier)) return specifier.replace(/.*(?=\/providers)/, "@auth/core")
  return /(^|\/)adapter(\.ts)?$/.test(specifier) ? "./adapter.ts" : "./frameworks.ts"
}
