import type { Adapter } from "../../packages/mortise/src/index.ts"

export type PersonName = "Ada" | "Grace"

/** What a person's browser and mailbox hold. */
export type Person = {
  readonly userId?: string
  readonly sessionToken?: string
  readonly link?: { readonly identifier: string; readonly token: string }
}

type Outcome = {
  /** What the person gets to know. */
  readonly says: string
  readonly changes?: Person
}

/** Something that a person or the application does, in calls of the adapter. */
export type Action = {
  readonly label: string
  /** What the person must have before. */
  readonly needs?: keyof Person
  run(adapter: Adapter, name: PersonName, person: Required<Person>): Promise<Outcome>
}

const dayMs = 24 * 3_600_000
const inDays = (days: number): Date => new Date(Date.now() + days * dayMs)

/** The address of a person. */
export const toEmail = (name: PersonName): string => `${name.toLowerCase()}@example.com`

async function openSession(adapter: Adapter, userId: string): Promise<Person> {
  const sessionToken = crypto.randomUUID()
  await adapter.createSession({ userId, sessionToken, expires: inDays(30) })
  return { userId, sessionToken }
}

const byLink: readonly Action[] = [
  {
    label: "Request a sign-in link",
    async run(adapter, name) {
      const link = { identifier: toEmail(name), token: crypto.randomUUID() }
      await adapter.createVerificationToken({ ...link, expires: inDays(1) })
      return { says: `${name} has a link.`, changes: { link } }
    },
  },
  {
    label: "Open the link",
    needs: "link",
    async run(adapter, name, { link }) {
      if (!(await adapter.useVerificationToken(link)))
        return { says: "Refused: the link was used before. It works once." }
      const email = toEmail(name)
      const emailVerified = new Date()
      const existing = await adapter.getUserByEmail(email)
      const { id } = existing
        ? await adapter.updateUser({ id: existing.id, emailVerified })
        : await adapter.createUser({ email, name, emailVerified })
      return { says: `${name} is signed in.`, changes: await openSession(adapter, id) }
    },
  },
]

const byHand: readonly Action[] = [
  {
    label: "Create the user",
    async run(adapter, name) {
      const { id } = await adapter.createUser({ email: toEmail(name), name, emailVerified: null })
      return { says: `${name} is a user.`, changes: { userId: id } }
    },
  },
  {
    label: "Link GitHub account 1815",
    needs: "userId",
    async run(adapter, name, { userId }) {
      await adapter.linkAccount({ userId, type: "oauth", provider: "github", providerAccountId: "1815" })
      return { says: `The account belongs to ${name}.` }
    },
  },
  {
    label: "Rename the user",
    needs: "userId",
    async run(adapter, name, { userId }) {
      await adapter.updateUser({ id: userId, name: `${name}, ${new Date().toLocaleTimeString("en-GB")}` })
      return { says: "The name was changed." }
    },
  },
  {
    label: "Delete the user",
    needs: "userId",
    async run(adapter, name, { userId }) {
      const user = await adapter.deleteUser(userId)
      return {
        says: user ? `${name} is gone, with all sessions and accounts.` : "This user no longer exists.",
      }
    },
  },
]

const ofSession: readonly Action[] = [
  {
    label: "Sign in",
    needs: "userId",
    run: async (adapter, name, { userId }) => ({
      changes: await openSession(adapter, userId),
      says: `${name} is signed in.`,
    }),
  },
  {
    label: "Load a page",
    needs: "sessionToken",
    async run(adapter, _name, { sessionToken }) {
      const sessionAndUser = await adapter.getSessionAndUser(sessionToken)
      return {
        says: sessionAndUser ? `The page greets ${sessionAndUser.user.name}.` : "The page asks to sign in.",
      }
    },
  },
  {
    label: "Extend the session",
    needs: "sessionToken",
    async run(adapter, _name, { sessionToken }) {
      const session = await adapter.updateSession({ sessionToken, expires: inDays(60) })
      return { says: session ? "The session ends in 60 days." : "This session no longer exists." }
    },
  },
  {
    label: "Sign out",
    needs: "sessionToken",
    async run(adapter, name, { sessionToken }) {
      const session = await adapter.deleteSession(sessionToken)
      return { says: session ? `${name} is signed out.` : "The session was deleted before." }
    },
  },
]

/** The actions by topic. */
export const actions: Readonly<Record<string, readonly Action[]>> = {
  "By link": byLink,
  User: byHand,
  Session: ofSession,
}
