import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { root } from "../../../../../scripts/ensure-install.mjs"
import { consumerProject } from "../../../../workshop/src/runtimes/consumer-project.ts"
import { temporaryTree } from "../../support/temporary-tree.ts"

type Files = Readonly<Record<string, string>>

/** The built program with its optional dependency, as npm installs it. */
export function installProgram() {
  const { folder, remove } = consumerProject()
  const jiti = join(folder, "node_modules/jiti")
  const installJiti = () => cpSync(join(root, "node_modules/jiti"), jiti, { recursive: true })
  installJiti()
  return {
    remove,
    /** Loads a configuration in a folder with these files. */
    load(files: Files, config = "mortise.config.ts", node = process.execPath) {
      const cwd = temporaryTree(files)
      mkdirSync(join(cwd, "node_modules"), { recursive: true })
      symlinkSync(join(folder, "node_modules/mortise"), join(cwd, "node_modules/mortise"))
      const main = join(folder, "node_modules/mortise/dist/cli/main.js")
      const env = { PATH: process.env["PATH"] }
      return spawnSync(node, [main, "openapi", "--config", config], { cwd, encoding: "utf8", env })
    },
    withoutJiti<T>(body: () => T): T {
      rmSync(jiti, { recursive: true })
      try {
        return body()
      } finally {
        installJiti()
      }
    },
  }
}

/** The files of an application as frameworks compile it: aliases, no extensions, `server-only`, TypeScript syntax. */
export const application = {
  "package.json": `{"private":true}`,
  "tsconfig.json": `{
    // A comment, as many projects have one.
    "extends": "./tsconfig.base.json",
    "compilerOptions": { "paths": { "@/*": ["./src/*"], "#role": ["./src/auth/role.ts"] } },
  }`,
  "tsconfig.base.json": `{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler" } }`,
  "node_modules/server-only/package.json": `{"name":"server-only","main":"index.js"}`,
  "node_modules/server-only/index.js": `throw new Error("This module cannot be imported from a Client Component module. It should only be used from a Server Component.")`,
  "src/auth/role.ts": `export enum Role { Admin = "admin", Member = "member" }`,
  "src/auth/index.ts": `
    import "server-only"
    import { memoryAdapter } from "mortise/memory"
    import { Role } from "#role"
    import { warn } from "@/lib/log"
    export const adapter = memoryAdapter({ onWarning: warn satisfies (message: string) => void })
    if (Role.Admin !== "admin") throw new Error()`,
  "src/lib/log.tsx": `
    class Log { constructor(private readonly prefix: string) {} line(text: string) { return this.prefix + text } }
    export const warn = (message: string) => void new Log("!").line(message)`,
} as const
