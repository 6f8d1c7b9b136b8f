import type { LogoutRecords } from "../auth/oauth/logout/logout-records.ts"
import type { Connect } from "../auth/oauth/provider-connections.ts"
import type { Adapter } from "../contract/adapter.ts"
import type { Extras } from "../contract/extras.ts"
import type { Slots } from "../contract/slots.ts"
import type { LoginUsers } from "./login-users.ts"
import type { LogoutSettings } from "./logout-options.ts"

/** What they need of the adapter. */
export type AdapterParts = Pick<Extras, "listSessions"> &
  Partial<Pick<Extras, "updateAccount" | "listAccounts">> & {
    readonly slots: Slots
    readonly adapter: Pick<Adapter, "getUserByAccount" | "deleteSession">
  }

/** What the functions of `federatedLogout` need. */
export type LogoutParts = LogoutSettings &
  AdapterParts & {
    readonly connect: Connect
    readonly records: LogoutRecords
    readonly loginUsers: LoginUsers
  }
