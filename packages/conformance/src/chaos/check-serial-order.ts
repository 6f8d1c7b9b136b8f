import {
  type AccountInput,
  accountModel,
  type CounterInput,
  counterModel,
  type EmailInput,
  emailModel,
  type Output,
  type SessionInput,
  sessionModel,
  type TokenInput,
  tokenModel,
} from "../suites/authjs/programs/key-models.ts"
import { type KeyModel, linearize } from "../suites/authjs/programs/linearize.ts"
import {
  type ChaosCall,
  getEffect,
  isFailed,
  isRefused,
  isUnclear,
  type RowModel,
  type RowValue,
  returnedValue,
} from "./chaos-call.ts"
import { type ChaosFinding, describeCall, findingIn } from "./finding.ts"
import type { KeyHistory } from "./key-history.ts"

type PasskeyInput = CounterInput | { readonly do: "create" }

/** A passkey: one creation succeeds, and from then on it is a counter. `null` is a passkey that does not exist. */
const passkeyModel: KeyModel<number | null, PasskeyInput, Output<number>> = {
  initial: null,
  isRead: (input) => input.do === "read",
  step(counter, input, output) {
    if (input.do === "create") {
      if (counter === null) return output === "refused" ? undefined : 0
      return output === "refused" || output === "lost" ? counter : undefined
    }
    if (counter !== null) return counterModel.step(counter, input, output)
    const isMissed = output === "lost" || output === (input.do === "read" ? "nothing" : "refused")
    return isMissed ? null : undefined
  },
}

type View = {
  readonly model: KeyModel<unknown, unknown, Output<unknown>>
  toInput(call: ChaosCall): unknown
  /** The value of the row in the model. */
  toRow(value: RowValue): unknown
}

const view = <State, Input, Value>(
  model: KeyModel<State, Input, Output<Value>>,
  toInput: (call: ChaosCall) => Input,
  toRow: (value: RowValue) => Value,
): View => ({ model, toInput, toRow }) as View

// Each claim of a shared email stores an image of its own, which names the holder.
function emailInput(call: ChaosCall): EmailInput {
  const effect = getEffect(call)
  if (effect === "read") return { do: "find" }
  return { do: effect === "create" ? "claim" : "delete", user: String(call.set) }
}

function accountInput(call: ChaosCall): AccountInput {
  const effect = getEffect(call)
  if (effect === "create") return { do: "link", user: String(call.set) }
  return { do: effect === "read" ? "find" : "unlink" }
}

function sessionInput(call: ChaosCall): SessionInput {
  const effect = getEffect(call)
  if (effect === "read") return { do: "read" }
  if (effect === "remove") return { do: "delete" }
  return { do: effect === "create" ? "create" : "update", expires: Number(call.set) }
}

const tokenInput = (call: ChaosCall): TokenInput => ({ do: getEffect(call) === "create" ? "create" : "use" })

function passkeyInput(call: ChaosCall): PasskeyInput {
  const effect = getEffect(call)
  if (effect === "change") return { do: "raise", to: Number(call.set) }
  return { do: effect === "read" ? "read" : "create" }
}

const views: Readonly<Record<RowModel, View>> = {
  user: view(emailModel, emailInput, String),
  account: view(accountModel, accountInput, String),
  session: view(sessionModel, sessionInput, Number),
  verificationToken: view(tokenModel, tokenInput, (): true => true),
  authenticator: view(passkeyModel, passkeyInput, Number),
}

/** Whether the calls of a key that several callers use can be explained as calls that ran one at a time. */
export function checkSerialOrder(history: KeyHistory): ChaosFinding | undefined {
  if (!history.isShared) return undefined
  const { model, toInput, toRow } = views[history.model]
  const calls = history.calls
    .filter((call) => !isFailed(call))
    .map((call) => ({
      input: toInput(call),
      output: toOutput(call, toRow),
      from: call.from,
      to: isUnclear(call) ? Number.POSITIVE_INFINITY : call.to,
    }))
  const verdict = linearize(calls, model)
  if (verdict.linearizable) return undefined
  const start = history.calls[0]?.from ?? 0
  const shown = history.calls.map((call) => `${Math.round(call.from - start)} ms: ${describeCall(call)}`)
  const detail = `no order of these calls gives these results: ${shown.join("; ")}`
  return findingIn(history, "no_serial_order", detail)
}

function toOutput(call: ChaosCall, toRow: (value: RowValue) => unknown): Output<unknown> {
  if (isUnclear(call)) return "lost"
  if (isRefused(call)) return "refused"
  const value = returnedValue(call)
  return value === undefined ? "nothing" : { row: toRow(value) }
}
