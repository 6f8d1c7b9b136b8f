/**
 * Idempotent writes. Before the effect, the server claims a slot for the caller, the call and the idempotency key; of
 * several equal requests, one gets the claim. After the effect, the slot gets the response, encrypted. A later request
 * under the same key reads the slot. It gets the stored response, or `in_flight` while the first request may still be
 * running. Once the lease is over, it gets `indeterminate`, because a crash between the claim and the response leaves
 * the outcome unknown. The effect is never run twice.
 */
import type { Json } from "../../contract/fields.ts"
import type { Slots } from "../../contract/slots.ts"
import { type Bytes, concatBytes, sha256, utf8 } from "../../shared/bytes.ts"
import { type OwnData, ownData } from "../../shared/own-data.ts"
import { inTenant, reservedSlots } from "../protocol/call.ts"
import type { ReceiptCipher } from "./receipt-cipher.ts"
import { type CallResponse, errorResponse } from "./responses.ts"

/** The response of a write, and whether the store is certain to be unchanged. */
export type CallOutcome = { readonly response: CallResponse; readonly isNotApplied: boolean }

/** What distinguishes one write from another. */
export type WriteId = {
  readonly tenant: string | undefined
  readonly caller: string
  readonly operation: string
  readonly idempotencyKey: string
  readonly body: Bytes
}

/** A write, and how its response is encrypted. */
type Write = WriteId & { readonly cipher: ReceiptCipher }

export type ReceiptOptions = {
  readonly slots: Slots
  readonly now: () => number
  /** How long a write may run, in milliseconds, before it counts as crashed. */
  readonly leaseMs: number
}

const lifetimeMs = 24 * 60 * 60 * 1000
// The limit of a slot's value, minus the other members of the value.
const maxPartLength = 60_000
const maxClaims = 3

export function createReceipts({ slots, now, leaseMs }: ReceiptOptions) {
  const expires = () => new Date(now() + lifetimeMs)

  const storeResponse = async ({ key, digest, cipher }: Claim, response: CallResponse): Promise<void> => {
    const sealed = await cipher.encrypt(JSON.stringify(response), key)
    const parts = sealed.match(new RegExp(`.{1,${maxPartLength}}`, "g")) ?? []
    for (const [index, value] of parts.entries())
      if (index > 0) await slots.claim({ key: `${key}/${index}`, value, expires: expires() })
    await slots.replace({ key, value: { digest, sealed: parts[0] ?? "", parts: parts.length } })
  }

  const readResponse = async ({ key, cipher }: Claim, stored: OwnData): Promise<CallResponse> => {
    let sealed = String(stored["sealed"])
    for (let index = 1; index < Number(stored["parts"]); index++)
      sealed += String((await slots.read(`${key}/${index}`))?.value)
    return JSON.parse(await cipher.decrypt(sealed, key))
  }

  /** The response to a request whose idempotency key was used before. */
  const earlierResponse = async (claim: Claim, value: Json): Promise<CallResponse> => {
    const { digest, operation } = claim
    const stored = ownData(value) ?? {}
    const lost = errorResponse({ code: "indeterminate", operation })
    if (stored["digest"] !== digest) return errorResponse({ code: "key_reused", operation })
    if (typeof stored["sealed"] === "string") return readResponse(claim, stored).catch(() => lost)
    // After a crash it is unknown how far the write got: it must not run again.
    return now() - Number(stored["at"]) < leaseMs ? errorResponse({ code: "in_flight", operation }) : lost
  }

  const runEffect = async (claim: Claim, effect: () => Promise<CallOutcome>): Promise<CallResponse> => {
    const { response, isNotApplied } = await effect()
    // The effect has happened: a receipt that cannot be stored must not turn it into a failure.
    await (isNotApplied ? slots.take(claim.key) : storeResponse(claim, response)).catch(() => {})
    return response
  }

  return {
    /** Runs the effect of a write at most once. */
    async once(write: Write, effect: () => Promise<CallOutcome>): Promise<CallResponse> {
      const claim = await createClaim(write)
      const { key, digest, operation } = claim
      for (let tries = 0; tries < maxClaims; tries++) {
        if ((await slots.claim({ key, value: { digest, at: now() }, expires: expires() })).ok)
          return runEffect(claim, effect)
        const slot = await slots.read(key)
        if (slot) return earlierResponse(claim, slot.value)
      }
      return errorResponse({ code: "in_flight", operation })
    },
  }
}

/** The slot key of a write and the digest of its body. Neither reveals the data that it was made from. */
type Claim = Pick<Write, "operation" | "cipher"> & { readonly key: string; readonly digest: string }

async function createClaim({
  tenant,
  caller,
  operation,
  idempotencyKey,
  body,
  cipher,
}: Write): Promise<Claim> {
  const [name, digest] = await Promise.all([
    sha256(inTenant(tenant, `${caller}\n${operation}\n${idempotencyKey}`)),
    sha256(concatBytes([utf8(`${idempotencyKey}\n`), body])),
  ])
  return { key: `${reservedSlots}receipt/${name}`, digest, operation, cipher }
}
