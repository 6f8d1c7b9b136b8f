import { randomUUID } from "node:crypto"

const key = "mortise/import/store"
const lifetimeMs = 400 * 24 * 60 * 60 * 1000

/**
 * The identity of a store, which the store keeps in a slot from its first import on; every import extends it. A store that
 * was created again has another one. `undefined` if the store has no slots.
 */
export async function storeIdentity(adapter: object): Promise<string | undefined> {
  const { MortiseError, slots: slotsOf } = await import("../index.ts")
  const slots = slotsOf(adapter)
  const expires = new Date(Date.now() + lifetimeMs)
  try {
    await slots?.claim({ key, value: randomUUID(), expires })
    const value = (await slots?.read(key))?.value
    if (typeof value !== "string") return undefined
    await slots?.write({ key, value, expires })
    return value
  } catch (error) {
    // Tables of an ORM may have no slots, and a key for the service may not allow them.
    if (error instanceof MortiseError) return undefined
    throw error
  }
}
