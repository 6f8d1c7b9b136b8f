import type { Slots } from "../../contract/slots.ts"
import { type Call, type RunOnAdapter, reservedSlots } from "./call.ts"
import { type CallShape, reads, writes } from "./call-shape.ts"
import { orNull } from "./codec.ts"
import { valueCodec } from "./field-codec.ts"
import type { RowCodecs } from "./row-codecs.ts"

const count = valueCodec("integer", "count", { minimum: 0 })
const truth = valueCodec("boolean", "result")

/** The calls of the slots. */
export function slotCalls({ row, newRow, changes, field }: RowCodecs): Call[] {
  const key = field("slot", "key")
  const shapes: { readonly [S in keyof Slots]: CallShape } = {
    claim: writes(truth, newRow("slot")),
    read: reads(orNull(row("slot")), key),
    write: writes(truth, changes("slot")),
    count: writes(count, key, valueCodec("date", "expires")),
    take: writes(orNull(row("slot")), key),
  }
  return Object.entries(shapes).map(([key, shape]) => {
    const name = key as keyof Slots
    return {
      name: `slots.${name}`,
      group: "slots",
      ...shape,
      bind: ({ slots }) => slots && unreserved(slots[name]),
    }
  })
}

/**
 * Receipts and nonces are slots too: a caller who could take one could repeat a write. So what a caller
 * names like them, as a server on top of this one does, is kept aside.
 */
const unreserved =
  (run: RunOnAdapter): RunOnAdapter =>
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
