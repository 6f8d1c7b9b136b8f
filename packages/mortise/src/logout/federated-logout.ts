import { longestLifeMs } from "../auth/config/longest-life.ts"
import { createLogoutRecords } from "../auth/oauth/logout/logout-records.ts"
import { createVerifyLogoutToken } from "../auth/oauth/logout/logout-token.ts"
import { createProviderConnections } from "../auth/oauth/provider-connections.ts"
import { extras, slots as slotsOf } from "../contract/adapter-parts.ts"
import { MortiseError } from "../contract/errors.ts"
import { createBackChannel } from "./back-channel.ts"
import { createEndSessionUrl } from "./end-session-url.ts"
import { createLoginUsers } from "./login-users.ts"
import { checkLogoutOptions, type LogoutOptions } from "./logout-options.ts"
import type { AdapterParts, LogoutParts } from "./logout-parts.ts"
import type { FederatedLogout } from "./logout-types.ts"
import { createSignInHooks } from "./sign-in-hooks.ts"

/**
 * Federated logout for an Auth.js application, over a Mortise adapter. It needs `jose` and `oauth4webapi`.
 *
 * @example
 * ```ts
 * import { federatedLogout } from "mortise/logout"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const logout = federatedLogout({
 *   adapter: memoryAdapter(),
 *   providers: [{ id: "keycloak", issuer: "https://id.example/realms/main", clientId: "app" }],
 * })
 *
 * export const callbacks = { jwt: logout.jwt }
 * export const events = { signIn: logout.signIn }
 * export const POST = logout.backChannel
 * ```
 */
export function federatedLogout(options: LogoutOptions): FederatedLogout {
  const settings = checkLogoutOptions(options)
  const adapterParts = readParts(options.adapter)
  const { slots } = adapterParts
  const connect = createProviderConnections(settings)
  const parts: LogoutParts = {
    ...settings,
    ...adapterParts,
    connect,
    verify: createVerifyLogoutToken(connect, settings.now),
    // Auth.js renews a token in use forever, and each renewal looks its login up.
    records: createLogoutRecords(slots, settings.now, longestLifeMs),
    loginUsers: createLoginUsers(slots, settings.now),
  }
  return {
    endSessionUrl: createEndSessionUrl(parts),
    backChannel: createBackChannel(parts),
    ...createSignInHooks(parts),
  }
}

function readParts(adapter: object): AdapterParts {
  const { listSessions, updateAccount, listAccounts } = extras(adapter) ?? {}
  const slots = slotsOf(adapter)
  if (listSessions && slots)
    return {
      slots,
      listSessions,
      adapter: adapter as AdapterParts["adapter"],
      ...(updateAccount && { updateAccount }),
      ...(listAccounts && { listAccounts }),
    }
  throw new MortiseError(
    "missing_operation",
    `federatedLogout needs ${slots ? "listSessions" : "slots"}, which this adapter lacks. Pass a Mortise adapter whose operations on sessions are not overridden.`,
    { operation: "federatedLogout" },
  )
}
