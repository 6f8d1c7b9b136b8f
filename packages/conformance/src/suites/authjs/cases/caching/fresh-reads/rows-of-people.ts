import type { NewCase } from "../../../case.ts"
import { calls } from "../../rows/untouched/calls.ts"
import { expectAsStored, expectGone, readable, toRow, twoPeople } from "../../rows/untouched/two-people.ts"
import { expectAbsent } from "../../rows.ts"

// Two people have several sessions, accounts and passkeys. All of them are read, to fill a cache, and again after each
// kind of write. A cache that is cleared for one of several rows returns the old state of the others.

const fix = "Do not cache rows, or clear every entry that shows the changed row."

export const rowsOfPeople: readonly NewCase[] = [
  {
    id: "fresh-reads/rows-of-a-user",
    clause: "SEC-B9",
    also: ["SEC-D7", "§4 getSessionAndUser", "§4 getUserByAccount"],
    title: "Every row of a user with several of each kind shows every write after it was read",
    harm: "A change of a user is seen on one device and not on another, or a device stays signed in.",
    fix,
    async run(t) {
      const people = await twoPeople(t)
      await Promise.all(people.map((person) => expectAsStored(t, readable(person))))
      for (const { make } of t.some(calls, 9)) {
        const before = people.map(readable)

        await make(t, ...people)

        await Promise.all(people.map((person) => expectAsStored(t, readable(person))))
        for (const [index, person] of people.entries())
          for (const removed of before[index]?.rows.filter((row) => !person.rows.includes(row)) ?? [])
            await expectAbsent(t, toRow(t, person, removed))
      }
    },
  },
  {
    id: "fresh-reads/rows-of-a-deleted-user",
    clause: "SEC-B6",
    also: ["SEC-D7", "§4 deleteUser"],
    title: "No row of a user that was read before the deletion is found afterwards",
    harm: "A deleted user stays signed in on one of several devices.",
    fix,
    async run(t) {
      const [ada, bob] = await twoPeople(t)
      await Promise.all([ada, bob].map((person) => expectAsStored(t, readable(person))))
      await t.adapter.deleteUser(ada.user.id)
      await expectGone(t, ada)
      await expectAsStored(t, bob)
    },
  },
]
