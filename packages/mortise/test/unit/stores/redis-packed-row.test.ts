import { describe, expect, test } from "vitest"
import { boolean, defineSchema, json, text } from "../../../src/index.ts"
import { packRow, unpackRow } from "../../../src/stores/redis/rows/packed-row.ts"

const { user } = defineSchema({
  user: {
    fields: {
      name2: text({ optional: true }),
      isAdmin: boolean({ optional: true }),
      tags: json({ optional: true }),
    },
  },
}).models

const ada = {
  id: "1",
  name: "a=b",
  email: "ada@example.com",
  emailVerified: new Date(5),
  image: "",
  name2: "second",
  isAdmin: false,
  tags: ["x"],
}

describe("a packed row", () => {
  test("unpacks to what was packed", () => {
    expect(unpackRow(user, packRow(user, ada))).toEqual(ada)
  })

  test("has no text for empty fields: they are null, or absent if the field is optional", () => {
    const packed = packRow(user, { id: "1", name: null, email: "ada@example.com" })
    expect(packed).toBe("id=1\0email=ada@example.com")
    expect(unpackRow(user, packed)).toEqual({
      id: "1",
      name: null,
      email: "ada@example.com",
      emailVerified: null,
      image: null,
    })
  })

  test("may have its fields in any order, as a script appends what was empty", () => {
    const parts = packRow(user, ada).split("\0")
    for (const order of [parts.toReversed(), [...parts.slice(1), ...parts.slice(0, 1)]])
      expect(unpackRow(user, order.join("\0"))).toEqual(ada)
  })

  test("may have a field that the model does not know, also one whose name starts like another", () => {
    const packed = packRow(user, { id: "1", email: "ada@example.com" })
    const expected = unpackRow(user, packed)
    for (const at of [0, 1, 2]) {
      const parts = packed.split("\0")
      parts.splice(at, 0, "names=Ada")
      expect(unpackRow(user, parts.join("\0"))).toEqual(expected)
    }
  })
})
