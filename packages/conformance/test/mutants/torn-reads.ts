import { breaking, type Mutant, pause } from "./mutant.ts"

const twoReads = "two statements instead of one join; SEC-D9"

/** Defects of lookups that read in two steps, between which the rows change. */
export const tornReadMutants: readonly Mutant[] = [
  {
    name: "user-read-after-the-session",
    by: "lookups-during/removal-of-sessions-and-update",
    defect: "getSessionAndUser reads the session and then the user",
    evidence: twoReads,
    make: breaking((good) => ({
      async getSessionAndUser(sessionToken) {
        const found = await good.getSessionAndUser(sessionToken)
        await pause()
        const user = found && (await good.getUser(found.user.id))
        return user ? { session: found.session, user } : null
      },
    })),
  },
  {
    name: "expiry-read-before-the-pair",
    by: "lookups-during/change-of-sessions-and-update",
    defect: "getSessionAndUser returns the expiry that it read before the join",
    evidence: twoReads,
    make: breaking((good) => ({
      async getSessionAndUser(sessionToken) {
        const first = await good.getSessionAndUser(sessionToken)
        if (!first) return null
        await pause()
        const { expires } = first.session
        const found = await good.getSessionAndUser(sessionToken)
        return found && { ...found, session: { ...found.session, expires } }
      },
    })),
  },
  {
    name: "session-and-user-read-by-token",
    by: "lookups-during/new-owner-of-sessions",
    defect: "getSessionAndUser reads the session by its token and then the user by the same token",
    evidence: twoReads,
    make: breaking((good) => ({
      async getSessionAndUser(sessionToken) {
        const first = await good.getSessionAndUser(sessionToken)
        if (!first) return null
        await pause()
        const found = await good.getSessionAndUser(sessionToken)
        return { session: first.session, user: (found ?? first).user }
      },
    })),
  },
  {
    name: "owner-read-after-the-account",
    by: "lookups-during/removal-of-accounts-and-update",
    defect: "getUserByAccount reads the account and then the user",
    evidence: "two statements instead of one join; SEC-B9",
    make: breaking((good) => ({
      async getUserByAccount(key) {
        const owner = await good.getUserByAccount(key)
        await pause()
        return owner && good.getUser(owner.id)
      },
    })),
  },
  {
    name: "owner-mixed-of-two-reads",
    by: "lookups-during/new-owner-of-accounts",
    defect: "getUserByAccount returns the id of a first read with the fields of a second one",
    evidence: "an index entry that is read before the row; SEC-B9",
    make: breaking((good) => ({
      async getUserByAccount(key) {
        const first = await good.getUserByAccount(key)
        if (!first) return null
        await pause()
        return { ...((await good.getUserByAccount(key)) ?? first), id: first.id }
      },
    })),
  },
  {
    name: "user-read-after-the-address",
    by: "lookups-during/change-of-address-and-update",
    defect: "getUserByEmail reads the id of an address and then the user",
    evidence: "an index of addresses beside the users; SEC-B7",
    make: breaking((good) => ({
      async getUserByEmail(email) {
        const found = await good.getUserByEmail(email)
        if (!found) return null
        await pause()
        const user = await good.getUser(found.id)
        return user && { ...user, email: found.email }
      },
    })),
  },
  {
    name: "address-mixed-of-two-reads",
    by: "lookups-during/new-owner-of-an-address",
    defect: "getUserByEmail returns the id of a first read with the fields of a second one",
    evidence: "an index entry that is read before the row; SEC-B9",
    make: breaking((good) => ({
      async getUserByEmail(email) {
        const first = await good.getUserByEmail(email)
        if (!first) return null
        await pause()
        return { ...((await good.getUserByEmail(email)) ?? first), id: first.id }
      },
    })),
  },
]
