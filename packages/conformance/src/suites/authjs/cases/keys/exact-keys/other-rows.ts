import type { CaseContext, NewCase } from "../../../case.ts"
import { type Owner, offers, type Row } from "../../row.ts"
import { expectFound, type Kind, kinds, newOwner } from "../../rows.ts"
import { createRemovals, expectNoRow, type Stored } from "../keyed.ts"

// The client uses these providers itself, and the ids of their accounts are addresses, user ids or passkey ids.
const providers = ["email", "credentials", "webauthn", "passkey", "nodemailer", "resend"]

/** The texts of a row, and its keys as stores with one table for all rows write them. */
const listTexts = ({ name, keys }: Kind, { fields: { userId, ...fields } }: Row): string[] => {
  const texts = keys.map(({ field }) => String(fields[field]))
  return [
    ...Object.values(fields).filter((value) => typeof value === "string"),
    ...texts.map((text) => `${name}:${text}`),
    ...keys.map(({ field }) => `${field}:${fields[field]}`),
    `${name}:${texts.join(":")}`,
    `by-user-id:${userId ?? fields.id}`,
  ]
}

/** A user with a row of each kind that the adapter has. */
async function storeEachKind(t: CaseContext): Promise<Stored[]> {
  const [first, ...others] = kinds
  const user = await first?.row(t, await newOwner(t)).store()
  const owner = user?.fields as Owner
  const stored = await Promise.all(
    others
      .filter(({ create }) => offers(t, create))
      .map(async (kind) => ({ kind, owner, row: await kind.row(t, owner).store() })),
  )
  return first && user ? [{ kind: first, owner, row: user }, ...stored] : stored
}

const otherRowsCase = (kind: Kind): NewCase => ({
  id: `exact-keys/other-rows-are-no-${kind.name}s`,
  clause: "SEC-C3",
  also: ["§7.5", "SEC-C1", ...kind.keys.map(({ clause }) => clause)],
  title: `The key of a row of another kind finds and removes no ${kind.many}`,
  harm: "A public id opens a session, or the address of a user is accepted as their account.",
  evidence:
    'getUser("email:…") reads the index of addresses in @auth/unstorage-adapter; @auth/pouchdb-adapter returns a session as a user',
  fix: "Look up each kind of row by its own key alone, whatever the provider is called.",
  async run(t) {
    const rows = await storeEachKind(t)
    const owner = rows[0]?.owner as Owner
    const ownRow = rows.find((storedRow) => storedRow.kind === kind)?.row ?? kind.row(t, owner)
    const texts = rows.flatMap((storedRow) =>
      storedRow.kind === kind ? [] : listTexts(storedRow.kind, storedRow.row),
    )
    for (const text of t.some(texts, 12))
      for (const key of kind.keys) {
        const special = key.field === "providerAccountId" ? t.some(providers, 2) : []
        for (const fields of [{}, ...special.map((provider) => ({ provider }))]) {
          const row = kind.row(t, owner, { ...ownRow.fields, ...fields, [key.field]: text })
          await expectNoRow(t, row, key)
          for (const remove of key.isInWrites ? createRemovals(t, kind, row) : [])
            t.isNothing(await remove(), "a removal by the key of another row")
        }
      }
    for (const { row } of rows) await expectFound(t, row, "of a row afterwards")
  },
})

export const otherRows: readonly NewCase[] = kinds.map(otherRowsCase)
