import type { ExtraName } from "../../contract/extras.ts"
import { type Call, type CallShape, optional, type RunOnAdapter, reads, writes } from "./call.ts"
import { guardedCodec, orNull } from "./codec.ts"
import { valueCodec } from "./field-codec.ts"
import { listCodec, objectCodec } from "./object-codec.ts"
import type { RowCodecs } from "./row-codecs.ts"

/** The calls of the extras. */
export function extraCalls(codecs: RowCodecs): Call[] {
  const { row, newRow, changes, field, value } = codecs
  const removed = valueCodec("integer", "count", { minimum: 0 })
  const unowned = { owned: false }
  const userId = field("user", "id")
  const token = field("session", "sessionToken")
  const shapes: { readonly [E in ExtraName]: CallShape } = {
    signUp: writes(
      objectCodec({
        user: { codec: row("user") },
        account: optional(row("account")),
        session: optional(row("session")),
      }),
      objectCodec({
        user: { codec: newRow("user") },
        account: optional(newRow("account", unowned)),
        session: optional(newRow("session", unowned)),
      }),
    ),
    listSessions: reads(listCodec(row("session"), "rows"), userId),
    listAccounts: reads(listCodec(row("account"), "rows"), userId),
    updateAccount: writes(
      guardedCodec(row("account")),
      changes("account"),
      objectCodec({
        refresh_token: optional(value("account", "refresh_token")),
        access_token: optional(value("account", "access_token")),
      }),
    ),
    extendSession: writes(
      guardedCodec(row("session")),
      objectCodec({
        sessionToken: { codec: token },
        from: { codec: valueCodec("date", "from") },
        to: { codec: valueCodec("date", "to") },
      }),
    ),
    verifyEmail: writes(guardedCodec(row("user")), userId, field("user", "email"), valueCodec("date", "at")),
    dropTokens: writes(removed, field("verificationToken", "identifier")),
    removeAuthenticator: writes(orNull(row("authenticator")), field("authenticator", "credentialID")),
  }
  return Object.entries(shapes).map(([key, shape]) => {
    const name = key as ExtraName
    return {
      name: `extras.${name}`,
      group: "extras",
      ...shape,
      bind: ({ extras }) => extras[name] as RunOnAdapter | undefined,
    }
  })
}
