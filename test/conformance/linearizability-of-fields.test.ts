import { describe } from "vitest"
import { counterModel, emailModel, fieldsModel } from "../../src/conformance/programs/key-models.ts"
import { histories, row } from "./support/histories.ts"

describe("email address", () => {
  const claim = (user: string) => ({ do: "claim", user }) as const
  const leave = (user: string) => ({ do: "leave", user }) as const
  const remove = (user: string) => ({ do: "delete", user }) as const
  const find = { do: "find" } as const
  histories(
    emailModel,
    {
      "of two at once, one gets it": [
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
      "two holders": [
        [0, 3, claim("ada"), row("ada")],
        [1, 2, claim("bob"), row("bob")],
      ],
      "refused although it is free": [[0, 1, claim("ada"), "refused"]],
      "still found after a change": [
        [0, 1, claim("ada"), row("ada")],
        [2, 3, leave("ada"), row("ada")],
        [4, 5, find, row("ada")],
      ],
      "the loser is found": [
        [0, 3, claim("ada"), "refused"],
        [1, 2, claim("bob"), row("bob")],
        [4, 5, find, row("ada")],
      ],
      "taken by a user who is gone": [
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
      "the lower one came first": [
        [0, 3, raise(5), row(5)],
        [1, 2, raise(4), row(4)],
        [4, 5, read, row(5)],
      ],
      "or is refused": [
        [0, 3, raise(5), row(5)],
        [1, 2, raise(4), "refused"],
        [4, 5, read, row(5)],
      ],
      "equal is not lower": [
        [0, 1, raise(5), row(5)],
        [2, 3, raise(5), row(5)],
      ],
    },
    {
      "ends below what was accepted": [
        [0, 3, raise(5), row(5)],
        [1, 2, raise(4), row(4)],
        [4, 5, read, row(4)],
      ],
      "goes down": [
        [0, 1, raise(5), row(5)],
        [2, 3, raise(4), row(4)],
      ],
      "not stored": [
        [0, 1, raise(5), row(5)],
        [2, 3, read, row(0)],
      ],
      "refused although it is higher": [[0, 1, raise(5), "refused"]],
    },
  )
})

describe("fields of a user", () => {
  const change = (fields: Record<string, string | null>) => ({ do: "change", fields }) as const
  histories(
    fieldsModel({ name: "Ada", image: null }),
    {
      "two changes at once both count": [
        [0, 3, change({ name: "A" }), row({ name: "A", image: null })],
        [1, 2, change({ image: "i" }), row({ name: "A", image: "i" })],
        [4, 5, { do: "read" }, row({ name: "A", image: "i" })],
      ],
    },
    {
      "one of two changes is lost": [
        [0, 3, change({ name: "A" }), row({ name: "A", image: null })],
        [1, 2, change({ image: "i" }), row({ name: "Ada", image: "i" })],
        [4, 5, { do: "read" }, row({ name: "Ada", image: "i" })],
      ],
    },
  )
})
