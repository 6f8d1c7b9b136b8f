/**
 * The format of an export: JSON Lines. The first line is the header. Rows follow in pages; a page is some row lines and
 * one page line, which has their number, the key after which the next page starts, and a hash. The last line has the
 * number of rows of each model. Each hash covers the text before it and the previous hash. So a program can prove that
 * the text up to a page is complete, continue an export after that page, and import page by page.
 */

import { type ModelName, modelNames } from "../../contract/models.ts"
import type { Key } from "../../contract/rows.ts"
import type { IdMode, Schema } from "../../contract/schema.ts"
import { sha256 } from "../../shared/bytes.ts"

/** The first line of an export. */
export type Header = {
  readonly mortise: "export"
  readonly version: 1
  /** Present if the rows are those of Better Auth's models. */
  readonly host?: "better_auth"
  readonly store: string
  readonly ids: IdMode
  /** Whether the rows have their tokens. */
  readonly tokens: boolean
}

/** The number of rows of each model. */
export type RowCounts = Readonly<Partial<Record<ModelName, number>>>

/** The line at the end of a page, without its hash. */
export type PageEnd = {
  readonly model: ModelName
  readonly rows: number
  readonly next: Key | null
}

/** A row as it is in the file: dates are ISO 8601. */
export type FileRow = Readonly<Record<string, unknown>>

/** The models of an export in their order: each after those that it refers to. Slots of Auth.js expire too soon. */
export const exportedModels = ({ models }: Pick<Schema, "models">, { tokens, host }: Header): ModelName[] =>
  (host ? (Object.keys(models) as ModelName[]) : modelNames).filter((name) => {
    const { keys, fields } = models[name]
    const hasSecretKey = keys.flat().some((part) => fields.find((field) => field.name === part)?.secret)
    return (host || name !== "slot") && (tokens || !hasSecretKey)
  })

export const hashHeader = (header: Header): Promise<string> => sha256(JSON.stringify(header))

export const hashPage = (previous: string, lines: readonly string[], end: PageEnd): Promise<string> =>
  sha256([previous, ...lines, JSON.stringify(end)].join("\n"))

export const hashEnd = (previous: string, rows: RowCounts): Promise<string> =>
  sha256(`${previous}\n${JSON.stringify(rows)}`)
