import { longestLifeMs } from "../auth/config/longest-life.ts"
import { createLogoutRecords } from "../auth/oauth/logout/logout-records.ts"
import { createVerifyLogoutToken } from "../auth/oauth/logout/logout-token.ts"
import { createProviderConnections } from "../auth/oauth/provider-connections.ts"
import type { Adapter } from "../contract/adapter.ts"
import { extras, slots as slotsOf } from "../contract/adapter-parts.ts"
import { MortiseError } from "../contract/errors.ts"
import { createLoginUsers } from "./login-users.ts"
import { checkLogoutOptions, type LogoutOptions } from "./logout-options.ts"

/** What the functions of `federatedLogout` need. */
export type LogoutParts = Readonly<ReturnType<typeof createLogoutParts>>

export function createLogoutParts(options: LogoutOptions) {
  const settings = checkLogoutOptions(options)
  const adapterParts = readParts(options.adapter)
  const { slots } = adapterParts
  const { now } = settings
  const connect = createProviderConnections(settings)
  return {
    ...settings,
    ...adapterParts,
    connect,
    // Auth.js renews a token in use forever, and each renewal looks its login up.
    records: createLogoutRecords(createVerifyLogoutToken(connect, now), slots, now, longestLifeMs),
    loginUsers: createLoginUsers(slots, now),
  }
}

function readParts(adapter: object) {
  const { listSessions, updateAccount, listAccounts } = extras(adapter) ?? {}
  const slots = slotsOf(adapter)
  if (listSessions && slots)
    return {
      slots,
      listSessions,
      adapter: adapter as Pick<Adapter, "getUserByAccount" | "deleteSession">,
      updateAccount,
      listAccounts,
    }
  throw new MortiseError(
    "missing_operation",
    `federatedLogout needs ${slots ? "listSessions" : "slots"}, which this adapter lacks. Pass a Mortise adapter whose operations on sessions are not overridden.`,
    { operation: "federatedLogout" },
  )
}
