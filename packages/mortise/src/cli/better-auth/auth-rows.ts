import type { StoredRows } from "../../better-auth/stored-rows.ts"
import type { ExportSource } from "../../transfer/export/export-rows.ts"
import type { TransferRows } from "../files/transfer-rows.ts"
import type { Auth } from "./load-auth.ts"
import { readStoredPage } from "./read-stored-page.ts"

const host = "better_auth"

/** The rows of Better Auth's models, as they are stored. */
export async function authRows(auth: Auth): Promise<TransferRows> {
  const { openStoredRows } = await import("../../better-auth/stored-rows.ts")
  const { exportFrom } = await import("../../transfer/export/export-rows.ts")
  const stored = await openStoredRows(auth, "--better-auth")
  const source: ExportSource = {
    host,
    upkeep: { page: (model, options) => readStoredPage(stored, model, options) },
    schema: { models: await describeModels(stored) },
    manifest: { store: stored.engine, ids: "given" },
  }
  return {
    host,
    exportRows: (options) => exportFrom(source, options),
    async importRows(lines, options) {
      const { importPages } = await import("../../transfer/import/import-rows.ts")
      const { checkTarget, createAuthImporter } = await import("./import-auth-row.ts")
      await checkTarget(stored, lines())
      const importer = await createAuthImporter(stored, options)
      const report = await importPages(lines, importer, { ...options, host })
      if (report.isComplete) await stored.continueIds()
      return report
    },
    count: (model) => stored.count(model),
  }
}

// Fields of Better Auth's plugins that hold a secret, although no name or declaration says so.
const otherSecrets =
  /^(identifier|value|key|privateKey|deviceCode|userCode|backupCodes|oidcConfig|samlConfig)$/

/** Which fields are secrets. A model that needs one, except for users, is left out of an export without secrets. */
async function describeModels({ tables, schema }: StoredRows): Promise<ExportSource["schema"]["models"]> {
  const { visibleNames } = await import("../../better-auth/browse.ts")
  const models = tables.map(({ model, columns }) => {
    // Plugins may add fields to a table under another key.
    const parts = Object.values(schema).filter(({ modelName }) => modelName === schema[model]?.modelName)
    const visible = parts.flatMap((part) => visibleNames(part.fields))
    const isSecret = (name: string) => !visible.includes(name) || otherSecrets.test(name)
    const required = columns.filter(({ notNull }) => notNull && model !== "user")
    return [
      model,
      {
        fields: columns.map(({ field }) => ({ name: field, secret: isSecret(field) })),
        keys: [required.map(({ field }) => field)],
      },
    ]
  })
  return Object.fromEntries(models)
}
