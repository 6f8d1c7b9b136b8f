import type { Json } from "../../contract/fields.ts"
import type { Slots } from "../../contract/slots.ts"
import { type Bytes, concatBytes, sha256, utf8 } from "../../shared/bytes.ts"
import { ownData } from "../../shared/own-data.ts"
import { reservedSlots } from "../protocol/call.ts"
import { type Answer, refusal } from "./respond.ts"
import type { Seal } from "./seal.ts"

/** A write that was tried: its answer, and whether the store is certain to be as it was. */
export type Outcome = { readonly answer: Answer; readonly untouched: boolean }

/** What tells one write from another. */
export type WriteId = {
  readonly caller: string
  readonly operation: string
  readonly idempotencyKey: string
  readonly body: Bytes
}

/** Lets a write happen once: a slot is claimed before the effect and completed after it. */
export type Receipts = {
  once(write: WriteId, seal: Seal, effect: () => Promise<Outcome>): Promise<Answer>
}

export type ReceiptOptions = {
  readonly slots: Slots
  readonly now: () => number
  /** How long a write may take, in milliseconds, before it counts as crashed. */
  readonly leaseMs: number
}

const keptFor = 24 * 60 * 60 * 1000
// What a slot's value may hold, less the rest of it.
const mostInSlot = 60_000
const mostTries = 3

export function createReceipts({ slots, now, leaseMs }: ReceiptOptions): Receipts {
  const expires = () => new Date(now() + keptFor)

  const complete = async ({ key, digest }: Claim, seal: Seal, answer: Answer): Promise<void> => {
    const sealed = await seal.close(JSON.stringify(answer), key)
    const parts = sealed.match(new RegExp(`.{1,${mostInSlot}}`, "g")) ?? []
    for (const [nth, value] of parts.entries())
      if (nth > 0) await slots.claim({ key: `${key}/${nth}`, value, expires: expires() })
    await slots.write({ key, value: { digest, sealed: parts[0] ?? "", parts: parts.length } })
  }

  const reopen = async (key: string, seal: Seal, first: string, parts: number): Promise<Answer> => {
    let sealed = first
    for (let nth = 1; nth < parts; nth++) sealed += String((await slots.read(`${key}/${nth}`))?.value)
    return JSON.parse(await seal.open(sealed, key))
  }

  /** What an earlier request under the same key left. */
  const earlier = async ({ key, digest, operation }: Claim, seal: Seal, value: Json): Promise<Answer> => {
    const left = ownData(value) ?? {}
    const lost = refusal({ code: "indeterminate", operation })
    if (left["digest"] !== digest) return refusal({ code: "key_reused", operation })
    if (typeof left["sealed"] === "string")
      return reopen(key, seal, left["sealed"], Number(left["parts"])).catch(() => lost)
    // Nobody can tell any more how far an old one came: it must not be done again.
    return now() - Number(left["at"]) < leaseMs ? refusal({ code: "in_flight", operation }) : lost
  }

  const perform = async (claim: Claim, seal: Seal, effect: () => Promise<Outcome>): Promise<Answer> => {
    const { answer, untouched } = await effect()
    // The write is done either way: a receipt that cannot be kept must not turn it into a failure.
    await (untouched ? slots.take(claim.key) : complete(claim, seal, answer)).catch(() => {})
    return answer
  }

  return {
    async once(write, seal, effect) {
      const claim = await claimOf(write)
      const { key, digest, operation } = claim
      for (let tries = 0; tries < mostTries; tries++) {
        if (await slots.claim({ key, value: { digest, at: now() }, expires: expires() }))
          return perform(claim, seal, effect)
        const slot = await slots.read(key)
        if (slot) return earlier(claim, seal, slot.value)
      }
      return refusal({ code: "in_flight", operation })
    },
  }
}

/** The slot of a write, and what tells whether a body is the same; neither gives away what it was made of. */
type Claim = { readonly key: string; readonly digest: string; readonly operation: string }

async function claimOf({ caller, operation, idempotencyKey, body }: WriteId): Promise<Claim> {
  const [name, digest] = await Promise.all([
    sha256(`${caller}\n${operation}\n${idempotencyKey}`),
    sha256(concatBytes([utf8(`${idempotencyKey}\n`), body])),
  ])
  return { key: `${reservedSlots}receipt/${name}`, digest, operation }
}
