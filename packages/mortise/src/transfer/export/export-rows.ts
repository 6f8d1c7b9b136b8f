import { checkOptionNames } from "../../contract/check-options.ts"
import { isSecretField } from "../../contract/is-secret-field.ts"
import type { ModelName } from "../../contract/models.ts"
import type { Key, Row } from "../../contract/rows.ts"
import type { Schema } from "../../contract/schema.ts"
import { throwInvalid } from "../../contract/throw-invalid.ts"
import { openForTransfer, type TransferTools } from "../open-for-transfer.ts"
import {
  exportedModels,
  type Header,
  hashEnd,
  hashHeader,
  hashPage,
  type RowCounts,
} from "./export-format.ts"
import type { ExportPosition } from "./read-export.ts"

/** The options of `exportRows`. */
export type ExportOptions = {
  /** `false` leaves out secrets: the tokens of accounts, all sessions and verification tokens. Default: true. */
  readonly tokens?: boolean
  /** Continues an export after its last complete page, as `checkExport` returns it. */
  readonly position?: ExportPosition | null
  /** Rows per page, 1 to 1,000. Default: 500. */
  readonly pageSize?: number
}

/**
 * Reads all rows but slots, and yields them as JSON Lines: a complete page of lines at a time. Rows that are written
 * concurrently may be missing.
 *
 * @example
 * ```ts
 * import { memoryAdapter } from "mortise/memory"
 * import { exportRows } from "mortise/transfer"
 *
 * let file = ""
 * for await (const lines of exportRows(memoryAdapter())) file += lines
 * ```
 */
export async function* exportRows(adapter: object, options: ExportOptions = {}): AsyncGenerator<string> {
  checkOptionNames("exportRows", options, ["tokens", "position", "pageSize"])
  yield* exportFrom(openForTransfer(adapter, "exportRows"), options)
}

/** What an export reads rows from. */
export type ExportSource = {
  readonly host?: "better_auth"
  readonly upkeep: Pick<TransferTools["upkeep"], "page">
  readonly schema: Pick<Schema, "models">
  readonly manifest: Pick<TransferTools["manifest"], "store" | "ids">
}

export async function* exportFrom(
  { host, upkeep, schema, manifest: { store, ids } }: ExportSource,
  { tokens = true, position, pageSize = 500 }: ExportOptions,
): AsyncGenerator<string> {
  const header: Header = { mortise: "export", version: 1, ...(host && { host }), store, ids, tokens }
  if (position && JSON.stringify(position.header) !== JSON.stringify(header))
    throwInvalid("The export was started on another store or with other options: start a new one.")
  if (position?.isComplete) return
  const models = exportedModels(schema, header)
  const counts: Record<string, number> = { ...position?.rows }
  let hash = position?.hash ?? (await hashHeader(header))
  if (!position) yield line(header)

  for (const { model, after } of listRemaining(models, position)) {
    for await (const page of iteratePages(upkeep, model, after, pageSize)) {
      const lines = page.rows.map((row) => {
        const fields = { [model]: encode(schema, model, row, header) }
        // A plugin of Better Auth may name a model like the lines that end pages.
        return JSON.stringify(host ? { row: fields } : fields)
      })
      const end = { model, rows: lines.length, next: page.next }
      hash = await hashPage(hash, lines, end)
      counts[model] = (counts[model] ?? 0) + lines.length
      yield [...lines, line({ page: { ...end, hash } })].join("\n")
    }
  }
  const rows: RowCounts = counts
  yield line({ end: { rows, hash: await hashEnd(hash, rows) } })
}

const line = (value: object): string => `${JSON.stringify(value)}\n`

type Start = { readonly model: ModelName; readonly after: Key | null }

/** The models that are not complete, and where the first of them continues. */
function listRemaining(models: readonly ModelName[], position: ExportPosition | null | undefined): Start[] {
  const starts = models.map((model): Start => ({ model, after: null }))
  if (!position?.page) return starts
  const { model, next } = position.page
  const rest = starts.slice(models.indexOf(model) + 1)
  return next === null ? rest : [{ model, after: next }, ...rest]
}

async function* iteratePages(
  upkeep: ExportSource["upkeep"],
  model: ModelName,
  start: Key | null,
  limit: number,
): AsyncGenerator<{ readonly rows: readonly Row[]; readonly next: Key | null }> {
  let after = start
  do {
    const page = await upkeep.page(model, { limit, ...(after && { after }) })
    yield { rows: page.rows as unknown as readonly Row[], next: page.next }
    after = page.next
  } while (after)
}

/** JSON writes a date as ISO 8601 in UTC. */
function encode({ models }: ExportSource["schema"], model: ModelName, row: Row, { tokens }: Header): object {
  if (tokens) return row
  // A row of a server may hide its secrets: reading one throws.
  const names = Object.keys(row).filter((name) => !isSecretField(models[model], name))
  return Object.fromEntries(names.map((name) => [name, row[name]]))
}
