import { type ErrorCode, MortiseError } from "../../contract/errors.ts"
import type { Call, RunOnAdapter } from "../protocol/call.ts"
import { asMortiseError, toWireError } from "../protocol/wire-error.ts"
import type { CallOutcome } from "./receipts.ts"
import { errorResponse, resultResponse } from "./responses.ts"

/** After these codes the store is unchanged, and the same write may be retried. */
const notAppliedCodes: readonly ErrorCode[] = ["transient", "unavailable", "not_migrated", "readonly"]

/** Runs the call on the adapter. Never throws: an error becomes a response too. */
export async function runCall(
  { name, effect, returns }: Call,
  run: RunOnAdapter,
  args: unknown[],
): Promise<CallOutcome> {
  try {
    const result = await run(...(args as never[]))
    return { response: resultResponse(encodeResult(returns, result)), isNotApplied: false }
  } catch (error) {
    const mortiseError = asMortiseError(error, effect)
    return {
      response: errorResponse(toWireError(mortiseError, name)),
      isNotApplied: notAppliedCodes.includes(mortiseError.code),
    }
  }
}

function encodeResult({ encode }: Call["returns"], result: unknown) {
  try {
    return encode(result)
  } catch (error) {
    const { model, fields } = asMortiseError(error, "read")
    const details = { ...(model && { model }), ...(fields && { fields }), cause: error }
    throw new MortiseError("corrupt", "The adapter's result does not match its schema.", details)
  }
}
