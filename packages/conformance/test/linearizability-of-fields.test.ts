import { describe } from "vitest"
import { counterModel, emailModel, fieldsModel } from "../src/suites/authjs/programs/key-models.ts"
import { histories, row } from "./support/histories.ts"

describe("email address", () => {
  const claim = (user: string) => ({ do: "claim", user }) as const
  const leave = (user: string) => ({ do: "leave", user }) as const
  const remove = (user: string) => ({ do: "delete", user }) as const
  const find = { do: "find" } as const
  histories(
    emailModel,
    {
      "of two concurrent claims, one succeeds": [
        [0, 3, claim("ada"), "refused"],
        [1, 2, claim("bob"), row("bob")],
        [4, 5, find, row("bob")],
      ],
      "free again after a change": [
        [0, 1, claim("ada"), row("ada")],
        [2, 3, leave("ada"), row("ada")],
        [4, 5, claim("bob"), row("bob")],
      ],
      "free again after a deletion": [
        [0, 1, claim("ada"), row("ada")],
        [2, 3, remove("ada"), "nothing"],
        [4, 5, claim("bob"), row("bob")],
      ],
      "a refused change keeps the old address": [
        [0, 1, claim("ada"), row("ada")],
        [2, 3, leave("ada"), "refused"],
        [4, 5, find, row("ada")],
      ],
    },
    {
      "two users hold the address": [
        [0, 3, claim("ada"), row("ada")],
        [1, 2, claim("bob"), row("bob")],
      ],
      "a claim is refused although the address is free": [[0, 1, claim("ada"), "refused"]],
      "the old address still finds the user": [
        [0, 1, claim("ada"), row("ada")],
        [2, 3, leave("ada"), row("ada")],
        [4, 5, find, row("ada")],
      ],
      "the address finds the refused user": [
        [0, 3, claim("ada"), "refused"],
        [1, 2, claim("bob"), row("bob")],
        [4, 5, find, row("ada")],
      ],
      "claimed by a deleted user": [
        [0, 1, claim("ada"), row("ada")],
        [2, 3, remove("ada"), "nothing"],
        [4, 5, claim("ada"), row("ada")],
      ],
    },
  )
})

describe("passkey counter", () => {
  const raise = (to: number) => ({ do: "raise", to }) as const
  const read = { do: "read" } as const
  histories(
    counterModel,
    {
      "the lower counter was written first": [
        [0, 3, raise(5), row(5)],
        [1, 2, raise(4), row(4)],
        [4, 5, read, row(5)],
      ],
      "the lower counter is refused": [
        [0, 3, raise(5), row(5)],
        [1, 2, raise(4), "refused"],
        [4, 5, read, row(5)],
      ],
      "an equal counter is accepted": [
        [0, 1, raise(5), row(5)],
        [2, 3, raise(5), row(5)],
      ],
    },
    {
      "the final counter is lower than an accepted one": [
        [0, 3, raise(5), row(5)],
        [1, 2, raise(4), row(4)],
        [4, 5, read, row(4)],
      ],
      "the counter decreases": [
        [0, 1, raise(5), row(5)],
        [2, 3, raise(4), row(4)],
      ],
      "the counter is not stored": [
        [0, 1, raise(5), row(5)],
        [2, 3, read, row(0)],
      ],
      "a higher counter is refused": [[0, 1, raise(5), "refused"]],
    },
  )
})

describe("fields of a user", () => {
  const change = (fields: Record<string, string | null>) => ({ do: "change", fields }) as const
  histories(
    fieldsModel({ name: "Ada", image: null }),
    {
      "two concurrent changes both take effect": [
        [0, 3, change({ name: "A" }), row({ name: "A", image: null })],
        [1, 2, change({ image: "i" }), row({ name: "A", image: "i" })],
        [4, 5, { do: "read" }, row({ name: "A", image: "i" })],
      ],
    },
    {
      "one of two concurrent changes is lost": [
        [0, 3, change({ name: "A" }), row({ name: "A", image: null })],
        [1, 2, change({ image: "i" }), row({ name: "Ada", image: "i" })],
        [4, 5, { do: "read" }, row({ name: "Ada", image: "i" })],
      ],
    },
  )
})
