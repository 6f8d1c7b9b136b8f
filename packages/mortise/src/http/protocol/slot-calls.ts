import { type SlotResult, type Slots, slotCallNames } from "../../contract/slots.ts"
import { type Call, type CallShape, type RunOnAdapter, reads, reservedSlots, writes } from "./call.ts"
import { type Codec, orNull, orUndefined } from "./codec.ts"
import { valueCodec } from "./field-codec.ts"
import type { RowCodecs } from "./row-codecs.ts"

const count = valueCodec("integer", "count", { minimum: 0 })
const truth = valueCodec("boolean", "result")

/** Sent as a boolean. */
const resultCodec = <Reason extends "taken" | "absent">(reason: Reason): Codec => ({
  encode: (result) => truth.encode((result as SlotResult<Reason>).ok),
  decode: (json) => (truth.decode(json) ? { ok: true } : { ok: false, reason }),
  schema: truth.schema,
})

/** The calls of the slots. */
export function slotCalls({ row, newRow, changes, field }: RowCodecs): Call[] {
  const key = field("slot", "key")
  const shapes: { readonly [S in keyof Slots]: CallShape } = {
    claim: writes(resultCodec("taken"), newRow("slot")),
    set: writes(orUndefined(truth), changes("slot")),
    read: reads(orNull(row("slot")), key),
    replace: writes(resultCodec("absent"), changes("slot")),
    increment: writes(count, key, valueCodec("date", "expires")),
    take: writes(orNull(row("slot")), key),
  }
  return Object.entries(shapes).map(([key, shape]) => {
    const name = key as keyof Slots
    return {
      name: slotCallNames[name],
      group: "slots",
      ...shape,
      bind: ({ slots }) => slots && withCallerPrefix(slots[name]),
    }
  })
}

/**
 * Receipts and nonces are slots too: a caller that could take one could repeat a write. So callers' keys that start
 * with the reserved prefix, such as the keys of a server in front of this one, get another prefix.
 */
const withCallerPrefix =
  (run: RunOnAdapter): RunOnAdapter =>
  async (...args) => {
    const [first, ...rest]: readonly unknown[] = args
    const moved = isKeyed(first) ? { ...first, key: prefixKey(first.key) } : prefixKey(first)
    const slot = await run(...([moved, ...rest] as never[]))
    return isKeyed(slot) ? withCallersKey(slot) : slot
  }

/** The slots of callers. The server's own, such as receipts, are left out. */
export const pickCallerSlots = <T extends { readonly key: string }>(slots: readonly T[]): T[] =>
  slots
    .filter(({ key }) => !key.startsWith(reservedSlots) || key.startsWith(callerPrefix))
    .map(withCallersKey)

const callerPrefix = `${reservedSlots}aside/`
function prefixKey<T>(key: T): T | string {
  const isReserved = typeof key === "string" && key.startsWith(reservedSlots)
  return isReserved ? callerPrefix + key.slice(reservedSlots.length) : key
}

/** The slot with the key that the caller gave it. */
const withCallersKey = <T extends { readonly key: string }>(slot: T): T => ({
  ...slot,
  key: slot.key.replace(callerPrefix, reservedSlots),
})

const isKeyed = (value: unknown): value is { key: string } =>
  typeof (value as { key?: unknown } | null | undefined)?.key === "string"
