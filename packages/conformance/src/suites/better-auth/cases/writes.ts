import { times } from "../../../engine/case-tools/race-helpers.ts"
import { member } from "../../../engine/case-tools/same-value.ts"
import { listCases, type NewCase } from "../case.ts"
import {
  byField,
  byId,
  findRow,
  newRecord,
  newSession,
  newUser,
  newValue,
  readRow,
  toSortedIds,
  where,
} from "../rows.ts"
import { rowModel } from "../suite-options.ts"

const about = { clause: "BA-writes" } as const

const creations = listCases(about, [
  {
    id: "writes/created-row-is-returned",
    title: "create returns the row as it is stored, with a text as its id",
    harm: "Better Auth continues with values that are not in the database.",
    async run(t) {
      const user = t.user({ image: "https://example.com/a.png", emailVerified: true })
      const row = await t.db.create({ model: "user", data: { ...user } })
      t.row(row, user, "create")
      t.check(typeof row.id === "string" && row.id !== "", "create: an id that is a text", row.id)
      t.row(await readRow(t, "user", row), { ...user, id: row.id }, "findOne by the id")
      const { email } = user
      t.row(await findRow(t, "user", { email }), { ...user, id: row.id }, "findOne by email")
    },
  },
  {
    id: "writes/given-id-is-kept",
    title: "create keeps a given id with forceAllowId",
    harm: "A row that another one refers to gets a different id.",
    async run(t) {
      // An id in the form that Better Auth generates.
      const id = t.unique().padEnd(32, "aB3").slice(0, 32)
      const row = await newValue(t, { id })
      t.equal(row.id, id, "the id that create returns")
      t.row(await readRow(t, "verification", { id }), { value: row["value"] }, "findOne by that id")
    },
  },
  {
    id: "writes/fields-that-are-left-out",
    title: "Optional fields that create does not get are empty",
    harm: "A new row has values of another row, or a text such as undefined.",
    async run(t) {
      const row = await newRecord(t)
      for (const source of [row, await readRow(t, rowModel, row)])
        for (const name of ["note", "amount", "flag", "moment", "payload", "tags", "ownerId"])
          t.isNothing(member(source, name), name)
    },
  },
  {
    id: "writes/selected-fields-of-a-new-row",
    title: "create with select returns the selected fields",
    harm: "A caller gets fields that it did not ask for, or misses one that it did.",
    async run(t) {
      const user = t.user()
      const row = await t.db.create({ model: "user", data: { ...user }, select: ["email"] })
      t.equal(row, { email: user["email"] }, "create with select")
    },
  },
])

const updates = listCases(about, [
  {
    id: "writes/updated-row-is-returned",
    title: "update returns the whole row as it is stored afterwards",
    harm: "A user sees an old profile after a change, or a session ends at its old time.",
    async run(t) {
      const row = await newSession(t)
      const expiresAt = t.inDays(20)
      const byToken = byField(row, "token")
      const updated = await t.db.update({ model: "session", where: byToken, update: { expiresAt } })
      const expected = { id: row.id, token: row["token"], userId: row["userId"], expiresAt }
      t.row(updated, expected, "update")
      t.row(await readRow(t, "session", row), expected, "findOne afterwards")
    },
  },
  {
    id: "writes/update-of-its-own-condition",
    title: "update returns the row although it changes the field of its condition",
    harm: "A change of an address or a token seems to fail, although it is stored.",
    async run(t) {
      const row = await newUser(t)
      const email = t.email()
      const byEmail = byField(row, "email")
      const updatedRow = await t.db.update({ model: "user", where: byEmail, update: { email } })
      t.row(updatedRow, { id: row.id, email }, "update")
      t.row(await readRow(t, "user", row), { email }, "findOne afterwards")
      t.isNull(await t.db.findOne({ model: "user", where: byEmail }), "findOne by the old address")
    },
  },
  {
    id: "writes/update-of-nothing",
    title: "update returns null if no row matches, and creates none",
    harm: "Better Auth continues with a session or user that does not exist.",
    async run(t) {
      const id = t.unique()
      t.isNull(
        await t.db.update({ model: "user", where: [where("id", id)], update: { name: "Eve" } }),
        "update",
      )
      t.isNull(await readRow(t, "user", { id }), "findOne afterwards")
      const wrong = [where("token", t.token()), where("userId", (await newUser(t)).id)]
      const update = { expiresAt: t.inDays(1) }
      t.isNull(await t.db.update({ model: "session", where: wrong, update }), "update of an unknown session")
    },
  },
  {
    id: "writes/update-without-a-condition",
    title: "update without a condition returns null and changes nothing",
    harm: "A mistake of one caller overwrites the rows of all users.",
    async run(t) {
      const row = await newUser(t, { name: "Ada" })
      t.isNull(await t.db.update({ model: "user", where: [], update: { image: "changed" } }), "update")
      t.row(await readRow(t, "user", row), { name: "Ada", image: null }, "a row afterwards")
    },
  },
  {
    id: "writes/update-of-one-row",
    level: "should",
    title: "update changes one row if its condition matches several",
    harm: "A change that is meant for one row reaches others.",
    evidence: "better-auth's Kysely adapter updates all of them",
    async run(t) {
      const team = t.unique()
      await Promise.all(times(3, () => newRecord(t, { team, note: "old" })))
      const byTeam = [where("team", team)]
      await t.db.update({ model: rowModel, where: byTeam, update: { note: "new" } })
      const notes = (await t.db.findMany({ model: rowModel, where: byTeam })).map(({ note }) => note).sort()
      t.equal(notes, ["new", "old", "old"], "the notes of all matching rows")
    },
  },
  {
    id: "writes/other-fields-stay",
    title: "An update changes only the given fields: undefined leaves a field, null clears it",
    harm: "A change of the name removes the picture or the verified address of a user.",
    async run(t) {
      const user = t.user({ image: "https://example.com/a.png", emailVerified: true })
      const row = await t.db.create({ model: "user", data: { ...user } })
      const update = { name: "Grace", image: undefined }
      const expected = { ...user, name: "Grace", updatedAt: row["updatedAt"] }
      const { updatedAt: _, ...kept } = expected
      t.row(await t.db.update({ model: "user", where: byId(row), update }), kept, "update of the name")
      t.row(await readRow(t, "user", row), kept, "findOne afterwards")
      const cleared = await t.db.update({ model: "user", where: byId(row), update: { image: null } })
      t.row(cleared, { ...kept, image: null }, "update of the picture to null")
      t.row(await readRow(t, "user", row), { ...kept, image: null }, "findOne after it")
    },
  },
  {
    id: "writes/values-set-to-null",
    title: "update and updateMany set fields of every type to null",
    harm: "A time, a limit or a token that was removed still applies.",
    async run(t) {
      const fields = { note: "a", amount: 1, flag: true, moment: t.inDays(1), payload: { a: 1 }, tags: ["a"] }
      const none = Object.fromEntries(Object.keys(fields).map((name) => [name, null]))
      const [row, otherRow] = await Promise.all([newRecord(t, fields), newRecord(t, fields)])
      await t.db.update({ model: rowModel, where: byId(row), update: none })
      await t.db.updateMany({ model: rowModel, where: byId(otherRow), update: none })
      t.row(await readRow(t, rowModel, row), none, "the row after update")
      t.row(await readRow(t, rowModel, otherRow), none, "the row after updateMany")
    },
  },
  {
    id: "writes/many-updated",
    title: "updateMany changes all matching rows, only the given fields, and no other row",
    harm: "A change of some rows reaches the rows of other people.",
    async run(t) {
      const [team, otherTeam] = [t.unique(), t.unique()]
      const rows = await Promise.all(times(3, (index) => newRecord(t, { team, note: "old", amount: index })))
      const otherRow = await newRecord(t, { team: otherTeam, note: "old" })
      await t.db.updateMany({ model: rowModel, where: [where("team", team)], update: { note: "new" } })
      for (const [index, row] of rows.entries())
        t.row(await readRow(t, rowModel, row), { note: "new", amount: index, team }, "a matching row")
      t.row(await readRow(t, rowModel, otherRow), { note: "old" }, "a row of another team")
    },
  },
])

const deletions = listCases(about, [
  {
    id: "writes/deleted-row-is-gone",
    title: "delete removes the row for every lookup",
    harm: "A user who signed out is still signed in.",
    async run(t) {
      const row = await newSession(t)
      const byToken = byField(row, "token")
      await t.db.delete({ model: "session", where: byToken })
      t.isNull(await t.db.findOne({ model: "session", where: byToken }), "findOne by the token")
      t.isNull(await readRow(t, "session", row), "findOne by the id")
      const ofUser = byField(row, "userId")
      t.equal(await t.db.findMany({ model: "session", where: ofUser }), [], "findMany of the user's sessions")
    },
  },
  {
    id: "writes/deletion-of-nothing",
    title: "delete of a row that does not exist is silent",
    harm: "A second click on sign-out shows an error.",
    async run(t) {
      const session = await newSession(t)
      await t.db.delete({ model: "session", where: [where("token", t.token())] })
      await t.db.delete({ model: "session", where: [where("id", t.unique())] })
      t.row(await readRow(t, "session", session), { token: session["token"] }, "another session")
    },
  },
  {
    id: "writes/only-matching-rows-are-deleted",
    title: "delete and deleteMany remove only rows that meet all conditions",
    harm: "A sign-out on one device ends the sessions of another person.",
    async run(t) {
      const { id: userId } = await newUser(t)
      const make = () => t.db.create({ model: "session", data: t.session(userId) })
      const [first, second, third] = await Promise.all([make(), make(), make()])
      const stranger = await newSession(t)
      const ofUser = where("userId", userId)
      await t.db.delete({ model: "session", where: [ofUser, where("token", String(first["token"]))] })
      const left = () => t.db.findMany({ model: "session", where: [ofUser] })
      t.equal(toSortedIds(await left()), toSortedIds([second, third]), "the user's sessions after delete")
      const foreign = [ofUser, where("token", String(stranger["token"]))]
      await t.db.delete({ model: "session", where: foreign })
      const deletedCount = await t.db.deleteMany({ model: "session", where: foreign })
      t.equal(deletedCount, 0, "deleteMany of a stranger's token")
      const except = where("id", second.id, { operator: "ne" })
      await t.db.deleteMany({ model: "session", where: [ofUser, except] })
      t.equal(toSortedIds(await left()), [second.id], "the user's sessions after deleteMany of the others")
      t.row(await readRow(t, "session", stranger), { id: stranger.id }, "the stranger's session")
    },
  },
  {
    id: "writes/deleted-rows-can-be-created-again",
    title: "A row can be created again after it was deleted, and is a new one",
    harm: "A person who deleted their user cannot sign up again, or gets the old rows.",
    async run(t) {
      const user = t.user({ name: "first" })
      const first = await t.db.create({ model: "user", data: { ...user } })
      await t.db.delete({ model: "user", where: byId(first) })
      const second = await t.db.create({ model: "user", data: { ...user, name: "second" } })
      t.row(await readRow(t, "user", second), { name: "second", email: user["email"] }, "the new user")
      t.isNull(await readRow(t, "user", first), "the old id")
    },
  },
  {
    id: "writes/one-model-at-a-time",
    title: "Writes to one model leave rows of others with the same values",
    harm: "A deletion of a link removes a row of another kind.",
    async run(t) {
      const same = t.token()
      const [value, session] = [
        await newValue(t, { value: same, identifier: same }),
        await newSession(t, { token: same }),
      ]
      await t.db.deleteMany({ model: "verification", where: [where("value", same)] })
      t.isNull(await readRow(t, "verification", value), "the verification value")
      t.row(await readRow(t, "session", session), { token: same }, "the session")
    },
  },
])

export const writes: readonly NewCase[] = [...creations, ...updates, ...deletions]
