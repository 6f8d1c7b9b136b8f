import type { PackedRow } from "../rows/packed-row.ts"

// A name that no field of a model can have.
const nonceField = "\0~n="

/** Adds the nonce for the indexes to a packed token or slot. */
export const withNonce = (packed: PackedRow, nonce: string): PackedRow => `${packed}${nonceField}${nonce}`

/** The nonce of a packed token or slot. */
export const nonceIn = (packed: PackedRow): string => packed.split(nonceField)[1]?.split("\0")[0] ?? ""
