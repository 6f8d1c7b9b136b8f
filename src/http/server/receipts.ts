import type { Json } from "../../contract/fields.ts"
import type { Slots } from "../../contract/slots.ts"
import { type Bytes, concatBytes, sha256, utf8 } from "../../shared/bytes.ts"
import { ownData } from "../../shared/own-data.ts"
import { reservedSlots } from "../protocol/call.ts"
import type { ReceiptCipher } from "./receipt-cipher.ts"
import { type CallResponse, errorResponse } from "./responses.ts"

/** A write that was tried: its response, and whether the store is certain to be as it was. */
export type Outcome = { readonly response: CallResponse; readonly isNotApplied: boolean }

/** What tells one write from another. */
export type WriteId = {
  readonly caller: string
  readonly operation: string
  readonly idempotencyKey: string
  readonly body: Bytes
}

/** Lets a write happen once: a slot is claimed before the effect and completed after it. */
export type Receipts = {
  once(write: WriteId, cipher: ReceiptCipher, effect: () => Promise<Outcome>): Promise<CallResponse>
}

export type ReceiptOptions = {
  readonly slots: Slots
  readonly now: () => number
  /** How long a write may take, in milliseconds, before it counts as crashed. */
  readonly leaseMs: number
}

const lifetimeMs = 24 * 60 * 60 * 1000
// What a slot's value may hold, less the rest of it.
const maxPartLength = 60_000
const maxClaims = 3

export function createReceipts({ slots, now, leaseMs }: ReceiptOptions): Receipts {
  const expires = () => new Date(now() + lifetimeMs)

  const storeResponse = async (
    { key, digest }: Claim,
    cipher: ReceiptCipher,
    response: CallResponse,
  ): Promise<void> => {
    const sealed = await cipher.encrypt(JSON.stringify(response), key)
    const parts = sealed.match(new RegExp(`.{1,${maxPartLength}}`, "g")) ?? []
    for (const [nth, value] of parts.entries())
      if (nth > 0) await slots.claim({ key: `${key}/${nth}`, value, expires: expires() })
    await slots.write({ key, value: { digest, sealed: parts[0] ?? "", parts: parts.length } })
  }

  const readResponse = async (
    key: string,
    cipher: ReceiptCipher,
    first: string,
    parts: number,
  ): Promise<CallResponse> => {
    let sealed = first
    for (let nth = 1; nth < parts; nth++) sealed += String((await slots.read(`${key}/${nth}`))?.value)
    return JSON.parse(await cipher.decrypt(sealed, key))
  }

  /** What an earlier request under the same key left. */
  const earlierResponse = async (
    { key, digest, operation }: Claim,
    cipher: ReceiptCipher,
    value: Json,
  ): Promise<CallResponse> => {
    const left = ownData(value) ?? {}
    const lost = errorResponse({ code: "indeterminate", operation })
    if (left["digest"] !== digest) return errorResponse({ code: "key_reused", operation })
    if (typeof left["sealed"] === "string")
      return readResponse(key, cipher, left["sealed"], Number(left["parts"])).catch(() => lost)
    // Nobody can tell any more how far an old one came: it must not be done again.
    return now() - Number(left["at"]) < leaseMs ? errorResponse({ code: "in_flight", operation }) : lost
  }

  const runEffect = async (
    claim: Claim,
    cipher: ReceiptCipher,
    effect: () => Promise<Outcome>,
  ): Promise<CallResponse> => {
    const { response, isNotApplied } = await effect()
    // The write is done either way: a receipt that cannot be kept must not turn it into a failure.
    await (isNotApplied ? slots.take(claim.key) : storeResponse(claim, cipher, response)).catch(() => {})
    return response
  }

  return {
    async once(write, cipher, effect) {
      const claim = await claimOf(write)
      const { key, digest, operation } = claim
      for (let tries = 0; tries < maxClaims; tries++) {
        if (await slots.claim({ key, value: { digest, at: now() }, expires: expires() }))
          return runEffect(claim, cipher, effect)
        const slot = await slots.read(key)
        if (slot) return earlierResponse(claim, cipher, slot.value)
      }
      return errorResponse({ code: "in_flight", operation })
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
