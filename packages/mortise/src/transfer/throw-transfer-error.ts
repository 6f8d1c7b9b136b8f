import { type ErrorCode, MortiseError } from "../contract/errors.ts"

/** Throws an error about the file or the options of an export or import. */
export function throwTransferError(sentence: string, code: ErrorCode = "invalid"): never {
  throw new MortiseError(code, `${sentence}.`)
}
