import { describe, expect, test } from "vitest"
import { sessionModel, tokenModel } from "../src/suites/authjs/programs/key-models.ts"
import { linearize } from "../src/suites/authjs/programs/linearize.ts"
import { calls, histories, type Line, row } from "./support/histories.ts"

const never = Number.POSITIVE_INFINITY

describe("verification token", () => {
  const [create, use] = [{ do: "create" }, { do: "use" }] as const
  histories(
    tokenModel,
    {
      "of two concurrent uses, one gets the token": [
        [0, 1, create, row(true)],
        [2, 5, use, "nothing"],
        [3, 4, use, row(true)],
      ],
      "a use that overlaps the creation may run before it": [
        [0, 3, create, row(true)],
        [1, 2, use, "nothing"],
        [4, 5, use, row(true)],
      ],
      "a use whose response was lost may have deleted the token": [
        [0, 1, create, row(true)],
        [2, never, use, "lost"],
        [3, 4, use, "nothing"],
      ],
      "a use whose response was lost may not have deleted the token": [
        [0, 1, create, row(true)],
        [2, never, use, "lost"],
        [3, 4, use, row(true)],
      ],
      "a second creation that overlaps the use may run after it": [
        [0, 1, create, row(true)],
        [2, 9, use, row(true)],
        [3, 8, create, row(true)],
        [10, 11, use, row(true)],
      ],
      "a second creation may be refused or replace the first": [
        [0, 1, create, row(true)],
        [2, 3, create, "refused"],
        [4, 5, create, row(true)],
        [6, 7, use, row(true)],
      ],
    },
    {
      "two uses get the token": [
        [0, 1, create, row(true)],
        [2, 5, use, row(true)],
        [3, 4, use, row(true)],
      ],
      "no use gets the token": [
        [0, 1, create, row(true)],
        [2, 5, use, "nothing"],
        [3, 4, use, "nothing"],
      ],
      "the token is used again later": [
        [0, 1, create, row(true)],
        [2, 3, use, row(true)],
        [4, 5, use, row(true)],
      ],
      "a use misses a token that was created before": [
        [0, 1, create, row(true)],
        [2, 3, use, "nothing"],
        [4, 5, use, row(true)],
      ],
      "a use of an unknown token throws": [[0, 1, use, "refused"]],
    },
  )
})

describe("session", () => {
  const create = { do: "create", expires: 10 } as const
  const update = { do: "update", expires: 20 } as const
  const [read, remove, removeOwner] = [{ do: "read" }, { do: "delete" }, { do: "delete owner" }] as const
  histories(
    sessionModel,
    {
      "an update that runs after a delete returns nothing": [
        [0, 1, create, row(10)],
        [2, 5, update, "nothing"],
        [3, 4, remove, row(10)],
        [6, 7, read, "nothing"],
      ],
      "an update that runs after a delete throws": [
        [0, 1, create, row(10)],
        [2, 5, update, "refused"],
        [3, 4, remove, "nothing"],
      ],
      "an update may run before the delete": [
        [0, 1, create, row(10)],
        [2, 5, update, row(20)],
        [3, 4, remove, "nothing"],
        [6, 7, read, "nothing"],
      ],
      "an update may return nothing and still take effect": [
        [0, 1, create, row(10)],
        [2, 3, update, "nothing"],
        [4, 5, read, row(20)],
      ],
      "a session that is created while its user is deleted is not found": [
        [0, 3, create, row(10)],
        [1, 2, removeOwner, "nothing"],
        [4, 5, read, "nothing"],
      ],
    },
    {
      "an update restores a deleted session": [
        [0, 1, create, row(10)],
        [2, 5, update, row(20)],
        [3, 4, remove, row(10)],
        [6, 7, read, row(20)],
      ],
      "a deleted session is found": [
        [0, 1, create, row(10)],
        [2, 3, remove, "nothing"],
        [4, 5, read, row(10)],
      ],
      "a confirmed update is lost": [
        [0, 1, create, row(10)],
        [2, 3, update, row(20)],
        [4, 5, read, row(10)],
      ],
      "a second session with the same token is accepted": [
        [0, 1, create, row(10)],
        [2, 3, { do: "create", expires: 30 }, row(30)],
      ],
      "a session is found after its user was deleted": [
        [0, 1, create, row(10)],
        [2, 3, removeOwner, "nothing"],
        [4, 5, read, row(10)],
      ],
      "a session that was created while its user was deleted is found": [
        [0, 3, create, row(10)],
        [1, 2, removeOwner, "nothing"],
        [4, 5, read, row(10)],
      ],
      "a read returns the old value after another read returned the new one": [
        [0, 1, create, row(10)],
        [2, 9, update, row(20)],
        [3, 4, read, row(20)],
        [5, 6, read, row(10)],
      ],
      "a lookup throws": [[0, 1, read, "refused"]],
    },
  )
})

test("a verdict contains the longest explained part and the calls that cannot follow it", () => {
  const history = calls<{ do: "create" | "use" }, true>([
    [0, 1, { do: "create" }, row(true)],
    [2, 3, { do: "use" }, row(true)],
    [4, 5, { do: "use" }, row(true)],
  ])
  const verdict = linearize(history, tokenModel)
  expect(verdict).toEqual({ linearizable: false, explained: history.slice(0, 2), stuck: history.slice(2) })
})

test.each([
  [1, true],
  [2, false],
])("forty concurrent uses, %i of which get the token: linearizable is %s", (winners, linearizable) => {
  const uses = Array.from({ length: 40 }, (_, index): Line<{ do: "create" | "use" }, true> => {
    return [2, 100 - index, { do: "use" }, index < winners ? row(true) : "nothing"]
  })
  const history = calls<{ do: "create" | "use" }, true>([[0, 1, { do: "create" }, row(true)], ...uses])
  expect(linearize(history, tokenModel)).toMatchObject({ linearizable })
})
