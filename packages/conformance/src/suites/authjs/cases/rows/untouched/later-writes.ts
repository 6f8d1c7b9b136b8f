import type { CaseContext, NewCase } from "../../../case.ts"
import { offers } from "../../row.ts"
import { kinds } from "../../rows.ts"
import { refusals } from "./refusals.ts"
import {
  addRow,
  expectAsStored,
  listRowKinds,
  type OwnRow,
  type Person,
  toRow,
  toUserRow,
  twoPeople,
} from "./two-people.ts"

// A unit of work that keeps the fields of a refused write stores them with the next write of that row. After each
// refused write, every row of two people is written with one field, and no other field may differ at the end.

type Write = () => Promise<unknown>

const canChange = (t: CaseContext, { kind: { update } }: OwnRow): boolean =>
  update !== undefined && offers(t, update)

/** Writes that hold valid fields beside an invalid one or another owner who does not exist. */
const invalidWrites = (t: CaseContext, ada: Person): Write[] => {
  const { id } = ada.user
  const [users] = kinds
  const changeableRows = ada.rows.filter((row) => canChange(t, row))
  const { sessionToken } = changeableRows.find(({ kind }) => kind.name === "session")?.fields ?? {}
  return [
    ...(users?.invalid ?? []).map(
      (fields) => async () =>
        toUserRow(t, ada).change?.({ ...users?.changes?.(t, 8), email: ada.user.email, ...fields }),
    ),
    () => t.call("updateUser", { id, name: "Eve", emailVerified: t.inDays(-1), email: 7 }),
    ...changeableRows.flatMap((row) =>
      row.kind.invalid.map(
        (fields) => async () => toRow(t, ada, row).change?.({ ...row.kind.changes?.(t, 8), ...fields }),
      ),
    ),
    // An older counter, and an owner who does not exist.
    ...changeableRows.flatMap((row) =>
      "counter" in row.fields ? [async () => toRow(t, ada, row).change?.({ counter: 1 })] : [],
    ),
    ...(sessionToken
      ? [() => t.call("updateSession", { sessionToken, userId: crypto.randomUUID(), expires: t.inDays(90) })]
      : []),
  ]
}

/** Writes one field of each row that can be updated. */
async function updateEveryRow(t: CaseContext, person: Person): Promise<void> {
  const { name } = (await toUserRow(t, person).change?.())?.fields ?? {}
  person.user = { ...person.user, name: String(name) }
  for (const changeableRow of person.rows.filter((row) => canChange(t, row)))
    changeableRow.fields = (await toRow(t, person, changeableRow).change?.())?.fields ?? {}
}

export const writesAfterRefusals: readonly NewCase[] = [
  {
    id: "untouched/by-writes-after-refused-ones",
    clause: "SEC-A5",
    also: ["SEC-B10", "§4 updateUser"],
    title: "After a refused write, a later write stores its own fields and none of the refused one",
    harm: "The name, the verified address or the owner from a refused request is stored some time later.",
    fix: "Discard the pending changes of a unit of work when the database refuses them.",
    async run(t) {
      const createWrites = (ada: Person, bob: Person) => [...refusals(t, ada, bob), ...invalidWrites(t, ada)]
      let people = await twoPeople(t)
      for (const index of t.some([...createWrites(...people).keys()], 8)) {
        const outcome = await t.attempt(async () => createWrites(...people)[index]?.())
        // Other cases test whether a write is refused at all. After one that is not, the rows are unknown.
        const isAccepted = outcome.status === "fulfilled" && (outcome.value ?? null) !== null
        if (isAccepted) people = await twoPeople(t)
        else for (const person of people) await updateEveryRow(t, person)
      }
      for (const person of people) for (const kind of listRowKinds(t)) await addRow(t, person, kind)
      for (const person of people) await expectAsStored(t, person)
    },
  },
]
