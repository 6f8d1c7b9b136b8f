import { extras, slots, upkeep } from "../../contract/adapter-parts.ts"
import { throwInvalid } from "../../contract/throw-invalid.ts"
import { type AnyUser, normalizeAdapter } from "../adapter/normalize-adapter.ts"
import type { AuthOptions, SessionStrategy } from "../config/auth-options.ts"
import { checkOptions } from "../config/settings.ts"
import { createKeys } from "../crypto/keys.ts"
import { createSealer } from "../crypto/seal.ts"
import { createCookies } from "../http/cookies.ts"
import { createRequestId } from "../http/request-id.ts"
import { checkAdapter, detectCapabilities } from "./capabilities.ts"
import { createEmit } from "./emit.ts"
import { createSingleUse } from "./single-use.ts"

/** What every flow needs. */
export type Core = Readonly<ReturnType<typeof createCore>>

/** Checks the configuration and creates what every flow needs, of one tenant if there are tenants. No I/O. */
export function createCore<U extends AnyUser, S extends SessionStrategy, F extends string>(
  options: AuthOptions<U, S, F>,
  tenant?: string,
) {
  const settings = checkOptions(options)
  const configured = typeof options.adapter === "function" ? options.adapter(options) : options.adapter
  if (typeof configured !== "object" || configured === null)
    throwInvalid("The adapter must be an object with operations, or a function that returns one.")
  const parts = { adapter: configured, extras: extras(configured) ?? {}, slots: slots(configured) }
  checkAdapter(settings, parts)
  const adapter = normalizeAdapter(configured)
  const now = options.now ?? Date.now
  const keys = createKeys(settings.secrets, tenant)
  return {
    settings,
    tenant,
    adapter,
    extras: parts.extras,
    slots: parts.slots,
    upkeep: upkeep(configured),
    capabilities: detectCapabilities(settings, parts),
    keys,
    sealer: createSealer(keys, now),
    cookies: createCookies(settings.origin, tenant),
    singleUse: createSingleUse({ adapter, slots: parts.slots, keys, now }),
    emit: createEmit(options.onEvent, createRequestId(options.requestId), tenant),
    now,
  }
}
