import { type Endpoint, getEndpoint } from "../../contract/auth-endpoint.ts"
import { isSessionReference, listedAs, sessionReference } from "../../contract/session-token.ts"
import type { AuthRow, Input } from "./auth-database.ts"
import { getCurrentToken } from "./current-endpoint.ts"
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
    return { ...row, token: await showToken(await listedAs(stored)) }
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

/** The token of a session if the endpoint's caller has it, or gets it; otherwise its reference. */
export async function showToken(reference: string): Promise<string> {
  const endpoint = getEndpoint()
  // Code compares tokens with those in lists to keep the session.
  const written = readMemory(endpoint)?.get(reference)
  if (written) return written
  const current = getCurrentToken(endpoint)
  if (current !== undefined && (await sessionReference(current)) === reference) return current
  remember(reference, null)
  return reference
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

/** Lets the code of the endpoint use a session that it read from the list in secondary storage. */
export function rememberListed(reference: string): void {
  if (!isRemembered(getEndpoint(), reference)) remember(reference, null)
}

/** Whether the code of the endpoint wrote this session, or read it from a list. */
export const isRemembered = (endpoint: Endpoint | undefined, reference: string): boolean =>
  readMemory(endpoint)?.has(reference) === true

/** Whether the code of the endpoint read this reference from a list. */
export const wasShown = (endpoint: Endpoint, reference: string): boolean =>
  readMemory(endpoint)?.get(reference) === null
