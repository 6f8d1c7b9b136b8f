import { mkdir, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { getAuthTables } from "better-auth/db"
import { peerOptions } from "../peer-options.ts"

/** Inside node_modules, because the schema imports packages and must not be committed. */
const folder = fileURLToPath(new URL("../node_modules/.mortise/", import.meta.url))

let schema: ReturnType<typeof generate> | undefined

/** The models that `npx auth generate` writes, as the schema that a ZenStack client takes. */
export const zenstackSchema = () => {
  schema ??= generate()
  return schema
}

async function generate() {
  // The parser of ZenStack's language uses a function that Node 20 lacks.
  Object.groupBy ??= groupBy
  const [{ generateSchema }, { loadDocument }, { TsSchemaGenerator }] = await Promise.all([
    import("@zenstackhq/better-auth/schema-generator"),
    import("@zenstackhq/language"),
    import("@zenstackhq/sdk"),
  ])
  const outDir = `${folder}zenstack-${process.pid}/`
  await mkdir(outDir, { recursive: true })
  const file = `${outDir}schema.zmodel`
  const { code } = await generateSchema(file, getAuthTables(peerOptions), { provider: "postgresql" }, {})
  // The package writes optional lists as `[]?`, which its own parser refuses.
  await writeFile(file, (code ?? "").replaceAll("[]?", "[]"))
  const loaded = await loadDocument(file)
  if (!loaded.success) throw new Error(`ZenStack cannot load its models: ${loaded.errors.join(", ")}`)
  await new TsSchemaGenerator().generate(loaded.model, { outDir, generateModelTypes: false })
  const { schema } = await import(`${outDir}schema.ts`)
  return schema
}

function groupBy<K extends PropertyKey, T>(items: Iterable<T>, keyOf: (item: T, index: number) => K) {
  const groups: Partial<Record<K, T[]>> = {}
  for (const [index, item] of [...items].entries()) {
    const key = keyOf(item, index)
    groups[key] = [...(groups[key] ?? []), item]
  }
  return groups
}
