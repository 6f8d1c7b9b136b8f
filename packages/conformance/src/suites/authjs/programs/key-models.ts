import type { KeyModel } from "./linearize.ts"

/**
 * The output of a call: a value, nothing (null or undefined), an error (`refused`), or no response (`lost`: the call may
 * have been applied). The models below define which outputs each state allows. They require no more than the contract:
 * a delete may return nothing, and a write to a deleted row may throw or return nothing.
 */
export type Output<Value> = { readonly row: Value } | "nothing" | "refused" | "lost"

const isRow = <Value>(output: Output<Value>): output is { readonly row: Value } => typeof output === "object"
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

export type SessionInput =
  | { readonly do: "create" | "update"; readonly expires: number }
  | { readonly do: "read" | "delete" | "delete owner" }

type SessionState = { readonly owner: boolean; readonly expires: number | null }

/** A session: a register that can only be updated while it is set, so that a deleted session never returns. */
export const sessionModel: KeyModel<SessionState, SessionInput, Output<number>> = {
  initial: { owner: true, expires: null },
  isRead: (input) => input.do === "read",
  step(state, input, output) {
    const stored = state.owner && state.expires !== null
    const gone = { ...state, expires: null }
    if (output === "refused")
      return input.do !== "read" && (!state.owner || stored === (input.do === "create")) ? state : undefined
    switch (input.do) {
      case "read":
        if (isRow(output)) return stored && output.row === state.expires ? state : undefined
        return stored && output === "nothing" ? undefined : state
      case "create":
        if (!state.owner) return state
        return stored ? undefinedUnlessLost(output, state) : { ...state, expires: input.expires }
      case "update":
        if (!stored) return isRow(output) ? undefined : state
        return isRow(output) && output.row !== input.expires
          ? undefined
          : { ...state, expires: input.expires }
      case "delete":
        return isRow(output) && !stored ? undefined : gone
      case "delete owner":
        return { owner: false, expires: null }
    }
  },
}

export type TokenInput = { readonly do: "create" | "use" }

/** A verification token: one use succeeds. */
export const tokenModel: KeyModel<boolean, TokenInput, Output<true>> = {
  initial: false,
  isRead: (input, output) => input.do === "use" && output === "nothing",
  step(stored, input, output) {
    if (input.do === "create") return output === "refused" && !stored ? undefined : true
    if (output === "lost") return false
    if (output === "refused") return undefined
    return isRow(output) === stored ? false : undefined
  },
}

export type EmailInput =
  | { readonly do: "find" }
  /** A user takes this address, changes to another one, or is deleted. */
  | { readonly do: "claim" | "leave" | "delete"; readonly user: string }

type EmailState = { readonly holder: string | null; readonly gone: readonly string[] }

/** An email address: held by one user at a time. */
export const emailModel: KeyModel<EmailState, EmailInput, Output<string>> = {
  initial: { holder: null, gone: [] },
  isRead: (input) => input.do === "find",
  step(state, input, output) {
    const { holder, gone } = state
    if (input.do === "find") {
      if (isRow(output)) return output.row === holder ? state : undefined
      return output === "lost" || (output === "nothing" && holder === null) ? state : undefined
    }
    const { user } = input
    const freed = holder === user ? null : holder
    if (input.do === "leave") return isRow(output) || output === "lost" ? { holder: freed, gone } : state
    if (input.do === "delete") {
      if (output === "refused") return gone.includes(user) ? state : undefined
      return { holder: freed, gone: gone.includes(user) ? gone : [...gone, user].sort() }
    }
    const barred = gone.includes(user) || (holder !== null && holder !== user)
    if (isRow(output)) return barred ? undefined : { holder: user, gone }
    if (output === "lost") return barred ? state : { holder: user, gone }
    return barred ? state : undefined
  },
}

export type AccountInput = { readonly do: "find" | "unlink" } | { readonly do: "link"; readonly user: string }

/** A provider account: linked to one user at a time. Another user can link it only after it was unlinked. */
export const accountModel: KeyModel<string | null, AccountInput, Output<string>> = {
  initial: null,
  isRead: (input) => input.do === "find",
  step(owner, input, output) {
    switch (input.do) {
      case "find":
        if (isRow(output)) return output.row === owner ? owner : undefined
        return output === "lost" || (output === "nothing" && owner === null) ? owner : undefined
      case "unlink":
        if (output === "refused") return owner === null ? owner : undefined
        return isRow(output) && owner === null ? undefined : null
      case "link":
        if (output === "refused") return owner === null ? undefined : owner
        return owner === null || owner === input.user ? input.user : undefinedUnlessLost(output, owner)
    }
  },
}

export type CounterInput = { readonly do: "raise"; readonly to: number } | { readonly do: "read" }

/** The counter of a passkey: it never decreases. */
export const counterModel: KeyModel<number, CounterInput, Output<number>> = {
  initial: 0,
  isRead: (input) => input.do === "read",
  step(counter, input, output) {
    if (input.do === "read") return output === "lost" || same(output, { row: counter }) ? counter : undefined
    if (output === "refused") return input.to < counter ? counter : undefined
    if (output === "lost") return Math.max(counter, input.to)
    return input.to >= counter && same(output, { row: input.to }) ? input.to : undefined
  },
}

export type Fields = Readonly<Record<string, string | null>>
export type FieldsInput = { readonly do: "change"; readonly fields: Fields } | { readonly do: "read" }

/** The fields of a row: a change of one field leaves the others unchanged. */
export const fieldsModel = (initial: Fields): KeyModel<Fields, FieldsInput, Output<Fields>> => ({
  initial,
  isRead: (input) => input.do === "read",
  step(fields, input, output) {
    if (output === "refused" || output === "nothing") return undefined
    const next = input.do === "change" ? { ...fields, ...input.fields } : fields
    return output === "lost" || same(output.row, next) ? next : undefined
  },
})

const undefinedUnlessLost = <State>(output: Output<unknown>, state: State): State | undefined =>
  output === "lost" ? state : undefined
