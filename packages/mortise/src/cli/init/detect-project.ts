import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ExitError, exitCodes } from "../exit-code.ts"
import { clients } from "./clients.ts"
import { express } from "./express.ts"
import type { Framework } from "./framework.ts"
import { hono } from "./hono.ts"
import { nextjs } from "./nextjs.ts"
import { sveltekit } from "./sveltekit.ts"

/** The frameworks that `init` recognizes. Next.js and SvelteKit first: such a project may use the others too. */
export const frameworks: Readonly<Record<string, Framework>> = { nextjs, sveltekit, express, hono }

const orms = ["drizzle-orm", "@prisma/client", "kysely", "knex", "typeorm"]

/** The lock file of each package manager, and its command that installs packages. */
const packageManagers = [
  { name: "pnpm", files: ["pnpm-lock.yaml"], install: "pnpm add" },
  { name: "yarn", files: ["yarn.lock"], install: "yarn add" },
  { name: "bun", files: ["bun.lock", "bun.lockb"], install: "bun add" },
  { name: "npm", files: ["package-lock.json"], install: "npm install" },
] as const

/** What a project uses. */
export type Project = {
  readonly framework: string
  readonly client: string
  /** An ORM of the project, if any. */
  readonly orm: string | undefined
  readonly packageManager: (typeof packageManagers)[number]
  readonly installed: ReadonlySet<string>
}

/** Reads package.json and the lock files of a folder. Given names take precedence. */
export function detectProject(
  folder: string,
  given: { readonly framework: string | undefined; readonly client: string | undefined },
): Project {
  const manifest = readManifest(join(folder, "package.json"))
  const installed = new Set(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }))
  const found = (known: Readonly<Record<string, { readonly package: string }>>) =>
    Object.keys(known).find((name) => installed.has(known[name]?.package ?? ""))
  const framework = choose("--framework", given.framework, frameworks) ?? found(frameworks)
  if (framework === undefined)
    throw new ExitError(
      exitCodes.usage,
      `package.json names no framework that this command knows: add --framework ${Object.keys(frameworks).join("|")}.`,
    )
  return {
    framework,
    client: choose("--client", given.client, clients) ?? found(clients) ?? "libsql",
    orm: orms.find((name) => installed.has(name)),
    packageManager: managerOf(folder, manifest.packageManager),
    installed,
  }
}

function choose(option: string, name: string | undefined, known: object): string | undefined {
  if (name === undefined || Object.hasOwn(known, name)) return name
  throw new ExitError(exitCodes.usage, `${option} must be one of ${Object.keys(known).join(", ")}.`)
}

type Manifest = {
  readonly dependencies?: object
  readonly devDependencies?: object
  readonly packageManager?: string
}

function readManifest(file: string): Manifest {
  if (!existsSync(file))
    throw new ExitError(
      exitCodes.configuration,
      "There is no package.json in this folder: run the command in your project.",
    )
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch (error) {
    throw new ExitError(exitCodes.configuration, "package.json is not valid JSON: fix it first.", error)
  }
}

function managerOf(folder: string, declared = ""): Project["packageManager"] {
  const [name] = declared.split("@")
  return (
    packageManagers.find((manager) => manager.name === name) ??
    packageManagers.find(({ files }) => files.some((file) => existsSync(join(folder, file)))) ??
    packageManagers[3]
  )
}
