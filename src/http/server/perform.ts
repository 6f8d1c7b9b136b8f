import { type ErrorCode, MortiseError } from "../../contract/errors.ts"
import type { Call, Run } from "../protocol/call.ts"
import { asMortiseError, wireErrorOf } from "../protocol/wire-error.ts"
import type { Outcome } from "./receipts.ts"
import { answerOf, refusal } from "./respond.ts"

/** After these the store is as it was, and the same write may be tried again. */
const untouchedAfter: readonly ErrorCode[] = ["transient", "unavailable", "readonly"]

/** Makes the call on the adapter. Never throws: what went wrong is an answer too. */
export async function perform({ name, effect, returns }: Call, run: Run, args: unknown[]): Promise<Outcome> {
  try {
    const result = await run(...(args as never[]))
    return { answer: answerOf(encoded(returns, result)), untouched: false }
  } catch (error) {
    const known = asMortiseError(error, effect)
    return { answer: refusal(wireErrorOf(known, name)), untouched: untouchedAfter.includes(known.code) }
  }
}

function encoded({ encode }: Call["returns"], result: unknown) {
  try {
    return encode(result)
  } catch (error) {
    const { model, fields } = asMortiseError(error, "read")
    const details = { ...(model && { model }), ...(fields && { fields }), cause: error }
    throw new MortiseError("corrupt", "The adapter answered what its schema does not describe.", details)
  }
}
