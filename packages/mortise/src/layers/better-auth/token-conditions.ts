import { isSessionReference, sessionReference } from "../../contract/session-token.ts"
import { throwInvalid } from "../../contract/throw-invalid.ts"
import { isHashable } from "../session-hash.ts"
import type { Condition } from "./auth-database.ts"

/** Conditions on what is stored. */
export type StoredConditions = {
  readonly where: readonly Condition[] | undefined
  /** The token that the caller passed, by what is stored for it. */
  readonly tokens: ReadonlyMap<string, string>
}

export type TokenPolicy = {
  readonly isToken: (field: string) => boolean
  /** Whether this call may find a row by its reference. */
  readonly acceptsReference: (reference: string) => boolean
  /** Tokens that may be stored as they are. */
  readonly plainTokens: ReadonlySet<string>
}

const negations: { readonly [operator: string]: "in" | "not_in" | undefined } = {
  eq: "in",
  in: "in",
  ne: "not_in",
  not_in: "not_in",
}

/** Replaces the tokens in conditions by what is stored for them. */
export async function toStoredConditions(
  where: readonly Condition[] | undefined,
  policy: TokenPolicy,
): Promise<StoredConditions> {
  const tokens = new Map<string, string>()
  const stored: Condition[] = []
  for (const condition of where ?? [])
    stored.push(
      policy.isToken(condition.field) ? await toStoredCondition(condition, policy, tokens) : condition,
    )
  return { where: where && stored, tokens }
}

async function toStoredCondition(
  condition: Condition,
  { acceptsReference, plainTokens }: TokenPolicy,
  tokens: Map<string, string>,
): Promise<Condition> {
  const list = readList(condition)
  const { value } = condition
  // Better Auth refuses `in` without a list.
  if (value === null || value === undefined || !list) return condition
  const stored: string[] = []
  for (const token of list.values) {
    if (!isHashable(token)) continue
    if (isSessionReference(token)) {
      // What differs from a reference is no secret.
      if (list.operator === "not_in" || acceptsReference(token)) stored.push(token)
      continue
    }
    for (const text of [await sessionReference(token), ...(plainTokens.has(token) ? [token] : [])]) {
      tokens.set(text, token)
      stored.push(text)
    }
  }
  const isSingle = !Array.isArray(value) && stored.length === 1
  return isSingle
    ? { ...condition, value: stored[0] }
    : { ...condition, operator: list.operator, value: stored }
}

/** The values of a condition on the token; undefined for a value that Better Auth refuses. */
function readList({ operator = "eq", value, mode }: Condition) {
  const kind = operator.toLowerCase()
  const list = Object.hasOwn(negations, kind) ? negations[kind] : undefined
  if (!list || mode === "insensitive")
    throwInvalid(
      "hashedSessions: session.token is stored as a hash, so it can only be compared with eq, ne, in and not_in, and by exact case.",
      { model: "session", fields: ["token"] },
    )
  if (Array.isArray(value)) return { operator: list, values: value as unknown[] }
  return kind === "in" ? undefined : { operator: list, values: [value] }
}

/** The tokens in conditions, without references. */
export const listTokens = (
  where: readonly Condition[] | undefined,
  isToken: (field: string) => boolean,
): string[] =>
  (where ?? [])
    .filter(({ field }) => isToken(field))
    .flatMap((condition) => readList(condition)?.values ?? [])
    .filter((token): token is string => isHashable(token) && !isSessionReference(token))
