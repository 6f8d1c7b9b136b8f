import { type Keys, models, newRows, type Values } from "./rows.ts"

/** A call that a tenant makes about its own rows. `stored` are the values of the rows that exist, in whichever tenant. */
export type TenantCall = {
  readonly call: string
  /** The end of the ids of its cases, if the call occurs several times. */
  readonly about?: string
  /** Set if it has an effect only where the row does not exist yet. */
  readonly creates?: true
  /** Set if what it creates belongs to a user. */
  readonly owned?: true
  args(keys: Keys, stored: Values): readonly unknown[]
}

const soon = new Date(Date.now() + 60_000)
const later = new Date(Date.now() + 40 * 86_400_000)
const afterAll = new Date(Date.now() + 100 * 86_400_000)

const fresh: Omit<Values, "expires"> = { owner: "new", secret: "new", counter: 99 }
const rowOf = (model: keyof ReturnType<typeof newRows>) => (keys: Keys) => [
  newRows(keys, { ...fresh, expires: later })[model],
]
const accountKey = ({ provider, providerAccountId }: Keys) => ({ provider, providerAccountId })

/** Every operation, extra, slot and upkeep function. */
export const tenantCalls: readonly TenantCall[] = [
  { call: "createUser", creates: true, args: rowOf("user") },
  { call: "getUser", args: ({ userId }) => [userId] },
  { call: "getUserByEmail", args: ({ email }) => [email] },
  { call: "getUserByAccount", args: (keys) => [accountKey(keys)] },
  { call: "updateUser", args: ({ userId }) => [{ id: userId, name: "changed" }] },
  {
    call: "updateUser",
    about: "address",
    args: ({ userId, email }) => [{ id: userId, email: `new-${email}` }],
  },
  { call: "deleteUser", args: ({ userId }) => [userId] },
  { call: "linkAccount", creates: true, owned: true, args: rowOf("account") },
  { call: "unlinkAccount", args: (keys) => [accountKey(keys)] },
  { call: "getAccount", args: ({ providerAccountId, provider }) => [providerAccountId, provider] },
  { call: "createSession", creates: true, owned: true, args: rowOf("session") },
  { call: "getSessionAndUser", args: ({ sessionToken }) => [sessionToken] },
  { call: "updateSession", args: ({ sessionToken }) => [{ sessionToken, expires: later }] },
  { call: "deleteSession", args: ({ sessionToken }) => [sessionToken] },
  { call: "createVerificationToken", creates: true, args: rowOf("verificationToken") },
  { call: "useVerificationToken", args: ({ identifier, token }) => [{ identifier, token }] },
  { call: "createAuthenticator", creates: true, owned: true, args: rowOf("authenticator") },
  { call: "getAuthenticator", args: ({ credentialID }) => [credentialID] },
  { call: "listAuthenticatorsByUserId", args: ({ userId }) => [userId] },
  { call: "updateAuthenticatorCounter", args: ({ credentialID }) => [credentialID, 50] },

  {
    call: "extras.signUp",
    creates: true,
    args(keys) {
      const { user, account, session } = newRows(keys, { ...fresh, expires: later })
      const [{ userId: _, ...ownAccount }, { userId: __, ...ownSession }] = [account, session]
      return [{ user, account: ownAccount, session: ownSession }]
    },
  },
  { call: "extras.listSessions", args: ({ userId }) => [userId] },
  { call: "extras.listAccounts", args: ({ userId }) => [userId] },
  { call: "extras.updateAccount", args: (keys) => [{ ...accountKey(keys), access_token: "changed" }] },
  {
    call: "extras.updateAccount",
    about: "guarded",
    args: (keys, { secret }) => [
      { ...accountKey(keys), refresh_token: "changed" },
      { refresh_token: `refresh-${secret}` },
    ],
  },
  {
    call: "extras.extendSession",
    args: ({ sessionToken }, { expires }) => [{ sessionToken, from: expires, to: later }],
  },
  { call: "extras.verifyEmail", args: ({ userId, email }) => [userId, email, soon] },
  { call: "extras.dropTokens", args: ({ identifier }) => [identifier] },
  { call: "extras.removeAuthenticator", args: ({ credentialID }) => [credentialID] },

  { call: "slots.claim", creates: true, args: rowOf("slot") },
  { call: "slots.set", args: rowOf("slot") },
  { call: "slots.read", args: ({ slotKey }) => [slotKey] },
  { call: "slots.replace", args: ({ slotKey }) => [{ key: slotKey, value: "changed" }] },
  {
    call: "slots.replace",
    about: "compared",
    args: ({ slotKey }) => [{ key: slotKey, value: "new", count: 0 }],
  },
  { call: "slots.increment", args: ({ slotKey }) => [slotKey, later] },
  { call: "slots.take", args: ({ slotKey }) => [slotKey] },

  ...models.map((model) => ({ call: "upkeep.count", about: model, args: () => [model] })),
  ...models.map((model) => ({ call: "upkeep.page", about: model, args: () => [model] })),
  {
    call: "upkeep.page",
    about: "by-the-start-of-an-address",
    args: ({ email }) => ["user", { prefix: email.slice(0, -4) }],
  },
  {
    call: "upkeep.page",
    about: "after-a-key",
    args: () => ["session", { after: { sessionToken: "0" }, limit: 1 }],
  },
  { call: "upkeep.sweep", args: () => [{ now: afterAll }] },
  { call: "upkeep.repair", args: () => [] },
]
