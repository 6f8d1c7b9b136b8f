import { clientNamed } from "../drivers/clients.ts"
import type { Project } from "./detect-project.ts"
import type { Framework } from "./framework.ts"
import type { Plan } from "./plan-files.ts"

const runners = { npm: "npx", pnpm: "pnpm exec", yarn: "yarn", bun: "bunx" } as const
const devOptions = { npm: "--save-dev", pnpm: "--save-dev", yarn: "--dev", bun: "--dev" } as const

/** What a person does after `init`: what to set first, commands in their order, and what to know besides. */
export type NextSteps = {
  readonly first: readonly string[]
  readonly commands: readonly string[]
  readonly notes: readonly string[]
}

/** The commands install the packages, create the tables, and start the application. */
export function nextSteps(
  project: Project,
  framework: Framework,
  { tables, files, emptyVariables }: Plan,
): NextSteps {
  const { client, packageManager, scripts } = project
  const run = runners[packageManager.name]
  const create =
    clientNamed(client)?.store === "redis" ? ["mortise doctor"] : (tables?.tool ?? ["mortise migrate"])
  const start = scripts.has("dev") ? `${packageManager.name} run dev` : startCommand(framework, run)
  const commands = [
    install(project, framework),
    create.map((command) => `${run} ${command}`).join(" && "),
    start,
  ].filter((command) => command !== "")
  const environment = files.find(({ path }) => path === framework.environment)?.text ?? ""
  const [database = ""] = clientNamed(client)?.init?.environment?.split("=") ?? []
  const empty = [database, "AUTH_GITHUB_ID", "AUTH_GITHUB_SECRET"].filter(
    (name) => emptyVariables.has(name) || (name !== "" && environment.includes(`${name}=`)),
  )
  const first = [
    ...(empty.length > 0 ? [`Set ${listed(empty)} in ${framework.environment}.`] : []),
    ...(emptyVariables.has("AUTH_SECRET")
      ? [`AUTH_SECRET has no value: ${run} mortise secret prints one.`]
      : []),
    ...(tables?.notes ?? []),
    ...files
      .filter(({ state }) => state === "kept")
      .map(({ path }) => `${path} was not changed: add what it lacks of the text above.`),
  ]
  const notes = [
    ...(tables?.prefix
      ? ["Your schema has tables with the usual names, so those of sign-in start with auth_."]
      : []),
    `Open ${framework.origin}${project.isNew ? "" : `${framework.routes}/signin`}.`,
    "In production, set AUTH_URL to the address of your application, such as https://app.example.",
    `The files are explained on ${framework.page}`,
  ]
  return { first, commands, notes }
}

function install({ client, packageManager, installed, isNew, isModule }: Project, framework: Framework) {
  const packages = [
    ...(isNew ? framework.newPackages : []),
    ...framework.packages,
    "mortise",
    ...packagesOf(client),
    ...(isNew ? framework.devPackages : []),
  ]
  const missing = packages.filter((name) => !installed.has(name.replace(/(?<=.)@.*/, "")))
  const isDev = (name: string) => name.startsWith("@types/") || framework.devPackages.includes(name)
  const [usual, dev] = [missing.filter((name) => !isDev(name)), missing.filter(isDev)]
  // Node and Vite would read the files of a new application as CommonJS.
  const needsType = isNew && !isModule && packageManager.name === "npm"
  return [
    ...(needsType ? ["npm pkg set type=module"] : []),
    ...(usual.length > 0 ? [`${packageManager.install} ${usual.join(" ")}`] : []),
    ...(dev.length > 0
      ? [`${packageManager.install} ${devOptions[packageManager.name]} ${dev.join(" ")}`]
      : []),
  ].join(" && ")
}

/** Older versions of Node do not run TypeScript. */
function startCommand({ start, isRunByNode }: Framework, run: string): string {
  if (!isRunByNode) return `${run} ${start}`
  const { typescript } = process.features as { readonly typescript?: string | false }
  return typescript ? start : start.replace("node", `${run} tsx`)
}

const listed = (names: readonly string[]): string => names.join(", ").replace(/, (?=[^,]*$)/, " and ")

/** The packages that a client needs. An ORM's are installed. */
function packagesOf(name: string): readonly string[] {
  const client = clientNamed(name)
  const types = client?.init?.types
  return client ? [client.package, ...(types === undefined ? [] : [types])] : []
}
