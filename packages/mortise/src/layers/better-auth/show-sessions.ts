import { isSessionReference, sessionReference } from "../../contract/session-token.ts"
import type { AuthRow, Input } from "./auth-database.ts"
import { type Endpoint, getCurrentToken, getEndpoint } from "./current-endpoint.ts"

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
    const current = getCurrentToken(endpoint)
    // The endpoint's caller has this token. Better Auth compares it with those in lists to keep the current session.
    if (current !== undefined && (await sessionReference(current)) === reference)
      return { ...row, token: current }
    rememberShown(endpoint, reference)
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

  const showJoined: SessionView["showJoined"] = async (result, join = {}) => {
    const members = Object.keys(join).filter(isSession)
    if (members.length === 0) return result
    if (Array.isArray(result)) return Promise.all(result.map((row) => showJoined(row, join)))
    const shown: Record<string, unknown> = { ...(result as AuthRow | null) }
    for (const member of [...members, "session"])
      if (member in shown) shown[member] = await showSessions(shown[member], new Map())
    return result && shown
  }

  return { showSessions, showJoined }
}

const shownReferences = new WeakMap<object, Set<string>>()

function rememberShown({ context }: Endpoint = {}, reference: string): void {
  if (!context) return
  const references = shownReferences.get(context) ?? new Set()
  shownReferences.set(context, references.add(reference))
}

/** Whether the endpoint read this reference from a list. */
export const wasShown = ({ context }: Endpoint, reference: string): boolean =>
  (context && shownReferences.get(context)?.has(reference)) === true
