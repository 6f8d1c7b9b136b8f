import type { ClientText } from "../drivers/clients.ts"
import { factoryName } from "../drivers/exports.ts"
import type { Connection } from "./find-connection.ts"
import type { Framework } from "./framework.ts"

const libraryImport = 'import { defineSchema, text } from "mortise"'

/** How the tables are named. */
type Names = { readonly prefix?: "" | "auth_"; readonly pgSchema?: string | undefined }

const schemaText = ({ prefix = "", pgSchema }: Names): string => `export const schema = defineSchema({
${prefix === "" ? "" : `  prefix: "${prefix}",\n`}${pgSchema === undefined ? "" : `  pgSchema: ${JSON.stringify(pgSchema)},\n`}  user: { fields: { role: text<"admin" | "member">({ default: "member" }) } },
})
`

/** The schema of this text. */
export async function writtenSchema({ prefix = "", pgSchema }: Names) {
  const { defineSchema, text } = await import("../../index.ts")
  return defineSchema({
    prefix,
    user: { fields: { role: text({ default: "member" }) } },
    ...(pgSchema !== undefined && { pgSchema }),
  })
}

/** The module of an adapter with a client of its own, as the quickstarts show it for libsql. */
export function clientAdapter(
  name: string,
  { imports, workerImports = "", open }: ClientText,
  { environmentImport: environment, inWorkers }: Pick<Framework, "environmentImport" | "inWorkers">,
  pgSchema?: string | undefined,
): string {
  const factory = factoryName(name)
  const opened = environment === undefined ? open : open.replaceAll("process.env.", "env.")
  const statements = [
    inWorkers ? workerImports : imports,
    libraryImport,
    `import { ${factory} } from "mortise/${name}"`,
    opened === open ? "" : (environment ?? ""),
  ].filter((statement) => statement !== "")
  // In Workers, a request cannot wait for what another request sent: each call has its own client.
  return `${sortImports(statements)}

${schemaText({ pgSchema })}
const client = ${inWorkers ? "() => " : ""}${opened}

export const adapter = ${factory}(client, { schema })
`
}

/** The module of an adapter on the connection of an ORM, which another module of the project exports. */
export function ormAdapter({ orm, name, isDefault }: Connection, specifier: string, names: Names): string {
  const factory = factoryName(orm)
  const imports = [
    libraryImport,
    `import { ${factory} } from "mortise/${orm}"`,
    `import ${isDefault ? name : `{ ${name} }`} from "${specifier}"`,
  ]
  return `${sortImports(imports)}

${schemaText(names)}
export const adapter = ${factory}(${name}, { schema })
`
}

/** Sorts imports as the formatters of most projects do: packages before relative paths. */
function sortImports(statements: readonly string[]): string {
  const key = (statement: string) => {
    const specifier = /from "(.+)"/.exec(statement)?.[1] ?? ""
    return `${specifier.startsWith(".") ? 1 : 0}${specifier}`
  }
  return statements.toSorted((left, right) => (key(left) < key(right) ? -1 : 1)).join("\n")
}
