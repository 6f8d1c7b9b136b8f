import { MortiseError } from "../contract/errors.ts"

/** Throws `invalid` for a mistake in a schema. */
export function throwInvalidSchema(sentence: string): never {
  throw new MortiseError("invalid", `defineSchema: ${sentence}.`)
}

export const commaList = (names: readonly unknown[]): string => names.join(", ")

export type UnknownRecord = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is UnknownRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value)
