import type { Case, NewCase } from "../../../case.ts"
import { type TextModel, textModels } from "./text-models.ts"

// Each text is written into each field alone, because a store may refuse it in one field and cut it in another.
// Limits count characters, UTF-16 units or bytes. An emoji has one character, two units and four bytes.
const texts = [
  ...[70, 300, 1_100, 9_000, 17_000, 33_000, 65_536, 70_000].map((length) => "".padEnd(length, "Ab3_-")),
  ...[70, 260, 1_100, 20_000].map((length) => "\u{1f600}".repeat(length)),
]
const nul = "Ada\0Lovelace"

type Kept = Pick<Case, "level"> & {
  /** The first part of the name of the case. */
  readonly kept: string
  readonly what: string
  readonly values: readonly string[]
}

const keptCase = (
  { id, clause, name, harm, fields, write }: TextModel,
  { level, kept, what, values }: Kept,
): NewCase => ({
  id: `text/${kept}-${id}`,
  level,
  clause: "SEC-J7",
  also: [clause, "SEC-J1"],
  title: `${name} ${what} is refused, or returned unchanged`,
  harm,
  fix: "Use columns without a limit, and refuse what the store cannot hold.",
  async run(t) {
    for (const field of fields)
      for (const value of t.some(values, 3))
        for (const rows of await write(t, { [field]: value }))
          for (const [operation, row] of rows) t.row(row, { [field]: value }, `the result of ${operation}`)
  },
})

const long = {
  level: "must",
  kept: "long",
  what: "of up to 70,000 letters or emoji",
  values: texts,
} as const
// Only a should: some drivers end every text at a NUL when they read it, and the client never passes one.
const withNul = { level: "should", kept: "nul", what: "that contains a NUL", values: [nul] } as const
const empty = { level: "must", kept: "empty", what: "that is empty", values: [""] } as const
// An empty name may become null: text/empty-names tests that.
const hasExactEmptyText = ({ id }: TextModel): boolean => id !== "users"

export const keptOrRefused: readonly NewCase[] = [
  ...textModels.flatMap((model) => [
    keptCase(model, long),
    keptCase(model, withNul),
    ...(hasExactEmptyText(model) ? [keptCase(model, empty)] : []),
  ]),
  {
    id: "text/nul-in-both-writes",
    clause: "SEC-J7",
    also: ["§4 updateUser"],
    title: "A name or picture with a NUL is refused, kept or shortened alike by createUser and updateUser",
    harm: "The name of a user is cut when an unrelated field is changed.",
    fix: "Use one function for the values of both operations.",
    async run(t) {
      for (const field of ["name", "image"] as const) {
        const { id } = await t.adapter.createUser(t.user())
        const stored = []
        for (const write of [
          () => t.adapter.createUser(t.user({ [field]: nul })),
          () => t.adapter.updateUser({ id, [field]: nul }),
        ]) {
          const written = await t.attempt(write)
          if (written.status === "rejected") stored.push("refused")
          else stored.push((await t.adapter.getUser(written.value.id))?.[field])
        }
        t.equal(stored[1], stored[0], `the ${field} after updateUser, as after createUser`)
      }
    },
  },
]
