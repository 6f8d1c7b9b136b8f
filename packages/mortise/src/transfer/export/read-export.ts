import type { ModelName } from "../../contract/models.ts"
import { modelNames } from "../../contract/models.ts"
import { utf8 } from "../../shared/bytes.ts"
import {
  type FileRow,
  type Header,
  hashEnd,
  hashHeader,
  hashPage,
  type PageEnd,
  type RowCounts,
} from "./export-format.ts"

/** One row of a file, and the number of its line, from 1. */
export type ReadRow = { readonly line: number; readonly model: ModelName; readonly row: FileRow }

/** How far a file is complete and unchanged. */
export type ExportPosition = {
  readonly header: Header
  /** The last complete page; absent before the first. */
  readonly page?: PageEnd
  /** The number of rows of each model up to here. */
  readonly rows: RowCounts
  readonly hash: string
  /** The length of the file up to here, in bytes. */
  readonly bytes: number
  /** Whether the end of the export was read too. */
  readonly isComplete: boolean
}

/** Reads the verified pages of an export, and stops before the first line that is missing or was changed. */
export async function* readPages(
  lines: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<{ readonly rows: readonly ReadRow[]; readonly position: ExportPosition }> {
  let position: ExportPosition | undefined
  let [bytes, number] = [0, 0]
  let page: { readonly text: string; readonly read: ReadRow }[] = []
  for await (const text of lines) {
    number++
    bytes += utf8(text).length + 1
    const value = parse(text)
    if (value === undefined) return
    if (!position) {
      if (!isHeader(value)) return
      position = { header: value, rows: {}, hash: await hashHeader(value), bytes, isComplete: false }
      yield { rows: [], position }
      continue
    }
    const next = await advance(position, value, page, bytes)
    if (next === "changed") return
    if (next) {
      position = next
      yield { rows: page.map(({ read }) => read), position }
      page = []
      if (position.isComplete) return
      continue
    }
    const read = toReadRow(value, number, position.header)
    if (!read) return
    page.push({ text, read })
  }
}

/** The position after a page line or the last line; `undefined` for any other line. */
async function advance(
  position: ExportPosition,
  value: Readonly<Record<string, unknown>>,
  page: readonly { readonly text: string }[],
  bytes: number,
): Promise<ExportPosition | "changed" | undefined> {
  if ("page" in value) {
    const { hash, ...end } = value["page"] as PageEnd & { readonly hash: string }
    const lines = page.map(({ text }) => text)
    if (end.rows !== lines.length || hash !== (await hashPage(position.hash, lines, end))) return "changed"
    const rows = { ...position.rows, [end.model]: (position.rows[end.model] ?? 0) + end.rows }
    return { ...position, page: end, rows, hash, bytes }
  }
  if (!("end" in value)) return undefined
  const { rows, hash } = value["end"] as { readonly rows: RowCounts; readonly hash: string }
  if (hash !== (await hashEnd(position.hash, rows)) || page.length > 0) return "changed"
  return { ...position, bytes, isComplete: true }
}

/**
 * Reads an export and returns how far it is complete and unchanged; `null` if the text is not an export.
 *
 * @example
 * ```ts
 * import { memoryAdapter } from "mortise/memory"
 * import { checkExport, exportRows } from "mortise/transfer"
 *
 * let file = ""
 * for await (const lines of exportRows(memoryAdapter())) file += lines
 * const position = await checkExport(file.trimEnd().split("\n"))
 * position?.isComplete === true // true
 * ```
 */
export async function checkExport(
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<ExportPosition | null> {
  let last: ExportPosition | null = null
  for await (const { position } of readPages(lines)) last = position
  return last
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const isHeader = (value: object): value is Header =>
  "mortise" in value && value.mortise === "export" && "version" in value && value.version === 1

function toReadRow(
  value: Readonly<Record<string, unknown>>,
  line: number,
  { host }: Header,
): ReadRow | undefined {
  const rows = host ? (Object(value["row"]) as typeof value) : value
  const model = (host ? Object.keys(rows) : modelNames).find((name) => name in rows)
  const row = model === undefined ? undefined : rows[model]
  return typeof row === "object" && row !== null
    ? { line, model: model as ModelName, row: row as FileRow }
    : undefined
}
