import type { CaseContext, NewCase } from "../../../case.ts"
import type { Fields, Owner, Row } from "../../row.ts"
import { type Kind, kinds, newOwner, ownedKinds } from "../../rows.ts"
import { overwrite, shares } from "./result-objects.ts"

// A cache is often filled by a write, and serves rows that a lookup would have copied. Here every lookup follows every
// kind of write.

/** A user and a row of every kind that a user owns. */
type Person = { readonly owner: Owner; readonly owned: ReadonlyMap<Kind, Fields> }

async function createPerson(t: CaseContext): Promise<Person> {
  const owner = await newOwner(t)
  const owned = new Map<Kind, Fields>()
  for (const kind of ownedKinds) owned.set(kind, (await kind.row(t, owner).store()).fields)
  return { owner, owned }
}

const isUser = ({ name }: Kind): boolean => name === "user"

const toRow = (t: CaseContext, { owner, owned }: Person, kind: Kind): Row =>
  kind.row(t, owner, isUser(kind) ? owner : owned.get(kind))

const toRows = (t: CaseContext, person: Person): Row[] =>
  kinds.filter((kind) => isUser(kind) || person.owned.has(kind)).map((kind) => toRow(t, person, kind))

const withRow = ({ owner, owned }: Person, kind: Kind, { fields }: Row): Person =>
  isUser(kind)
    ? { owner: { ...owner, ...fields }, owned }
    : { owner, owned: new Map(owned).set(kind, fields) }

type Write = {
  readonly id: string
  /** The write, as the title names it. */
  readonly name: string
  make(t: CaseContext, person: Person): Promise<Person>
}

const change = (kind: Kind): Write => ({
  id: `change-of-${kind.name}s`,
  name: `a change of ${kind.one}`,
  async make(t, person) {
    const row = toRow(t, person, kind)
    return withRow(person, kind, (await row.change?.(kind.changes?.(t, 0))) ?? row)
  },
})

const renewal = (kind: Kind): Write => ({
  id: `renewal-of-${kind.name}s`,
  name: `${kind.one} was ${kind.removed} and stored again`,
  async make(t, person) {
    const row = toRow(t, person, kind)
    await row.remove?.()
    return withRow(person, kind, await row.store())
  },
})

const separateAfter = ({ id, name, make }: Write): NewCase => ({
  id: `separate-results/after-${id}`,
  clause: "SEC-A9",
  title: `After ${name}, each caller of a lookup gets results of its own`,
  harm: "A callback that adds a field for one page throws, or changes what every other page sees.",
  evidence: "The callbacks that Auth.js documents assign to the user and the session of the adapter",
  fix: "Copy a row when it enters a cache and when it leaves it.",
  // A write of another case would clear a cache between two reads.
  alone: true,
  async run(t) {
    const before = await createPerson(t)
    for (const { lookups } of toRows(t, before)) for (const { readRaw } of lookups) await readRaw()
    const person = await make(t, before)
    for (const { lookups } of toRows(t, person))
      for (const { operation, expected, read, readRaw } of lookups) {
        const what = `${operation} after ${name}`
        const results = [...(await Promise.all([readRaw(), readRaw()])), await readRaw()]
        const [first, second, third] = results
        const isShared = shares(first, second) || shares(second, third) || shares(first, third)
        t.check(!isShared, `${what}: results that share no object`, first)
        for (const result of results) overwrite(t, result, what)
        t.row(await read(), expected, what)
      }
  },
})

export const resultsAfterChanges: readonly NewCase[] = [
  ...kinds.filter(({ update }) => update).map((kind) => separateAfter(change(kind))),
  ...ownedKinds.filter(({ remove }) => remove).map((kind) => separateAfter(renewal(kind))),
  {
    id: "separate-results/of-empty-lists",
    clause: "SEC-A9",
    also: ["§7.3", "§4 listAuthenticatorsByUserId"],
    title: "Callers can change an empty list of passkeys, which stays empty for every other caller",
    harm: "The passkey that a page adds to its list is shown to every user without passkeys.",
    fix: "Return a new array at every call, even when it is empty.",
    alone: true,
    async run(t) {
      const [firstUser, secondUser] = [
        await t.adapter.createUser(t.user()),
        await t.adapter.createUser(t.user()),
      ]
      const ids = [firstUser.id, secondUser.id, crypto.randomUUID()]
      const read = () => Promise.all(ids.map((id) => t.adapter.listAuthenticatorsByUserId(id)))
      const lists = await read()
      for (const list of lists) {
        t.equal(list, [], "the list of a user without passkeys")
        t.check(Object.isExtensible(list), "a list that can be changed", list)
        ;(list as unknown[]).push({ credentialID: t.unique() })
      }
      for (const list of lists) t.equal(list.length, 1, "passkeys in a list to which one was added")
      for (const list of await read()) t.equal(list, [], "a list that is read later")
    },
  },
]
