import { extras, slots, upkeep } from "../../contract/adapter-parts.ts"
import type { Extras } from "../../contract/extras.ts"
import type { Slots } from "../../contract/slots.ts"
import { throwInvalid } from "../../contract/throw-invalid.ts"
import type { Upkeep } from "../../contract/upkeep.ts"
import { type AnyUser, normalizeAdapter, type Operations } from "../adapter/normalize-adapter.ts"
import type { AuthOptions, SessionStrategy } from "../config/auth-options.ts"
import { checkOptions, type Settings } from "../config/settings.ts"
import { createKeys, type Keys } from "../crypto/keys.ts"
import { createSealer, type Sealer } from "../crypto/seal.ts"
import { type Cookies, createCookies } from "../http/cookies.ts"
import { createRequestId } from "../http/request-id.ts"
import { type Capabilities, checkAdapter, detectCapabilities } from "./capabilities.ts"
import { createEmit, type Emit } from "./emit.ts"
import { createSingleUse, type SingleUse } from "./single-use.ts"

/** What every flow needs. */
export type Core = {
  readonly settings: Settings
  readonly adapter: Operations
  readonly extras: Partial<Extras>
  readonly slots: Slots | undefined
  readonly upkeep: Pick<Upkeep, "sweep"> | undefined
  readonly capabilities: Capabilities
  readonly keys: Keys
  readonly sealer: Sealer
  readonly cookies: Cookies
  readonly singleUse: SingleUse
  readonly emit: Emit
  readonly now: () => number
}

/** Checks the configuration and creates what every flow needs. No I/O. */
export function createCore<U extends AnyUser, S extends SessionStrategy, F extends string>(
  options: AuthOptions<U, S, F>,
): Core {
  const settings = checkOptions(options)
  const configured = typeof options.adapter === "function" ? options.adapter(options) : options.adapter
  if (typeof configured !== "object" || configured === null)
    throwInvalid("The adapter must be an object with operations, or a function that returns one.")
  const parts = { adapter: configured, extras: extras(configured) ?? {}, slots: slots(configured) }
  checkAdapter(settings, parts)
  const adapter = normalizeAdapter(configured)
  const now = options.now ?? Date.now
  const keys = createKeys(settings.secrets)
  return {
    settings,
    adapter,
    extras: parts.extras,
    slots: parts.slots,
    upkeep: upkeep(configured),
    capabilities: detectCapabilities(settings, parts),
    keys,
    sealer: createSealer(keys, now),
    cookies: createCookies(settings.origin),
    singleUse: createSingleUse({ adapter, slots: parts.slots, keys, now }),
    emit: createEmit(options.onEvent, createRequestId(options.requestId)),
    now,
  }
}
