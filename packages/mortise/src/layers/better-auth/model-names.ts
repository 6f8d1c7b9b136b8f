import type { AuthAdapter, AuthOptions } from "./auth-database.ts"

/** Recognizes a model and its fields, which callers may name as Better Auth does or as the options do. */
export type ModelNames = {
  isModel(name: string): boolean
  isField(field: string, name: string): boolean
}

export function nameModel(
  below: AuthAdapter,
  options: AuthOptions,
  model: "session" | "account",
): ModelNames {
  const { modelName = model, fields } = options[model] ?? {}
  const isNamed = (name: string): boolean => name === model || name === modelName
  const isPlural = below.options?.adapterConfig?.usePlural === true
  return {
    isModel: (name) => isNamed(name) || (isPlural && name.endsWith("s") && isNamed(name.slice(0, -1))),
    isField: (field, name) => name === field || name === fields?.[field],
  }
}
