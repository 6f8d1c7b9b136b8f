import { describe, expect, test } from "vitest"
import { sessionModel, tokenModel } from "../../src/conformance/programs/key-models.ts"
import { linearize } from "../../src/conformance/programs/linearize.ts"
import { calls, histories, type Line, row } from "./support/histories.ts"

const never = Number.POSITIVE_INFINITY

describe("verification token", () => {
  const [create, use] = [{ do: "create" }, { do: "use" }] as const
  histories(
    tokenModel,
    {
      "of two uses at once, one gets it": [
        [0, 1, create, row(true)],
        [2, 5, use, "nothing"],
        [3, 4, use, row(true)],
      ],
      "a use that overlaps the creation may come first": [
        [0, 3, create, row(true)],
        [1, 2, use, "nothing"],
        [4, 5, use, row(true)],
      ],
      "a use without an answer may have got it": [
        [0, 1, create, row(true)],
        [2, never, use, "lost"],
        [3, 4, use, "nothing"],
      ],
      "or not": [
        [0, 1, create, row(true)],
        [2, never, use, "lost"],
        [3, 4, use, row(true)],
      ],
      "a second creation that may have come before the use, but did not": [
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
      "two winners": [
        [0, 1, create, row(true)],
        [2, 5, use, row(true)],
        [3, 4, use, row(true)],
      ],
      "no winner": [
        [0, 1, create, row(true)],
        [2, 5, use, "nothing"],
        [3, 4, use, "nothing"],
      ],
      "used again later": [
        [0, 1, create, row(true)],
        [2, 3, use, row(true)],
        [4, 5, use, row(true)],
      ],
      "missed although it was there before": [
        [0, 1, create, row(true)],
        [2, 3, use, "nothing"],
        [4, 5, use, row(true)],
      ],
      "an unknown token answered with an error": [[0, 1, use, "refused"]],
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
      "an update that loses to a delete answers with nothing": [
        [0, 1, create, row(10)],
        [2, 5, update, "nothing"],
        [3, 4, remove, row(10)],
        [6, 7, read, "nothing"],
      ],
      "or throws": [
        [0, 1, create, row(10)],
        [2, 5, update, "refused"],
        [3, 4, remove, "nothing"],
      ],
      "an update may have come first": [
        [0, 1, create, row(10)],
        [2, 5, update, row(20)],
        [3, 4, remove, "nothing"],
        [6, 7, read, "nothing"],
      ],
      "an update may answer with nothing and still count": [
        [0, 1, create, row(10)],
        [2, 3, update, "nothing"],
        [4, 5, read, row(20)],
      ],
      "a session for a user who is being deleted is not seen": [
        [0, 3, create, row(10)],
        [1, 2, removeOwner, "nothing"],
        [4, 5, read, "nothing"],
      ],
    },
    {
      "brought back by an update": [
        [0, 1, create, row(10)],
        [2, 5, update, row(20)],
        [3, 4, remove, row(10)],
        [6, 7, read, row(20)],
      ],
      "read after its deletion": [
        [0, 1, create, row(10)],
        [2, 3, remove, "nothing"],
        [4, 5, read, row(10)],
      ],
      "an update that was answered and is lost": [
        [0, 1, create, row(10)],
        [2, 3, update, row(20)],
        [4, 5, read, row(10)],
      ],
      "a second session of the same token": [
        [0, 1, create, row(10)],
        [2, 3, { do: "create", expires: 30 }, row(30)],
      ],
      "outlives its user": [
        [0, 1, create, row(10)],
        [2, 3, removeOwner, "nothing"],
        [4, 5, read, row(10)],
      ],
      "made during the deletion of its user, and seen afterwards": [
        [0, 3, create, row(10)],
        [1, 2, removeOwner, "nothing"],
        [4, 5, read, row(10)],
      ],
      "old value after the new one was seen, by two readers": [
        [0, 1, create, row(10)],
        [2, 9, update, row(20)],
        [3, 4, read, row(20)],
        [5, 6, read, row(10)],
      ],
      "a lookup that throws": [[0, 1, read, "refused"]],
    },
  )
})

test("a verdict shows how far a history can be explained and what cannot come next", () => {
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
])("forty uses at once with %i winners: %s", (winners, linearizable) => {
  const uses = Array.from({ length: 40 }, (_, index): Line<{ do: "create" | "use" }, true> => {
    return [2, 100 - index, { do: "use" }, index < winners ? row(true) : "nothing"]
  })
  const history = calls<{ do: "create" | "use" }, true>([[0, 1, { do: "create" }, row(true)], ...uses])
  expect(linearize(history, tokenModel)).toMatchObject({ linearizable })
})
