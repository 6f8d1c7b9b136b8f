import { getEndpoint } from "../../contract/auth-endpoint.ts"
import { hashNewToken, refuseToken } from "../session-hash.ts"
import type { AuthAdapter, AuthRow, Input, Method, MethodName, Methods } from "./auth-database.ts"
import { isAskedToRevoke } from "./current-endpoint.ts"
import { createDeclaredNames } from "./declared-names.ts"
import { createPlainSessions, nothingReplaced, type ReplacedTokens } from "./plain-sessions.ts"
import { createSessionView, rememberWritten, type SessionView, wasShown } from "./show-sessions.ts"
import { listTokens, type StoredConditions, toStoredConditions } from "./token-conditions.ts"

type Parts = {
  readonly below: AuthAdapter
  readonly isSession: (model: string) => boolean
  readonly isToken: (field: string) => boolean
  /** Replaces the tokens of sessions that were stored before the layer was added. */
  readonly replacePlain: (tokens: readonly string[]) => Promise<ReplacedTokens>
  readonly view: SessionView
}

/** The methods of Better Auth's adapter, with hashes in place of session tokens. */
export function hashSessionRows(below: AuthAdapter, acceptsPlain: boolean): Methods {
  const { findModel, findField } = createDeclaredNames(below)
  const isSession = (model: string): boolean => findModel(model) === "session"
  const plain = createPlainSessions(below)
  const view = createSessionView(isSession, async (row, token) => {
    if (acceptsPlain) await plain.replaceToken(row, token)
  })
  const parts: Parts = {
    below,
    isSession,
    isToken: (field) => findField("session", field) === "token",
    replacePlain: async (tokens) => (acceptsPlain ? plain.replaceTokens(tokens) : nothingReplaced),
    view,
  }
  return {
    async create(input) {
      if (!isSession(input.model)) return below.create(input)
      const tokens = new Map<string, string>()
      const data = await hashRow(input.data, tokens)
      return view.showSessions(await below.create({ ...input, ...(data && { data }) }), tokens)
    },
    findOne: createRead(parts, "findOne"),
    findMany: createRead(parts, "findMany"),
    count: createWrite(parts, "count"),
    update: createWrite(parts, "update"),
    updateMany: createWrite(parts, "updateMany"),
    delete: createWrite(parts, "delete"),
    deleteMany: createWrite(parts, "deleteMany"),
    consumeOne: createWrite(parts, "consumeOne"),
    incrementOne: createWrite(parts, "incrementOne"),
  }
}

const toStored = (
  { isToken }: Parts,
  name: MethodName,
  input: Input,
  { plainTokens }: ReplacedTokens,
): Promise<StoredConditions> =>
  toStoredConditions(input.where, {
    isToken,
    plainTokens,
    acceptsReference: (reference) => acceptsReference(name, input, reference),
  })

function createRead(parts: Parts, name: "findOne" | "findMany"): Method {
  const { below, isSession, replacePlain, view } = parts
  return async (input) => {
    if (!isSession(input.model)) return view.showJoined(await below[name](input), input.join)
    const lookUp = async (replaced: ReplacedTokens) => {
      const { where, tokens } = await toStored(parts, name, input, replaced)
      return { result: await below[name]({ ...input, ...(where && { where }) }), tokens }
    }
    const first = await lookUp(nothingReplaced)
    const stored = new Set([first.result].flat().map((row) => (row as AuthRow | null)?.["token"]))
    const isMissing = (text: string) => !stored.has(text) && !(name === "findOne" && first.result)
    const missing = [...first.tokens].filter(([text]) => isMissing(text)).map(([, token]) => token)
    const replaced = await replacePlain(missing)
    const { result, tokens } = replaced.isFound ? await lookUp(replaced) : first
    return view.showSessions(result, tokens)
  }
}

/** For the methods that cannot be repeated when they find nothing. */
function createWrite(parts: Parts, name: Exclude<MethodName, "create" | "findOne" | "findMany">): Method {
  const { below, isSession, isToken, replacePlain, view } = parts
  return async (input) => {
    if (!isSession(input.model)) return below[name](input)
    const replaced = await replacePlain(listTokens(input.where, isToken))
    const { where, tokens } = await toStored(parts, name, input, replaced)
    const changed = new Map(tokens)
    const update = await hashRow(input.update, changed)
    const set = await hashRow(input.set, changed)
    const result = await below[name]({
      ...input,
      ...(where && { where }),
      ...(update && { update }),
      ...(set && { set }),
    })
    return view.showSessions(result, changed)
  }
}

/** The row with a hash of its token, which is added to the tokens. */
async function hashRow(row: AuthRow | undefined, tokens: Map<string, string>): Promise<AuthRow | undefined> {
  const token = row?.["token"]
  if (token === undefined || token === null) return row
  const stored = await (hashNewToken(token) ?? refuseToken("token"))
  tokens.set(stored, token as string)
  rememberWritten(stored, token as string)
  return { ...row, token: stored }
}

/**
 * A lookup by a reference would sign in whoever has a copy of the database. Only calls that end a session accept one:
 * those of the revoking routes, and of code that listed the session before.
 */
function acceptsReference(
  name: MethodName,
  { where, join, select, limit, update }: Input,
  reference: string,
): boolean {
  const isLookupToDelete = name === "findMany" && !join && !select
  // With `preserveSessionInDatabase`, sessions end by their expiry.
  const isExpiry = name === "updateMany" && Object.keys(update ?? {}).join() === "expiresAt"
  const isDeletion = name === "delete" || name === "deleteMany" || isExpiry || isLookupToDelete
  const endpoint = getEndpoint()
  // A program that uses `auth.$context`. Before Better Auth deletes one session, it looks it up like this.
  if (!endpoint) return isDeletion && (!isLookupToDelete || (limit === 1 && where?.length === 1))
  if (isDeletion && wasShown(endpoint, reference)) return true
  return (isDeletion || name === "findOne") && isAskedToRevoke(endpoint, reference)
}
