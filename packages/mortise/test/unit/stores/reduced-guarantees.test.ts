import { expect, test } from "vitest"
import { defaultSchema } from "../../../src/contract/build-schema.ts"
import { defineSchema } from "../../../src/index.ts"
import { schemaFor } from "../../../src/schema/define-schema.ts"
import { reducedGuarantees } from "../../../src/stores/sql/introspection/reduced-guarantees.ts"

const introspection = { foldName: (name: string) => name } as never

test("the expiry of a token in seconds is lacking only where no column stores it", () => {
  const official = schemaFor(defineSchema({ preset: "authjs-drizzle" }), "sqlite")
  expect(reducedGuarantees(official, [], [], introspection)).toEqual(["expires_in"])
  expect(reducedGuarantees(defaultSchema(), [], [], introspection)).toEqual([])
})
