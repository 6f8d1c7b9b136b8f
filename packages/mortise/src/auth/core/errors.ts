import { MortiseError } from "../../contract/errors.ts"

/** The error for a call that this adapter, or this configuration, cannot serve. */
export const createUnsupportedError = (sentence: string): MortiseError =>
  new MortiseError("missing_operation", `${sentence}.`)

/** The code of an error; `unknown` for an error that is not a MortiseError. */
export const readErrorCode = (error: unknown): string =>
  error instanceof MortiseError ? error.code : "unknown"
