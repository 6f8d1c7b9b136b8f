import { isSessionReference, sessionReference } from "../../contract/session-token.ts"
import type { AuthRow, Input } from "./auth-database.ts"
import { type Endpoint, getCurrentToken, getEndpoint } from "./current-endpoint.ts"
import { replaceJoined } from "./replace-joined.ts"

/** Replaces what is stored in rows by what callers may see. */
export type SessionView = {
  /** Rows of sessions, with the given tokens by what is stored for them. Anything else is returned as it is. */
  showSessions(result: unknown, tokens: ReadonlyMap<string, string>): Promise<unknown>
  /** Rows of other models, which can contain sessions. */
  showJoined(result: unknown, join: Input["join"]): Promise<unknown>
}

export function createSessionView(
  isSession: (model: string) => boolean,
  onPlainRow: (row: AuthRow, token: string) => Promise<unknown>,
): SessionView {
  const showSession = async (row: AuthRow, tokens: ReadonlyMap<string, string>): Promise<AuthRow> => {
    const stored = row["token"]
    if (typeof stored !== "string") return row
    const token = tokens.get(stored)
    if (token !== undefined) return { ...row, token }
    if (!isSessionReference(stored)) await onPlainRow(row, stored)
    const reference = isSessionReference(stored) ? stored : await sessionReference(stored)
    const endpoint = getEndpoint()
    // The endpoint's caller has, or gets, these tokens. Code compares them with those in lists to keep the session.
    const written = readMemory(endpoint)?.get(reference)
    if (written) return { ...row, token: written }
    const current = getCurrentToken(endpoint)
    if (current !== undefined && (await sessionReference(current)) === reference)
      return { ...row, token: current }
    remember(reference, null)
    return { ...row, token: reference }
  }

  const showSessions: SessionView["showSessions"] = async (result, tokens) => {
    if (Array.isArray(result)) {
      const rows: unknown[] = []
      for (const row of result) rows.push(await showSessions(row, tokens))
      return rows
    }
    return typeof result === "object" && result !== null ? showSession(result as AuthRow, tokens) : result
  }

  const replacement = {
    model: "session",
    replaceRows: (rows: unknown) => showSessions(rows, new Map()),
  }
  return {
    showSessions,
    showJoined: (result, join) =>
      replaceJoined(result, join, (name) => (isSession(name) ? replacement : undefined)),
  }
}

// What the code of an endpoint knows, by what is stored: a token that it wrote, or null for a reference that it read.
const memories = new WeakMap<object, Map<string, string | null>>()

const readMemory = ({ context }: Endpoint = {}) => context && memories.get(context)

function remember(reference: string, token: string | null): void {
  const endpoint = getEndpoint()
  if (endpoint?.context)
    memories.set(endpoint.context, (readMemory(endpoint) ?? new Map()).set(reference, token))
}

/** Shows the token of a session, in place of its reference, to the code of the endpoint that wrote it. */
export const rememberWritten = (reference: string, token: string): void => remember(reference, token)

/** Whether the code of the endpoint read this reference from a list. */
export const wasShown = (endpoint: Endpoint, reference: string): boolean =>
  readMemory(endpoint)?.get(reference) === null
