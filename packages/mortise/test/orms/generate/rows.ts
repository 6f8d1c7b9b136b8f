import type { ModelName } from "../../../src/contract/models.ts"
import type { Schema } from "../../../src/contract/schema.ts"
import { type Adapter, slots, upkeep } from "../../../src/index.ts"
import { inAnHour, someAccount, someone, somePasskey, someSession, someToken } from "../../support/people.ts"

/** Values of the extra fields of `schemas`, without those that have a default. */
const extra = {
  nickname: "Ada",
  lastSeen: new Date("2026-01-02T03:04:05.678Z"),
  rank: 1.25,
  isStaff: true,
  notes: { a: [1, null] },
}

const values = { name: "Ada", image: "picture", emailVerified: new Date("2025-06-07T08:09:10.111Z") }
const tokens = {
  access_token: "access",
  refresh_token: "refresh",
  id_token: "id",
  expires_in: 0.5,
  expires_at: 4_000_000_000,
  scope: "openid",
  token_type: "bearer",
  session_state: "state",
}

/** Stores one row of every model, with a value in every field. */
export async function storeRows(adapter: Adapter, schema: Schema): Promise<void> {
  const declared = new Set(schema.models.user.fields.map(({ name }) => name))
  const own = Object.fromEntries(Object.entries(extra).filter(([name]) => declared.has(name)))
  const user = await adapter.createUser({ ...someone(), ...values, ...own })
  await adapter.linkAccount({ ...someAccount(user.id), ...tokens })
  await adapter.createSession(someSession(user.id))
  await adapter.createVerificationToken(someToken())
  await adapter.createAuthenticator({ ...somePasskey(user.id), counter: 4_000_000_000, transports: "usb" })
  await slots(adapter)?.claim({ key: "key", value: { nested: ["text", 1] }, expires: inAnHour() })
}

/** All rows, as the adapter reads them. */
export async function readRows(adapter: Adapter): Promise<Readonly<Record<string, unknown>>> {
  const models: ModelName[] = ["user", "account", "session", "verificationToken", "authenticator", "slot"]
  const entries = models.map(async (model) => [model, await upkeep(adapter)?.page(model)] as const)
  return Object.fromEntries(await Promise.all(entries))
}
