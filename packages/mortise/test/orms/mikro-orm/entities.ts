/** `EntitySchema` of MikroORM 6 or 7. */
export type EntitySchemas = new (metadata: never) => object

const text = { type: "text" }
const note = { ...text, nullable: true }
const key = { ...text, primary: true }
const date = { type: "datetime", length: 3 }
const amount = { type: "double", nullable: true }

/** Entities of all models, with values that the database or MikroORM fills. */
export function entitiesOf(EntitySchema: EntitySchemas): readonly object[] {
  const define = (name: string, properties: object) => new EntitySchema({ name, properties } as never)
  const user = define("User", {
    id: { ...key, onCreate: () => `user-${crypto.randomUUID()}` },
    name: note,
    email: { ...note, unique: true },
    emailVerified: { ...date, nullable: true },
    image: note,
    role: { ...text, default: "member" },
    isActive: { type: "boolean", onCreate: () => true },
    createdAt: { ...date, onCreate: () => new Date() },
    updatedAt: { ...date, onCreate: () => new Date(0), onUpdate: () => new Date() },
  })
  const owner = { kind: "m:1", entity: () => user, deleteRule: "cascade" }
  const account = define("Account", {
    user: owner,
    type: text,
    provider: key,
    providerAccountId: key,
    access_token: note,
    refresh_token: note,
    id_token: note,
    expires_in: amount,
    expires_at: amount,
    scope: note,
    token_type: note,
    session_state: note,
  })
  const session = define("Session", { sessionToken: key, user: owner, expires: date })
  const token = define("VerificationToken", { identifier: key, token: key, expires: date })
  const authenticator = define("Authenticator", {
    credentialID: key,
    user: owner,
    providerAccountId: text,
    credentialPublicKey: text,
    counter: { type: "bigint" },
    credentialDeviceType: text,
    credentialBackedUp: { type: "boolean" },
    transports: note,
  })
  const slot = define("Slot", {
    key,
    value: { type: "json", nullable: true },
    count: { type: "integer" },
    expires: date,
  })
  return [user, account, session, token, authenticator, slot]
}
