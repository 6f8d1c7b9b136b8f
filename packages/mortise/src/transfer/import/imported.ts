import { type ErrorCode, MortiseError } from "../../contract/errors.ts"
import type { ImportedRow } from "./import-options.ts"

/** What happened to a row, and why if it was not imported. */
export type Imported = { readonly outcome: ImportedRow; readonly why?: string }

export const refusal = (why: string): Imported => ({ outcome: "refused", why })

export const different = (why: string): Imported => ({ outcome: "different", why })

const rowCodes: readonly ErrorCode[] = ["invalid", "not_found", "conflict", "corrupt"]

/** Whether an error is about one row, so that the import can continue with the next one. */
export const isRowError = (error: unknown): error is MortiseError =>
  error instanceof MortiseError && rowCodes.includes(error.code)
