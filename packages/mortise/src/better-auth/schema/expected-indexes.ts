import type { AuthForeignKey, AuthIndex, SchemaField, SchemaIndex, SchemaTable } from "./auth-table.ts"

/**
 * The indexes of a table: those that Better Auth declares, one on each foreign key, and those that it lacks. Without a
 * unique key on accounts, two concurrent sign-ins can link the same account twice, and each later sign-in fails.
 */
export function indexesOf(
  model: string,
  { fields, indexes = [] }: SchemaTable,
  foreignKeys: readonly AuthForeignKey[],
): AuthIndex[] {
  const columnsOf = (names: readonly string[]) =>
    names.map((name) => (fields[name] as SchemaField).fieldName || name)
  const hasAll = (names: readonly string[]) => names.every((name) => fields[name] !== undefined)
  const declared = Object.entries(fields).flatMap(([field, { unique, index }]): AuthIndex[] =>
    unique || index ? [{ columns: columnsOf([field]), isUnique: unique === true }] : [],
  )
  const named = indexes
    .filter((index) => hasAll(index.fields))
    .map((index) => ({ columns: columnsOf(index.fields), isUnique: index.unique === true, ...nameOf(index) }))
  const added = (missing[model] ?? [])
    .filter((index) => hasAll(index.fields))
    .map((index) => ({ columns: columnsOf(index.fields), isUnique: index.isUnique }))
  const owned = foreignKeys.map(({ column }) => ({ columns: [column], isUnique: false }))
  const all = [...named, ...declared, ...added, ...owned]
  return all.filter((index) => !all.some((other) => covers(other, index, all)))
}

const nameOf = ({ name }: SchemaIndex): Pick<AuthIndex, "name"> => (name === undefined ? {} : { name })

/** Whether an index makes another one superfluous. */
function covers(one: AuthIndex, other: AuthIndex, all: readonly AuthIndex[]): boolean {
  const isPrefix = other.columns.every((column, nth) => one.columns[nth] === column)
  if (one === other || other.name !== undefined || !isPrefix) return false
  const isSame = one.columns.length === other.columns.length && one.isUnique === other.isUnique
  return isSame ? all.indexOf(one) < all.indexOf(other) : !other.isUnique
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
