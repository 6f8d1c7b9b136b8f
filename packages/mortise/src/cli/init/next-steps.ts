import { clientNamed, initClients } from "../drivers/clients.ts"
import { initOrms } from "../drivers/orms.ts"
import type { Project } from "./detect-project.ts"
import { type AddedLine, linesToAdd } from "./fit-framework.ts"
import type { Framework } from "./framework.ts"
import type { Plan } from "./plan-files.ts"

const runners = { npm: "npx", pnpm: "pnpm exec", yarn: "yarn", bun: "bunx" } as const
const devOptions = { npm: "--save-dev", pnpm: "--save-dev", yarn: "--dev", bun: "--dev" } as const

/** What a person does after `init`: what to set first, what to add to the application, commands, and what to know. */
export type NextSteps = {
  readonly first: readonly string[]
  readonly lines: readonly AddedLine[]
  readonly commands: readonly string[]
  readonly notes: readonly string[]
}

/** The commands install the packages, create the tables, and start the application. */
export function nextSteps(
  project: Project,
  framework: Framework,
  { tables, files, environment: environmentFile, emptyVariables, isTracked }: Plan,
): NextSteps {
  const { client, packageManager, application } = project
  const run = client === "bun-sql" ? "bunx --bun" : runners[packageManager.name]
  const create = [
    ...(framework.inWorkers ? ["wrangler types"] : []),
    ...createCommands(project, tables?.tool),
  ]
  const reading = readEnvironment(project, framework)
  const commands = keepTexts([
    install(project, framework),
    create.map((command) => `${run} ${command}`).join(" && "),
    ...reading.commands,
    start(project, framework, run),
  ])
  const environment = files.find(({ path }) => path === environmentFile)?.text ?? ""
  const database = clientNamed(client)?.init?.environment?.map((line) => line.split("=")[0] ?? "") ?? []
  const isEmpty = (name: string) => emptyVariables.has(name) || environment.includes(`${name}=`)
  const [empty, github] = [database.filter(isEmpty), ["AUTH_GITHUB_ID", "AUTH_GITHUB_SECRET"].filter(isEmpty)]
  const kept = files.filter(({ state }) => state === "kept")
  const isWritten = (name: string) => files.some(({ path, state }) => path === name && state === "new")
  const first = keepTexts([
    empty.length > 0 && `Set ${formatList(empty)} in ${environmentFile}.`,
    emptyVariables.has("AUTH_SECRET") && `AUTH_SECRET has no value: ${run} mortise secret prints one.`,
    isTracked && `Run git rm --cached ${environmentFile}: git still tracks this file, which has secrets.`,
    ...(tables?.notes ?? []),
    ...kept.map(
      ({ path }) =>
        framework.existing?.merge?.[path] ?? `${path} was not changed: add what it lacks of the text above.`,
    ),
    ...reading.first,
    application?.findsEntries === false &&
      'Set "module": "nodenext" in tsconfig.json: with "commonjs", the compiler finds few modules of packages.',
    !project.isNew && isWritten("src/auth.ts") && framework.inWorkers?.call,
  ])
  const notes = keepTexts([
    tables?.prefix && "Your schema has tables with the usual names, so those of sign-in start with auth_.",
    `Open ${framework.origin}${project.isNew ? "" : (framework.firstPage ?? `${framework.routes}/signin`)}${kept.length > 0 ? "" : ", and sign in by email: the terminal shows the link"}.`,
    application !== undefined &&
      application.port === undefined &&
      framework.existing?.call &&
      `If the application listens on another port than 3000, change AUTH_URL in ${environmentFile}.`,
    project.isClientDefault &&
      `package.json names no database that this command looks for, so the adapter opens one of its own. It looks for ${formatList(looked)}.`,
    github.length > 0 && `For GitHub, set ${formatList(github)} in ${environmentFile}.`,
    ...productionNotes(project, run),
    `The files are explained on ${framework.page}`,
  ])
  return { first, lines: application ? linesToAdd(framework, application) : [], commands, notes }
}

/** The texts whose condition holds. */
const keepTexts = (texts: readonly (string | false | undefined)[]): string[] =>
  texts.filter((text): text is string => typeof text === "string" && text !== "")

const looked = [
  ...new Set(Object.values({ ...initOrms, ...initClients }).map((library) => library.package)),
].filter((name) => !name.includes(":"))

/** An existing application may not read the file with the secrets: Node does, if its script says so. */
function readEnvironment(
  { application }: Project,
  { existing, environment }: Framework,
): Pick<NextSteps, "first" | "commands"> {
  const script = application?.script
  if (!existing?.call || !script || application.readsEnvironment) return { first: [], commands: [] }
  const withFile = script.text.replace(
    /^(?:node|nodemon|tsx(?: watch)?)(?= (?!.*--exec))/,
    `$& --env-file=${environment}`,
  )
  return withFile === script.text || /["$`\\]/.test(withFile)
    ? {
        first: [
          `Let the script ${script.name} of package.json read ${environment}, as node --env-file=${environment} does.`,
        ],
        commands: [],
      }
    : { first: [], commands: [`npm pkg set scripts.${script.name}="${withFile}"`] }
}

function start({ client, packageManager, scripts, application }: Project, framework: Framework, run: string) {
  const script = framework.existing?.call ? application?.script?.name : undefined
  const needsBuild = script === "start" && scripts.has("build") && application?.extension.endsWith("ts")
  const name = script ?? (scripts.has("dev") ? "dev" : undefined)
  if (name === undefined) return startCommand(framework, run, client)
  return [...(needsBuild ? ["build"] : []), name]
    .map((scriptName) => `${packageManager.name} run ${scriptName}`)
    .join(" && ")
}

/** The commands that create the tables. Redis needs none. */
function createCommands(
  { client, database }: Project,
  ormTool: readonly string[] | undefined,
): readonly string[] {
  if (database) return [`wrangler d1 migrations apply ${database.binding} --local`]
  return clientNamed(client)?.store === "redis" ? ["mortise doctor"] : (ormTool ?? ["mortise migrate"])
}

function productionNotes({ inWorkers, database, client }: Project, run: string): readonly string[] {
  if (!inWorkers)
    return [
      "In production, send the link with your mailer instead of printMail, and set AUTH_URL to your application's address, such as https://app.example.",
    ]
  const variables = clientNamed(client)?.init?.environment?.map((line) => line.split("=")[0]) ?? []
  const secrets = ["AUTH_SECRET", ...variables, "AUTH_GITHUB_ID", "AUTH_GITHUB_SECRET"]
  return keepTexts([
    database &&
      `Before you deploy, set database_id to the id that ${run} wrangler d1 create auth prints, and run ${run} wrangler d1 migrations apply ${database.binding} --remote.`,
    `In production, send the link with your mailer instead of printMail, and set each of ${secrets.join(", ")} with ${run} wrangler secret put NAME.`,
  ])
}

function install({ client, packageManager, installed, isNew, isModule }: Project, framework: Framework) {
  const packages = [
    ...(isNew ? framework.newPackages : []),
    ...framework.packages,
    "mortise",
    ...listPackages(client),
    ...(isNew ? framework.devPackages : []),
  ]
  const missing = packages.filter((name) => !installed.has(name.replace(/(?<=.)@.*/, "")))
  const isDev = (name: string) => name.startsWith("@types/") || framework.devPackages.includes(name)
  const [usual, dev] = [missing.filter((name) => !isDev(name)), missing.filter(isDev)]
  // Node and Vite would read the files of a new application as CommonJS.
  const needsType = isNew && !isModule && packageManager.name === "npm"
  return keepTexts([
    needsType && "npm pkg set type=module",
    usual.length > 0 && `${packageManager.install} ${usual.join(" ")}`,
    dev.length > 0 && `${packageManager.install} ${devOptions[packageManager.name]} ${dev.join(" ")}`,
  ]).join(" && ")
}

/** Older versions of Node do not run TypeScript. */
function startCommand({ start, isRunByNode }: Framework, run: string, client: string): string {
  if (client === "bun-sql") return start.replace("node --env-file=.env", "bun")
  if (!isRunByNode) return `${run} ${start}`
  const { typescript } = process.features as { readonly typescript?: string | false }
  return typescript || !start.endsWith("ts") ? start : start.replace("node", `${run} tsx`)
}

const formatList = (names: readonly string[]): string => names.join(", ").replace(/, (?=[^,]*$)/, " and ")

/** The packages that a client needs. An ORM's are installed. */
function listPackages(name: string): readonly string[] {
  const client = clientNamed(name)
  const types = client?.init?.types
  const isBuiltIn = client?.inWorkers || client?.package === "bun"
  return client ? [...(isBuiltIn ? [] : [client.package]), ...(types === undefined ? [] : [types])] : []
}
