import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { mortise } from "../../shared/mortise-command.ts"
import { readWranglerFile } from "../configuration/wrangler-file.ts"
import { clientNamed, initClients } from "../drivers/clients.ts"
import { initOrms } from "../drivers/orms.ts"
import { docsUrl } from "../program/docs-url.ts"
import { configurationError, ExitError, exitCodes, usageError } from "../program/exit-code.ts"
import { parseChoice } from "../program/usage-error.ts"
import { checkClientFits, chooseDatabase, suitableClient, worksInWorkers } from "./choose-client.ts"
import { findConnection, type OrmName } from "./find-connection.ts"
import { fitFramework } from "./fit-framework.ts"
import type { Framework } from "./framework.ts"
import { frameworks, honoWorker } from "./frameworks.ts"
import { type Manifest, readApplication } from "./read-application.ts"
import { readText } from "./source-files.ts"

/** The lock file of each package manager, and its command that installs packages. */
const packageManagers = [
  { name: "pnpm", files: ["pnpm-lock.yaml"], install: "pnpm add" },
  { name: "yarn", files: ["yarn.lock"], install: "yarn add" },
  { name: "bun", files: ["bun.lock", "bun.lockb"], install: "bun add" },
  { name: "npm", files: ["package-lock.json"], install: "npm install" },
] as const

/** What a project uses. */
export type Project = Readonly<ReturnType<typeof detectProject>>

/** What the command's options name. They take precedence. */
export type Given = {
  readonly framework: string | undefined
  readonly client: string | undefined
  readonly connection: string | undefined
  readonly binding: string | undefined
  readonly pgSchema: string | undefined
}

/** Reads package.json and the lock files of a folder, and finds the connection of its ORM. */
export function detectProject(folder: string, options: Given) {
  const chosen = choose("--framework", options.framework, frameworks)
  const chosenClient = choose("--client", options.client, { ...initClients, ...initOrms })
  const needsWorkers = clientNamed(chosenClient ?? "")?.inWorkers === true
  const manifest = readManifest(join(folder, "package.json"), chosen !== undefined || needsWorkers)
  const installed = new Set(Object.keys({ ...manifest?.dependencies, ...manifest?.devDependencies }))
  const findInstalled = (candidates: Readonly<Record<string, Packages>>) =>
    Object.keys(candidates).find((name) => isInstalled(candidates[name], installed))
  const framework = chosen ?? findInstalled(frameworks) ?? (needsWorkers ? "worker" : missingFramework())
  if (chosenClient === undefined) refuseOfficialAdapter(installed)
  const orm =
    options.connection === undefined ? findInstalled(initOrms) : (findInstalled(initOrms) ?? missingOrm())
  const wrangler = readWranglerFile(folder)
  const isHonoWorker = wrangler ? worksInWorkers(chosenClient ?? "d1") : needsWorkers
  const inWorkers = framework === "worker" || (framework === "hono" && isHonoWorker)
  const manager = detectPackageManager(folder, manifest?.packageManager)
  const surroundings = { framework, inWorkers, installed, wrangler, isBun: manager.name === "bun" }
  const client = chosenClient ?? orm ?? suitableClient(surroundings)
  if (!isOrm(client)) checkClientFits(client, surroundings)
  if (options.binding !== undefined && client !== "d1")
    throw usageError("--binding works with the client d1 only.")
  checkPgSchema(options.pgSchema, client)
  const used = frameworks[framework]
  const isNew =
    !(installed.has(used?.package ?? "") || (framework === "worker" && wrangler)) || hasNewFiles(folder, used)
  return {
    framework,
    /** The name of a client, or of an ORM whose connection is used. */
    client,
    /** Whether the application runs in Workers. */
    inWorkers,
    /** Whether the project does not use the framework yet, or has what an earlier run wrote. */
    isNew,
    wrangler,
    installed: installed as ReadonlySet<string>,
    /** The PostgreSQL schema of the tables. */
    pgSchema: options.pgSchema,
    /** The connection of the ORM. */
    connection: isOrm(client) ? findConnection(folder, client, options.connection) : undefined,
    /** The database of the client d1. */
    database: client === "d1" ? chooseDatabase(wrangler, options.binding) : undefined,
    packageManager: client === "bun-sql" ? packageManagers[2] : manager,
    scripts: new Set<string>(Object.keys(manifest?.scripts ?? {})),
    /** Whether nothing says which client the project uses. */
    isClientDefault:
      !isNew &&
      !inWorkers &&
      chosenClient === undefined &&
      !isInstalled(clientNamed(client) ?? ormNamed(client), installed),
    /** The application that uses the framework already. A worker is not read. */
    application:
      used?.existing && !isNew && !inWorkers
        ? readApplication(folder, used, manifest ?? {}, {
            isTyped: installed.has("typescript"),
            isBun: surroundings.isBun,
          })
        : undefined,
    hasManifest: manifest !== undefined,
    isModule: manifest === undefined || manifest.type === "module",
  }
}

type Packages = { readonly package: string; readonly variants?: RegExp }

const ormNamed = (name: string): Packages | undefined => (isOrm(name) ? initOrms[name] : undefined)

const isInstalled = (wanted: Packages | undefined, installed: ReadonlySet<string>): boolean =>
  [...installed].some((name) => name === wanted?.package || wanted?.variants?.test(name))

const hasNewFiles = (folder: string, framework: Framework | undefined): boolean =>
  framework?.existing !== undefined &&
  Object.entries(framework.newFiles).every(([path, text]) =>
    [path, `src/${path}`].some((place) => readText(folder, place) === text),
  )

/** What `init` writes for the framework of a project. */
export function pickFramework(folder: string, { framework, inWorkers, application }: Project): Framework {
  const used = inWorkers && framework === "hono" ? honoWorker : (frameworks[framework] ?? missingFramework())
  return application ? fitFramework(folder, used, application) : used
}

function checkPgSchema(pgSchema: string | undefined, client: string): void {
  if (pgSchema === undefined || client === "drizzle" || clientNamed(client)?.store === "postgres") return
  throw usageError(`--pg-schema works with a client of PostgreSQL or with Drizzle, not with ${client}.`)
}

const isOrm = (client: string): client is OrmName => Object.hasOwn(initOrms, client)

const frameworkNames = Object.keys(frameworks).join("|")

function missingFramework(): never {
  throw usageError(
    `package.json names no framework that this command knows: add --framework ${frameworkNames}.`,
  )
}

function missingOrm(): never {
  throw usageError(
    "--connection names the connection of an ORM, and package.json has none that this command knows: install one, or leave the option out.",
  )
}

/** Such a project has tables and rows: another adapter on other tables would sign everybody out. */
function refuseOfficialAdapter(installed: ReadonlySet<string>): void {
  const adapter = [...installed].find((name) => /^@(next-)?auth\/.+-adapter$/.test(name))
  if (adapter === undefined) return
  throw new ExitError(
    exitCodes.failed,
    `This project uses ${adapter}: keep your tables, and replace the import of the adapter, as ${docsUrl("upgrade")} shows. To write new files anyway, add --client NAME.`,
  )
}

const choose = (option: string, name: string | undefined, choices: object): string | undefined =>
  name === undefined ? undefined : parseChoice(option, Object.keys(choices), name)

/** A new application needs no package.json: the command writes it. */
function readManifest(file: string, mayBeNew: boolean): Manifest | undefined {
  if (!existsSync(file)) {
    if (mayBeNew) return undefined
    throw configurationError(
      `There is no package.json in this folder. In an existing application, run the command in its folder. For a new one, name a framework: ${mortise} init --framework ${frameworkNames}.`,
    )
  }
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch (error) {
    throw configurationError("package.json is not valid JSON: fix it first.", error)
  }
}

function detectPackageManager(folder: string, declared = "") {
  const [name] = declared.split("@")
  return (
    packageManagers.find((manager) => manager.name === name) ??
    packageManagers.find(({ files }) => files.some((file) => existsSync(join(folder, file)))) ??
    packageManagers[3]
  )
}
