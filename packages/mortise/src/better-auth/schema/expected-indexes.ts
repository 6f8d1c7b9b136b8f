import type { AuthForeignKey, AuthIndex, SchemaField, SchemaIndex, SchemaTable } from "./auth-table.ts"

/**
 * The indexes of a table: those that Better Auth declares, one on each foreign key, and those that it lacks. Without a
 * unique key on accounts, two concurrent sign-ins can link the same account twice, and each later sign-in fails.
 */
export function listIndexes(
  model: string,
  { fields, indexes = [] }: SchemaTable,
  foreignKeys: readonly AuthForeignKey[],
): AuthIndex[] {
  const toColumns = (names: readonly string[]) =>
    names.map((name) => (fields[name] as SchemaField).fieldName || name)
  const hasAll = (names: readonly string[]) => names.every((name) => fields[name] !== undefined)
  const declared = Object.entries(fields).flatMap(([field, { unique, index }]): AuthIndex[] =>
    unique || index ? [{ columns: toColumns([field]), isUnique: unique === true }] : [],
  )
  const named = indexes
    .filter((index) => hasAll(index.fields))
    .map((index) => ({
      columns: toColumns(index.fields),
      isUnique: index.unique === true,
      ...pickName(index),
    }))
  const added = (missing[model] ?? [])
    .filter((index) => hasAll(index.fields))
    .map((index) => ({ columns: toColumns(index.fields), isUnique: index.isUnique }))
  const owned = foreignKeys.map(({ column }) => ({ columns: [column], isUnique: false }))
  const all = [...named, ...declared, ...added, ...owned]
  return all.filter((index) => !all.some((candidate) => covers(candidate, index, all)))
}

const pickName = ({ name }: SchemaIndex): Pick<AuthIndex, "name"> => (name === undefined ? {} : { name })

/** Whether an index makes another one superfluous. */
function covers(index: AuthIndex, otherIndex: AuthIndex, all: readonly AuthIndex[]): boolean {
  const isPrefix = otherIndex.columns.every((column, position) => index.columns[position] === column)
  if (index === otherIndex || otherIndex.name !== undefined || !isPrefix) return false
  const isSame = index.columns.length === otherIndex.columns.length && index.isUnique === otherIndex.isUnique
  return isSame ? all.indexOf(index) < all.indexOf(otherIndex) : !otherIndex.isUnique
}

type Missing = { readonly fields: readonly string[]; readonly isUnique: boolean }

const missing: Readonly<Partial<Record<string, readonly Missing[]>>> = {
  account: [{ fields: ["providerId", "accountId"], isUnique: true }],
  session: [{ fields: ["expiresAt"], isUnique: false }],
  verification: [
    { fields: ["identifier"], isUnique: false },
    { fields: ["expiresAt"], isUnique: false },
  ],
}
