import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { initClients } from "../drivers/clients.ts"
import { initOrms } from "../drivers/orms.ts"
import { ExitError, exitCodes } from "../program/exit-code.ts"
import { express } from "./express.ts"
import { type Connection, findConnection, type OrmName } from "./find-connection.ts"
import type { Framework } from "./framework.ts"
import { hono } from "./hono.ts"
import { nextjs } from "./nextjs.ts"
import { sveltekit } from "./sveltekit.ts"

const docs = "https://github.com/mortise-auth/mortise/blob/main/docs"

/** The frameworks that `init` recognizes. Next.js and SvelteKit first: such a project may use the others too. */
export const frameworks: Readonly<Record<string, Framework>> = { nextjs, sveltekit, express, hono }

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
  /** The name of a client, or of an ORM whose connection is used. */
  readonly client: string
  /** The connection of the ORM. */
  readonly connection: Connection | undefined
  readonly packageManager: (typeof packageManagers)[number]
  readonly installed: ReadonlySet<string>
  readonly scripts: ReadonlySet<string>
  /** Whether the project does not use the framework yet. */
  readonly isNew: boolean
  readonly hasManifest: boolean
  readonly isModule: boolean
}

/** What the command's options name. They take precedence. */
export type Given = {
  readonly framework: string | undefined
  readonly client: string | undefined
  readonly connection: string | undefined
}

/** Reads package.json and the lock files of a folder, and finds the connection of its ORM. */
export function detectProject(folder: string, given: Given): Project {
  const chosen = choose("--framework", given.framework, frameworks)
  const chosenClient = choose("--client", given.client, { ...initClients, ...initOrms })
  const manifest = readManifest(join(folder, "package.json"), chosen !== undefined)
  const installed = new Set(Object.keys({ ...manifest?.dependencies, ...manifest?.devDependencies }))
  const found = (known: Readonly<Record<string, { readonly package: string }>>) =>
    Object.keys(known).find((name) => installed.has(known[name]?.package ?? ""))
  const framework = chosen ?? found(frameworks) ?? missingFramework()
  if (chosenClient === undefined) refuseOfficialAdapter(installed)
  const orm = given.connection === undefined ? found(initOrms) : (found(initOrms) ?? missingOrm())
  const client = chosenClient ?? orm ?? found(initClients) ?? "libsql"
  return {
    framework,
    client,
    connection: isOrm(client) ? findConnection(folder, client, given.connection) : undefined,
    packageManager: managerOf(folder, manifest?.packageManager),
    installed,
    scripts: new Set(Object.keys(manifest?.scripts ?? {})),
    isNew: !installed.has(frameworks[framework]?.package ?? ""),
    hasManifest: manifest !== undefined,
    isModule: manifest === undefined || manifest.type === "module",
  }
}

/** What `init` writes for the framework of a project. */
export const frameworkOf = ({ framework }: Project): Framework => frameworks[framework] ?? missingFramework()

const isOrm = (client: string): client is OrmName => Object.hasOwn(initOrms, client)

const frameworkNames = Object.keys(frameworks).join("|")

function missingFramework(): never {
  throw new ExitError(
    exitCodes.usage,
    `package.json names no framework that this command knows: add --framework ${frameworkNames}.`,
  )
}

function missingOrm(): never {
  throw new ExitError(
    exitCodes.usage,
    "--connection names the connection of Drizzle or Prisma, and package.json has neither: install one, or leave the option out.",
  )
}

/** Such a project has tables and rows: another adapter on other tables would sign everybody out. */
function refuseOfficialAdapter(installed: ReadonlySet<string>): void {
  const adapter = [...installed].find((name) => /^@(next-)?auth\/.+-adapter$/.test(name))
  if (adapter === undefined) return
  throw new ExitError(
    exitCodes.failed,
    `This project uses ${adapter}: keep your tables, and replace the import of the adapter, as ${docs}/upgrade.md shows. To write new files anyway, add --client NAME.`,
  )
}

function choose(option: string, name: string | undefined, known: object): string | undefined {
  if (name === undefined || Object.hasOwn(known, name)) return name
  throw new ExitError(exitCodes.usage, `${option} must be one of ${Object.keys(known).join(", ")}.`)
}

type Manifest = {
  readonly type?: string
  readonly scripts?: object
  readonly dependencies?: object
  readonly devDependencies?: object
  readonly packageManager?: string
}

/** A new application needs no package.json: the command writes it. */
function readManifest(file: string, mayBeNew: boolean): Manifest | undefined {
  if (!existsSync(file)) {
    if (mayBeNew) return undefined
    throw new ExitError(
      exitCodes.configuration,
      `There is no package.json in this folder. In an existing application, run the command in its folder. For a new one, name a framework: npx mortise init --framework ${frameworkNames}.`,
    )
  }
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
