import type { BetterAuthOptions } from "better-auth"
import type { BetterAuthContext, NewCase } from "../case.ts"
import { openSite, type Site } from "./site.ts"
import * as visitor from "./visitors.ts"

/** Where Better Auth keeps sessions. */
type Place = {
  readonly topic: string
  readonly options: (t: BetterAuthContext) => BetterAuthOptions
  /** How to prevent what Better Auth leaves to chance in this place. */
  readonly races: { readonly evidence?: string; readonly fix: string }
}

const inDatabase: Place = {
  topic: "sessions",
  options: () => ({}),
  races: {
    fix: "Write only the rows that the condition matches, in the database itself: keep no copy of sessions.",
  },
}

// The interface has no operation on a list. A storage can only repair it if it knows Better Auth's keys.
const listOfSessions = {
  evidence:
    "Better Auth itself: it reads, edits and writes back the list and the values of a user's sessions; Redis 32 of 100",
  fix: "Keep sessions in the database, or use a storage with an index of sessions of its own, such as mortiseStorage.",
} as const

const inStorage: Place = {
  topic: "stored-sessions",
  options: ({ storage }) => ({ secondaryStorage: storage }),
  races: listOfSessions,
}

const inBoth: Place = {
  topic: "mirrored-sessions",
  options: ({ storage }) => ({ secondaryStorage: storage, session: { storeSessionInDatabase: true } }),
  races: listOfSessions,
}

const signInAtOnce = async (t: BetterAuthContext, site: Site, person: visitor.Person) => {
  const answers = await visitor.clicks(t, () => visitor.signIn(site, person))
  return answers.map((answer) => visitor.expectCookie(t, answer, "a sign-in"))
}

const open = (place: Place, t: BetterAuthContext, { session, ...options }: BetterAuthOptions = {}) => {
  const placeOptions = place.options(t)
  return openSite(t, { ...placeOptions, ...options, session: { ...placeOptions.session, ...session } })
}

const revocations = (place: Place): readonly NewCase[] => [
  {
    ...place.races,
    id: `${place.topic}/revoked`,
    clause: "BA-sessions",
    title: "No session works after all are revoked, even if many sign-ins came at once before",
    harm: "A user who signs out everywhere after a theft leaves the thief signed in.",
    run: (t) =>
      t.rounds(3, async () => {
        const site = await open(place, t)
        const person = await visitor.newPerson(t, site)
        const cookies = await signInAtOnce(t, site, person)

        const revoked = await site.visit("/revoke-sessions", { body: {}, cookie: cookies[0] })

        t.check(revoked.status === 200, "status 200 of the revocation", visitor.seen(revoked))
        t.equal(await visitor.countWorking(site, cookies), 0, "sessions that still work")
      }),
  },
  {
    ...place.races,
    id: `${place.topic}/listed`,
    clause: "BA-sessions",
    title: "All sessions of sign-ins that came at once are in the user's list",
    harm: "A user looks for a thief's session, and it is not in the list.",
    run: (t) =>
      t.rounds(2, async () => {
        const site = await open(place, t)
        const cookies = await signInAtOnce(t, site, await visitor.newPerson(t, site))

        const { body } = await site.visit("/list-sessions", { cookie: cookies[0] })

        t.equal(Array.isArray(body) ? body.length : body, cookies.length, "sessions in the list")
      }),
  },
  {
    id: `${place.topic}/others`,
    clause: "BA-sessions",
    title: "A sign-out ends one session, and a new password ends the others if the user wants it",
    harm: "A sign-out ends too little or too much: a thief stays, or the user is signed out elsewhere.",
    fix: "Delete the rows that the condition matches, all of them and no others.",
    run: async (t) => {
      const site = await open(place, t)
      const person = await visitor.newPerson(t, site)
      const [first = "", second = "", third = ""] = await visitor.signedIn(t, site, person, 3)

      await site.visit("/sign-out", { body: {}, cookie: first })
      t.equal(await visitor.countWorking(site, [first]), 0, "signed-out sessions that work")
      t.equal(await visitor.countWorking(site, [second, third]), 2, "other sessions that work")

      const { password: currentPassword } = person
      const changed = await site.visit("/change-password", {
        cookie: second,
        body: { currentPassword, newPassword: "new-password", revokeOtherSessions: true },
      })
      t.check(changed.cookie !== undefined, "a new session", visitor.seen(changed))
      t.equal(await visitor.countWorking(site, [second, third]), 0, "older sessions that work")
      t.equal(await visitor.countWorking(site, [changed.cookie ?? ""]), 1, "new sessions that work")
    },
  },
]

const signOuts = (place: Place): readonly NewCase[] =>
  [
    {
      name: "profile-updates",
      title: "A signed-out session does not work again after a profile update at the same time",
      makeRequest: (site: Site, cookie: string) =>
        site.visit("/update-user", { cookie, body: { name: "Ada" } }),
      session: {},
    },
    {
      name: "refreshes",
      title: "A signed-out session does not work again after a refresh at the same time",
      makeRequest: (site: Site, cookie: string) => site.visit("/get-session", { cookie }),
      // Every read is due for a refresh.
      session: { updateAge: 0 },
    },
  ].map(({ name, title, makeRequest, session }) => ({
    ...place.races,
    id: `${place.topic}/${name}`,
    clause: "BA-sessions",
    title,
    harm: "A user signs out on a shared computer, and the next visitor of the site is still signed in.",
    run: (t) =>
      t.rounds(4, async (round) => {
        const site = await open(place, t, { session })
        const [cookie = ""] = await visitor.signedIn(t, site, await visitor.newPerson(t, site))
        const signOut = async () => {
          await t.delay(round)
          return site.visit("/sign-out", { body: {}, cookie })
        }

        await visitor.atOnce(t, [() => makeRequest(site, cookie), signOut, () => makeRequest(site, cookie)])

        t.equal(await visitor.countWorking(site, [cookie]), 0, "signed-out sessions that work")
      }),
  }))

const deletedUsers = (place: Place): readonly NewCase[] => [
  {
    id: `${place.topic}/deleted-user`,
    clause: "BA-sessions",
    title: "No session of a deleted user works",
    harm: "Somebody keeps using the site as a user who no longer exists.",
    fix: "Delete every row that matches in deleteMany.",
    run: async (t) => {
      const site = await open(place, t)
      const person = await visitor.newPerson(t, site)
      const cookies = await visitor.signedIn(t, site, person, 3)

      const { password } = person
      const deleted = await site.visit("/delete-user", { cookie: cookies[0], body: { password } })

      t.check(deleted.status === 200, "status 200 of the deletion", visitor.seen(deleted))
      t.equal(await visitor.countWorking(site, cookies), 0, "sessions that still work")
      const again = await visitor.signIn(site, person)
      t.check(again.cookie === undefined, "no sign-in of the deleted user", visitor.seen(again))
    },
  },
  {
    ...place.races,
    id: `${place.topic}/user-deleted-during-sign-ins`,
    clause: "BA-sessions",
    title: "No session of a deleted user works, even if sign-ins come at the same time",
    harm: "Somebody keeps using the site as a user who no longer exists.",
    run: (t) =>
      t.rounds(3, async (round) => {
        const site = await open(place, t)
        const person = await visitor.newPerson(t, site)
        const [cookie = ""] = await visitor.signedIn(t, site, person)
        const remove = async () => {
          await t.delay(round)
          return site.visit("/delete-user", { cookie, body: { password: person.password } })
        }
        const signIn = () => visitor.signIn(site, person)

        const answers = await visitor.atOnce(t, [signIn, signIn, remove, signIn, signIn])

        const cookies = [cookie, ...visitor.collectCookies(answers)]
        t.equal(await visitor.countWorking(site, cookies), 0, "sessions that still work")
      }),
  },
]

const sessionsIn = (place: Place): readonly NewCase[] => [
  ...revocations(place),
  ...signOuts(place),
  ...deletedUsers(place),
]

/** Sessions in the database. */
export const sessions = sessionsIn(inDatabase)

/** Sessions in a secondary storage, and in both. */
export const storedSessions = [...sessionsIn(inStorage), ...sessionsIn(inBoth)]
