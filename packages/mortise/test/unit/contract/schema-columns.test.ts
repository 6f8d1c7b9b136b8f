import { expect, test } from "vitest"
import { boolean, date, defineSchema, integer, json, number, text } from "../../../src/index.ts"

const columnsOf = ({ models }: ReturnType<typeof defineSchema>) =>
  Object.values(models).flatMap(({ fields }) => fields)

test("a field without options is nullable", () => {
  for (const field of [text(), date(), integer(), number(), boolean(), json()])
    expect(field.presence, field.kind).toBe("nullable")
})

test("all columns have the same members in the same order, for the speed of reads", () => {
  const schema = defineSchema({ user: { fields: { plan: text({ oneOf: ["free"], default: "free" }) } } })
  expect(new Set(columnsOf(schema as never).map((column) => Object.keys(column).join()))).toEqual(
    new Set([
      "kind,presence,default,databaseDefault,onUpdate,max,min,secret,oneOf,form,stored,model,name,column,inKey",
    ]),
  )
})

test.each(["authjs-prisma", "authjs-drizzle"] as const)(
  "%s stores the dates of its tables in UTC, and those of slots natively",
  (preset) => {
    for (const { model, kind, stored } of columnsOf(defineSchema({ preset })))
      expect(stored, model).toBe(kind !== "date" ? undefined : model === "slot" ? "native" : "utc")
  },
)

test("`dates` of a model or of a field wins over that of the schema, which wins over the preset", () => {
  const storedIn = (options: Parameters<typeof defineSchema>[0]) => {
    const { session, user, slot } = defineSchema(options).models
    return [session, user, slot].map(({ fields }) => fields.find(({ kind }) => kind === "date")?.stored)
  }
  expect(storedIn({})).toEqual(["native", "native", "native"])
  expect(storedIn({ dates: "utc" })).toEqual(["utc", "utc", "utc"])
  expect(storedIn({ dates: "utc", session: { dates: "native" } })).toEqual(["native", "utc", "utc"])
  expect(storedIn({ session: { dates: { expires: "utc" } } })).toEqual(["utc", "native", "native"])
  expect(storedIn({ preset: "authjs-drizzle", dates: "native" })).toEqual(["native", "native", "native"])
  expect(storedIn({ preset: "authjs-drizzle", user: { dates: "native" } })).toEqual([
    "utc",
    "native",
    "native",
  ])
})
