import type { Where } from "better-auth"
import { all, editing, filtering, type MethodName, type Mutant, mutant, reading } from "./mutant.ts"

const operator =
  (...names: readonly (Where["operator"] | undefined)[]) =>
  (one: Where) =>
    names.includes(one.operator)
const text = (value: unknown): string => String(value)

/** What LIKE does with a pattern. */
const like = (value: unknown, pattern: string, flags = ""): boolean => {
  const source = pattern
    .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replace(/%/g, ".*")
    .replace(/_/g, ".")
  return typeof value === "string" && new RegExp(`^${source}$`, `s${flags}`).test(value)
}
const likeOf = (one: Where): string => {
  if (one.operator === "starts_with") return `${one.value}%`
  return one.operator === "ends_with" ? `%${one.value}` : `%${one.value}%`
}
const isPart = operator("contains", "starts_with", "ends_with")
const isSensitive = (one: Where) => one.mode !== "insensitive"

const rules: readonly Mutant[] = [
  mutant(
    "where/null",
    "eq null is left out of the condition",
    editing(reading, (one) => (one.value === null ? [] : one)),
  ),
  mutant(
    "where/texts-compared",
    "eq ignores spaces at the end",
    filtering(
      (one) => one.field === "note" && operator("eq", undefined)(one),
      (value, one) => text(value).trimEnd() === text(one.value).trimEnd(),
    ),
  ),
  mutant(
    "where/numbers-compared",
    "gt includes the number itself",
    editing(reading, (one) => (one.operator === "gt" ? { ...one, operator: "gte" } : one)),
  ),
  mutant(
    "where/null-is-not-compared",
    "null counts as zero",
    filtering(operator("lt", "lte"), (value, one) => Number(value ?? 0) < Number(one.value)),
  ),
  mutant(
    "where/booleans",
    "eq false matches rows without a value",
    filtering(
      (one) => one.value === false,
      (value) => !value,
    ),
  ),
  mutant(
    "where/lists",
    "in uses the first value of its list only",
    editing(reading, (one) =>
      one.operator === "in" ? { ...one, value: (one.value as string[]).slice(0, 1) } : one,
    ),
  ),
  mutant(
    "where/empty-list",
    "an empty list of in is left out of the condition",
    editing(all, (one) => (one.operator === "in" && (one.value as string[]).length === 0 ? [] : one)),
  ),
  mutant(
    "where/empty-list-is-no-error",
    "an empty list is an error",
    editing(all, (one) => {
      if (Array.isArray(one.value) && one.value.length === 0) throw new Error("syntax error near )")
      return one
    }),
  ),
  mutant(
    "where/long-lists",
    "updateMany and deleteMany use the first 500 values of a list",
    editing(["updateMany", "deleteMany"], (one) =>
      one.operator === "in" ? { ...one, value: (one.value as string[]).slice(0, 500) } : one,
    ),
  ),
  mutant("lists/sorted", "rows are sorted after the selection of their fields", (good) => ({
    findMany({ sortBy, ...given }) {
      const isLost = sortBy && given.select && !given.select.includes(sortBy.field)
      return good.findMany({ ...given, ...(!isLost && sortBy && { sortBy }) })
    },
  })),
  mutant("lists/offset", "an offset needs a limit", (good) => ({
    findMany: ({ offset = 0, ...given }) =>
      good.findMany({ ...given, offset: given.limit === undefined ? 0 : offset }),
  })),
  mutant(
    "where/long-lists",
    "in uses the first 500 values of its list",
    editing(reading, (one) =>
      one.operator === "in" ? { ...one, value: (one.value as string[]).slice(0, 500) } : one,
    ),
  ),
  mutant(
    "where/parts-of-text",
    "contains matches only the start",
    editing(reading, (one) => (one.operator === "contains" ? { ...one, operator: "starts_with" } : one)),
  ),
  mutant(
    "where/wildcards-are-literal",
    "wildcards reach LIKE",
    filtering(
      (one) => isPart(one) && isSensitive(one),
      (value, one) => like(value, likeOf(one)),
    ),
  ),
  mutant(
    "where/parts-of-null",
    "contains fails for a row without a value",
    filtering(isPart, (value, one) => (value as string).includes(text(one.value))),
  ),
  mutant(
    "where/case-matters",
    "contains ignores case",
    editing(reading, (one) => (isPart(one) ? { ...one, mode: "insensitive" } : one)),
  ),
  mutant(
    "where/case-ignored",
    "in ignores its mode",
    editing(reading, (one) => (one.operator === "in" ? { ...one, mode: "sensitive" } : one)),
  ),
  mutant(
    "where/wildcards-are-literal-without-case",
    "eq without case is ILIKE",
    filtering(
      (one) => one.mode === "insensitive",
      (value, one) => like(value, isPart(one) ? likeOf(one) : text(one.value), "i"),
    ),
  ),
  mutant(
    "where/letters-with-case",
    "only the case of ASCII letters is ignored",
    filtering(
      (one) => one.mode === "insensitive",
      (value, one) => {
        const fold = (given: unknown) => text(given).replace(/[A-Z]/g, (letter) => letter.toLowerCase())
        return isPart(one) ? fold(value).includes(fold(one.value)) : fold(value) === fold(one.value)
      },
    ),
  ),
  mutant("where/all-conditions", "only the first two conditions count", (good) => {
    const short = (name: MethodName) => ({
      [name]: (given: Parameters<typeof good.findMany>[0]) =>
        good[name]({ ...given, ...(given.where && { where: given.where.slice(0, 2) }) }),
    })
    return { ...short("findMany"), ...short("count") }
  }),
  mutant(
    "where/any-condition",
    "OR is treated as AND",
    editing(reading, (one) => ({ ...one, connector: "AND" })),
  ),
  mutant("where/one-field-twice", "the last condition on a field replaces the others", (good) => {
    const last = (name: MethodName) => ({
      [name]: (given: Parameters<typeof good.findMany>[0]) =>
        good[name]({
          ...given,
          ...(given.where && { where: [...new Map(given.where.map((one) => [one.field, one])).values()] }),
        }),
    })
    return { ...last("findMany"), ...last("count") }
  }),
]

const methods: readonly MethodName[] = [
  "updateMany",
  "deleteMany",
  "delete",
  "update",
  "consumeOne",
  "incrementOne",
  "findOne",
]

const sameRows: readonly Mutant[] = methods.map((name) =>
  mutant(
    `where/same-rows-in-${name}`,
    `${name} leaves out conditions with not_in`,
    editing([name], (one) => (one.operator === "not_in" ? [] : one)),
  ),
)

const keys: readonly Mutant[] = (
  [
    ["session-tokens", "session", "token"],
    ["emails", "user", "email"],
    ["verification-identifiers", "verification", "identifier"],
    ["verification-values", "verification", "value"],
    ["account-ids", "account", "accountId"],
    ["ids", "verification", "id"],
  ] as const
).map(([name, model, key]) =>
  mutant(
    `keys/${name}`,
    `a lookup of ${model} by ${key} ignores case`,
    editing(reading, (one, of) =>
      of === model && one.field === key ? { ...one, mode: "insensitive" } : one,
    ),
  ),
)

const objectKeys: readonly Mutant[] = (
  ["findOne", "findMany", "count", "update", "updateMany", "delete", "deleteMany", "consumeOne"] as const
).map((name) =>
  mutant(
    `keys/objects-in-${name}`,
    `${name} leaves out a condition with undefined`,
    editing([name], (one) => (one.value === undefined ? [] : one)),
  ),
)

export const conditionMutants: readonly Mutant[] = [...rules, ...sameRows, ...keys, ...objectKeys]
