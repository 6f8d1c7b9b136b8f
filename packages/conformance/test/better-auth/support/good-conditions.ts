import type { Where } from "better-auth"

export type StoredRow = Record<string, unknown> & { id: string }

type Condition = Omit<Where, "value"> & { readonly value: unknown }

/** Whether a row meets all conditions with AND, and one of those with OR. */
export function matches(row: StoredRow, where: readonly Condition[] = []): boolean {
  const [any, all] = [
    where.filter(({ connector }) => connector === "OR"),
    where.filter(({ connector }) => connector !== "OR"),
  ]
  const meets = (condition: Condition) => meetsOne(row[condition.field] ?? null, condition)
  return all.every(meets) && (any.length === 0 || any.some(meets))
}

const isOrdered = (a: unknown, b: unknown): boolean => a !== null && b !== null && b !== undefined

function meetsOne(actual: unknown, { value, operator = "eq", mode }: Condition): boolean {
  const fold = (one: unknown): unknown => {
    if (one instanceof Date) return one.getTime()
    return mode === "insensitive" && typeof one === "string" ? one.toLowerCase() : one
  }
  const [own, other] = [fold(actual), fold(value)]
  const list = Array.isArray(value) ? value.map(fold) : []
  const text = (test: (text: string, part: string) => boolean) =>
    typeof own === "string" && typeof other === "string" && test(own, other)
  switch (operator) {
    case "in":
      return own !== null && list.includes(own)
    case "not_in":
      return list.length === 0 || (own !== null && !list.includes(own))
    case "contains":
      return text((all, part) => all.includes(part))
    case "starts_with":
      return text((all, part) => all.startsWith(part))
    case "ends_with":
      return text((all, part) => all.endsWith(part))
    case "ne":
      return other === null ? own !== null : own !== null && own !== other
    case "lt":
      return isOrdered(own, other) && (own as number) < (other as number)
    case "lte":
      return isOrdered(own, other) && (own as number) <= (other as number)
    case "gt":
      return isOrdered(own, other) && (own as number) > (other as number)
    case "gte":
      return isOrdered(own, other) && (own as number) >= (other as number)
    default:
      return own === other
  }
}

export const compareBy =
  (field: string, direction: "asc" | "desc") =>
  (a: StoredRow, b: StoredRow): number => {
    const [one, other] = [a[field] as number, b[field] as number]
    const order = one < other ? -1 : one > other ? 1 : 0
    return direction === "asc" ? order : -order
  }
