import { MortiseError } from "../../../src/index.ts"

/** The outcome of a call: its result, or the code of its error. */
export const codeOf = async (call: Promise<unknown>) => {
  try {
    return { result: await call }
  } catch (error) {
    return error instanceof MortiseError ? error.code : `not ours: ${error}`
  }
}
