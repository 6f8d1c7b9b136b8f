import type { ExtraName } from "../../contract/extras.ts"
import { modelNames } from "../../contract/models.ts"
import type { Model, Schema } from "../../contract/schema.ts"
import type { Slots } from "../../contract/slots.ts"
import type { SweepOptions } from "../../contract/upkeep.ts"
import { type Call, type Run, reservedSlots } from "./call.ts"
import { type Codec, orNull, orTexts } from "./codec.ts"
import { valueCodec } from "./field-codec.ts"
import { enumCodec, listCodec, objectCodec, textValue } from "./object-codec.ts"
import type { RowCodecs } from "./row-codecs.ts"

type Shape = Pick<Call, "effect" | "takes" | "returns">

const count = valueCodec("integer", "count", { minimum: 0 })
const date = (name: string): Codec => valueCodec("date", name)
const truth = valueCodec("boolean", "result")
const misses = ["absent", "refused"]

const reads = (returns: Codec, ...takes: readonly Codec[]): Shape => ({ effect: "read", takes, returns })
const writes = (returns: Codec, ...takes: readonly Codec[]): Shape => ({ effect: "write", takes, returns })
const optional = (codec: Codec) => ({ codec, optional: true }) as const

export function extraCalls(codecs: RowCodecs): Call[] {
  const { row, newRow, changes, field, value } = codecs
  const unowned = { owned: false }
  const userId = field("user", "id")
  const token = field("session", "sessionToken")
  const shapes: { readonly [E in ExtraName]: Shape } = {
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
      orTexts(row("account"), misses),
      changes("account"),
      objectCodec({ refresh_token: optional(value("account", "refresh_token")) }),
    ),
    extendSession: writes(
      orTexts(row("session"), misses),
      objectCodec({
        sessionToken: { codec: token },
        from: { codec: date("from") },
        to: { codec: date("to") },
      }),
    ),
    verifyEmail: writes(orTexts(row("user"), misses), userId, field("user", "email"), date("at")),
    dropTokens: writes(count, field("verificationToken", "identifier")),
    removeAuthenticator: writes(orNull(row("authenticator")), field("authenticator", "credentialID")),
  }
  return Object.entries(shapes).map(([key, shape]) => {
    const name = key as ExtraName
    return {
      name: `extras.${name}`,
      group: "extras",
      ...shape,
      find: ({ extras }) => extras[name] as Run | undefined,
    }
  })
}

export function upkeepCalls({ row }: RowCodecs, { models }: Schema): Call[] {
  const limit = optional(valueCodec("integer", "limit", { minimum: 1, maximum: 1000 }))
  const pages = modelNames.map((model): Call => {
    const key = keyOf(models[model])
    const options = objectCodec({
      after: optional(orNull(key)),
      limit,
      prefix: optional(textValue("prefix")),
    })
    const page = objectCodec({ rows: { codec: listCodec(row(model), "rows") }, next: { codec: orNull(key) } })
    return {
      name: `upkeep.page.${model}`,
      group: "upkeep",
      ...reads(page, options),
      find: ({ upkeep }) => upkeep && ((options) => upkeep.page(model, options)),
    }
  })
  const sweep = objectCodec({ now: optional(date("now")), limit })
  return [
    ...pages,
    {
      name: "upkeep.count",
      group: "upkeep",
      ...reads(count, enumCodec(modelNames, "model")),
      find: ({ upkeep }) => upkeep?.count,
    },
    {
      name: "upkeep.sweep",
      group: "upkeep",
      ...writes(count, sweep),
      find: ({ upkeep, now }) => upkeep && ((options) => upkeep.sweep(notLater(options, now()))),
    },
  ]
}

/** As of a later time, a sweep would take receipts and nonces that still count. */
const notLater = (options: SweepOptions = {}, now: number): SweepOptions =>
  options.now && options.now.getTime() > now ? { ...options, now: new Date(now) } : options

/** Any key of a model: which one it is says which fields it has. */
function keyOf({ keys }: Model): Codec {
  const members = keys.flat().map((name) => [name, optional(textValue(name))])
  return objectCodec(Object.fromEntries(members))
}

export function slotCalls({ row, newRow, changes, field }: RowCodecs): Call[] {
  const key = field("slot", "key")
  const shapes: { readonly [S in keyof Slots]: Shape } = {
    claim: writes(truth, newRow("slot")),
    read: reads(orNull(row("slot")), key),
    write: writes(truth, changes("slot")),
    count: writes(count, key, date("expires")),
    take: writes(orNull(row("slot")), key),
  }
  return Object.entries(shapes).map(([key, shape]) => {
    const name = key as keyof Slots
    return {
      name: `slots.${name}`,
      group: "slots",
      ...shape,
      find: ({ slots }) => slots && unreserved(slots[name]),
    }
  })
}

/**
 * Receipts and nonces are slots too: a caller who could take one could repeat a write. So what a caller
 * names like them, as a server on top of this one does, is kept aside.
 */
const unreserved =
  (run: Run): Run =>
  async (...args) => {
    const [first, ...rest]: readonly unknown[] = args
    const moved = isKeyed(first) ? { ...first, key: aside(first.key) } : aside(first)
    const slot = await run(...([moved, ...rest] as never[]))
    return isKeyed(slot) ? { ...slot, key: slot.key.replace(asidePrefix, reservedSlots) } : slot
  }

const asidePrefix = `${reservedSlots}aside/`
function aside<T>(key: T): T | string {
  const isReserved = typeof key === "string" && key.startsWith(reservedSlots)
  return isReserved ? asidePrefix + key.slice(reservedSlots.length) : key
}

const isKeyed = (value: unknown): value is { key: string } =>
  typeof (value as { key?: unknown } | null | undefined)?.key === "string"
