import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, dirname, join, posix } from "node:path"
import { clientNamed } from "../drivers/clients.ts"
import { fileError, ownerOnly } from "../files/own-file.ts"
import { clientAdapter, ormAdapter, writtenSchema } from "./adapter-text.ts"
import type { Project } from "./detect-project.ts"
import { drizzleTables } from "./drizzle-tables.ts"
import type { Connection } from "./find-connection.ts"
import { inLanguage } from "./fit-framework.ts"
import type { Framework } from "./framework.ts"
import { freshSecret } from "./fresh-secret.ts"
import { isTracked } from "./git.ts"
import type { OrmTables } from "./orm-tables.ts"
import { emptyVariables, environmentFile, environmentLines, ignoreLines, maskedSecret } from "./plan-lines.ts"
import { planWrangler } from "./plan-wrangler.ts"
import { prismaModels } from "./prisma-models.ts"
import { readText, readTsconfig } from "./source-files.ts"

/**
 * A file that `init` writes. `added`: it exists, and the text is added at its end. `kept`: it exists with another text,
 * and is not changed.
 */
export type PlannedFile = {
  readonly path: string
  readonly text: string
  readonly state: "new" | "added" | "equal" | "kept"
}

/** The files of a project, what is in their places now, and how the ORM gets the tables. */
export type Plan = Readonly<Awaited<ReturnType<typeof planFiles>>>

/** Plans the files. Nothing is written. */
export async function planFiles(folder: string, project: Project, framework: Framework) {
  const { connection, isNew, hasManifest, application, pgSchema } = project
  const client = clientNamed(project.client)?.init
  const isBelow = framework.sourceMarks?.some((mark) => existsSync(join(folder, mark)))
  const place = (path: string) => (isBelow ? `src/${path}` : path)
  const adapter = place(framework.adapter)
  const extension = framework.importEnd ?? ""
  const tables = connection && planTables(folder, connection, extension, pgSchema)
  const generated = tables ? await tablesText(tables, project) : ""
  const wrangler = framework.inWorkers && (await planWrangler(folder, project, framework.inWorkers.main))
  const environment = environmentFile(folder, framework)
  const texts: Readonly<Record<string, string>> = {
    ...(!hasManifest && {
      "package.json": `${JSON.stringify({ private: true, type: "module" }, null, 2)}\n`,
    }),
    ...(tables && !tables.isAppended && { [tables.file]: generated }),
    [adapter]: inLanguage(
      connection
        ? ormAdapter(connection, buildSpecifier(folder, framework, adapter, connection.file), {
            prefix: tables?.prefix ?? "",
            pgSchema,
          })
        : ownAdapter(project, framework),
      application?.extension,
    ),
    ...wrangler?.texts,
    ...placeFiles(framework.files, place),
    ...(isNew && placeFiles(framework.newFiles, place)),
    // JavaScript, so that a project need not allow imports of .ts files to compile it.
    "mortise.config.mjs": `export { adapter } from "./${adapter}"\n`,
  }
  const ignored = [
    environment,
    ...(client?.creates ? [client.creates] : []),
    ...(isNew ? ["node_modules/", ...framework.ignored] : []),
  ]
  const lines: readonly (readonly [path: string, text: string])[] = [
    ...(tables?.isAppended ? [[tables.file, tables.isDone ? "" : `\n${generated}`] as const] : []),
    ...(tables?.line ? [[tables.line.file, missingLine(folder, tables.line)] as const] : []),
    ...(wrangler?.lines ?? []),
    [environment, environmentLines(folder, environment, framework, client?.environment ?? [])],
    [".gitignore", ignoreLines(folder, ignored)],
  ]
  const files: readonly PlannedFile[] = [
    ...Object.entries(texts).map(([path, text]) => ({
      path,
      text,
      state: readState(folder, path, text),
    })),
    ...lines
      .filter(([path, text]) => text !== "" || existsSync(join(folder, path)))
      .map(([path, text]) => ({ path, text, state: readLinesState(folder, path, text) })),
  ]
  return {
    files,
    tables,
    /** The file with the secrets. */
    environment,
    emptyVariables: emptyVariables(folder, environment),
    /** Whether git has the file with the secrets in its index. */
    isTracked: isTracked(folder, environment),
  }
}

const placeFiles = (files: Readonly<Record<string, string>>, place: (path: string) => string) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [place(path), text]))

/** The module of an adapter with a client of its own. */
function ownAdapter({ client: name, pgSchema, database }: Project, framework: Framework): string {
  const client = clientNamed(name)?.init
  if (!client) return ""
  return clientAdapter(name, client, framework, pgSchema).replace("env.DB", `env.${database?.binding}`)
}

/** Undefined if the project has no tool that creates tables: then `migrate` does. */
function planTables(
  folder: string,
  connection: Connection,
  extension: string,
  pgSchema: string | undefined,
): OrmTables | undefined {
  if (connection.orm === "drizzle") return drizzleTables(folder, connection, extension, pgSchema)
  return connection.orm === "prisma" ? prismaModels(folder) : undefined
}

/** The tables of the schema that the adapter has, in the language of the ORM. */
async function tablesText(
  { engine, prefix, toText }: OrmTables,
  { client, pgSchema }: Project,
): Promise<string> {
  const { generate } = await import("../../stores/sql/generate/index.ts")
  const schema = await writtenSchema({ prefix, pgSchema })
  return toText(generate(schema, client === "prisma" ? "prisma" : "drizzle", { engine }))
}

const missingLine = (folder: string, { file, text: line }: NonNullable<OrmTables["line"]>): string =>
  /from\s+["']\.\/auth-schema(\.\w+)?["']/.test(readText(folder, file)) ? "" : line

function readState(folder: string, path: string, wanted: string): PlannedFile["state"] {
  if (!existsSync(join(folder, path))) return "new"
  return readText(folder, path) === wanted ? "equal" : "kept"
}

function readLinesState(folder: string, path: string, lines: string): PlannedFile["state"] {
  if (lines === "") return "equal"
  return existsSync(join(folder, path)) ? "added" : "new"
}

/**
 * Writes a new file, or adds lines to an existing one. Fails if a new file was created concurrently. Others cannot read
 * the file with the secrets.
 */
export function writeFile(
  folder: string,
  { path, text: planned, state }: PlannedFile,
  { environment }: Plan,
): void {
  const file = join(folder, path)
  const isPrivate = path === environment
  const written = planned.replace(maskedSecret, freshSecret)
  if (state === "added") {
    if (isPrivate) makePrivate(file)
    const before = readFileSync(file, "utf8")
    const start = before === "" || before.endsWith("\n") ? "" : "\n"
    appendFileSync(
      file,
      before.includes("\r\n") ? `${start}${written}`.replaceAll("\n", "\r\n") : start + written,
    )
    return
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, written, { flag: "wx", mode: isPrivate ? ownerOnly : 0o666 })
}

function makePrivate(file: string): void {
  try {
    chmodSync(file, ownerOnly)
  } catch (error) {
    throw fileError(
      `${basename(file)} gets secrets, and its mode cannot be changed to 0600 (${(error as NodeJS.ErrnoException).code}): make it your own file, and run the command again`,
    )
  }
}

/** How a module imports another one of the project: through an alias of tsconfig if there is one, else by its path. */
function buildSpecifier(folder: string, framework: Framework, from: string, to: string): string {
  const short = toImportPath(to, framework.importEnd ?? "")
  // Only the compilers of Next.js and of the command line read the aliases of tsconfig.
  const all = framework.package === "next" ? aliases(folder) : []
  const alias = all.find(({ target }) => short.startsWith(target))
  if (alias) return alias.name + short.slice(alias.target.length)
  const relative = posix.relative(posix.dirname(from), short)
  return relative.startsWith(".") ? relative : `./${relative}`
}

/** Compilers other than Node's read the name that a module has after compilation. */
function toImportPath(path: string, end: string): string {
  if (end === ".ts") return path
  return end === "" ? path.replace(/(\/index)?\.[jt]s$/, "") : path.replace(/\.([cm]?)ts$/, ".$1js")
}

type Alias = { readonly name: string; readonly target: string }

/** `{ "@/*": ["./src/*"] }` as the starts of both paths. */
function aliases(folder: string): Alias[] {
  const text = readTsconfig(folder)
  const base = /"baseUrl"\s*:\s*"([^"]*)"/.exec(text)?.[1] ?? "."
  const paths = /"paths"\s*:\s*\{([^}]*)\}/.exec(text)?.[1] ?? ""
  return [...paths.matchAll(/"([^"*]+)\*"\s*:\s*\[\s*"([^"*]*)\*"/g)].map(([, name = "", target = ""]) => {
    const joined = posix.join(base, target)
    return { name, target: joined === "./" || joined === "." ? "" : joined }
  })
}
