import { MortiseError } from "../../contract/errors.ts"

/** Throws the error of a call of which one half has applied its part, and the other half failed. */
export const partly =
  (done: string) =>
  (cause: unknown): never => {
    throw new MortiseError("indeterminate", `${done}, then the other half failed: repeat the call.`, {
      cause,
    })
  }
