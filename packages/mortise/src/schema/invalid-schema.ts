import { throwInvalid } from "../contract/throw-invalid.ts"

/** Throws `invalid` for a mistake in a schema. */
export function throwInvalidSchema(sentence: string): never {
  throwInvalid(`defineSchema: ${sentence}.`)
}

export const commaList = (names: readonly unknown[]): string => names.join(", ")

export type UnknownRecord = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is UnknownRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value)
