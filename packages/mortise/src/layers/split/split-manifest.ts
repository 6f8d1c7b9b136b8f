import { isInSessionsHalf, weakestDurability } from "../../contract/halves.ts"
import type { StoreManifest } from "../../contract/manifest.ts"
import type { ModelName } from "../../contract/models.ts"
import { type OperationName, operationNames } from "../../contract/operation-names.ts"
import { operations } from "../../contract/operations.ts"
import type { Schema } from "../../contract/schema.ts"
import type { Halves } from "./halves.ts"

/** The models as their halves describe them. */
export function splitSchema({ users, sessions }: Halves): Schema {
  const { session, verificationToken, slot } = sessions.inside.schema.models
  const { schema } = users.inside
  return { ...schema, models: { ...schema.models, session, verificationToken, slot } }
}

/** What two stores promise together. */
export function splitManifest(halves: Halves): StoreManifest {
  const [users, sessions] = [halves.users.inside.manifest, halves.sessions.inside.manifest]
  const waits = [users.cancelledReplicationWaits, sessions.cancelledReplicationWaits]
  // A session lookup reads both halves.
  const stale = [users.staleReads, sessions.staleReads]
  const engine = sessions.engine ?? users.engine
  const limits = [
    ...Object.entries(users.limits).filter(([field]) => !isOfSessions(field)),
    ...Object.entries(sessions.limits).filter(([field]) => isOfSessions(field)),
  ]
  return {
    store: `${users.store} and ${sessions.store}`,
    removal: "fenced",
    signUps: "user_first",
    durability: weakestDurability(users.durability, sessions.durability),
    ids: users.ids,
    roundTrips: countRoundTrips(users, sessions),
    limits: Object.fromEntries(limits),
    missingGuarantees: [
      ...users.missingGuarantees.filter((name) => !aboutSessions.includes(name)),
      ...sessions.missingGuarantees.filter(
        (name) => aboutSessions.includes(name) || aboutValues.includes(name),
      ),
    ].filter((name, index, all) => all.indexOf(name) === index),
    cancelledReplicationWaits: waits.includes("hidden") ? "hidden" : (waits[0] ?? waits[1]),
    staleReads: stale.includes("allowed") ? "allowed" : (stale[0] ?? stale[1]),
    ...(engine && { engine }),
  }
}

const isOfSessions = (field: string): boolean => isInSessionsHalf(field.split(".")[0] as ModelName)

const aboutSessions: StoreManifest["missingGuarantees"] = [
  "unique_sessions",
  "unique_tokens",
  "same_token_two_identifiers",
]
const aboutValues: StoreManifest["missingGuarantees"] = [
  "milliseconds",
  "far_dates",
  "large_numbers",
  "long_text",
  "byte_exact_keys",
]

type RoundTrips = Record<OperationName, number>

/** The most that each operation needs, without retries. */
function countRoundTrips({ roundTrips: users, ids }: StoreManifest, { roundTrips: sessions }: StoreManifest) {
  const [u, s] = [users, sessions] as [RoundTrips, RoundTrips]
  // A slot is read like a user, stored like one and taken like a token. A list of tokens is one of any rows.
  const isUser = Math.max(u.getUser, s.getUser)
  const setSlot = s.createUser + s.updateUser
  const dropTokens = s.listAuthenticatorsByUserId + s.useVerificationToken
  const overrides: Partial<RoundTrips> = {
    createUser: u.createUser + s.deleteUser + (ids === "given" ? u.getUser + s.getUser : 0),
    deleteUser: u.getUser + u.deleteUser + setSlot + s.useVerificationToken + 2 * (s.deleteUser + dropTokens),
    createSession: 2 * isUser + 2 * s.createSession + s.createUser,
    updateSession: 2 * isUser + 2 * s.updateSession + s.createUser,
    getSessionAndUser: 2 * u.getUser + 3 * s.getSessionAndUser,
  }
  const others = operationNames.map((name) => [
    name,
    (isInSessionsHalf(operations[name].model) ? s : u)[name],
  ])
  return { ...Object.fromEntries(others), ...overrides }
}
