import type { AuthAdapter } from "./auth-database.ts"

/** Better Auth's own names of what callers name. What is not declared has none, so that no other text is reported. */
export type DeclaredNames = {
  findModel(name: string): string | undefined
  findField(model: string, name: string): string | undefined
}

export const createDeclaredNames = ({ options }: AuthAdapter): DeclaredNames => ({
  findModel: (name) => attempt(() => options?.getDefaultModelName?.(name)),
  findField: (model, field) => attempt(() => options?.getDefaultFieldName?.({ model, field })),
})

function attempt<T>(find: () => T): T | undefined {
  try {
    return find()
  } catch {
    return undefined
  }
}
