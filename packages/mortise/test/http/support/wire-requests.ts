/** A raw HTTP request. Parts that are left out are those of a valid request. */
export type WireRequest = {
  readonly what: string
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: string | Buffer
}

const request = (what: string, more: Omit<WireRequest, "what">): WireRequest => ({
  what,
  path: "/v1/getUser",
  body: '{"args":["unknown"]}',
  ...more,
})

const call = (name: string, ...args: readonly unknown[]): WireRequest => ({
  what: `${name}(${JSON.stringify(args).slice(0, 80)})`,
  path: `/v1/${name}`,
  body: JSON.stringify({ args }),
})

const nested = (depth: number) => `{"args":${"[".repeat(depth)}${"]".repeat(depth)}}`
const manyKeys = (count: number) =>
  `{"args":[{${Array.from({ length: count }, (_, nth) => `"k${nth}":1`).join(",")}}]}`

/** Requests that fail one of the checks before the call. */
export const requestChecks: readonly WireRequest[] = [
  request("no key", { headers: { authorization: undefined } }),
  request("no key, and no such call", { path: "/v1/nothing", headers: { authorization: undefined } }),
  request("another scheme", { headers: { authorization: "Basic dGVzdDp0ZXN0" } }),
  request("a guessed key", { headers: { authorization: `Bearer mrt_${"a".repeat(49)}` } }),
  request("no such call", { path: "/v1/nothing" }),
  request("a call that every object has", { path: "/v1/constructor" }),
  ...["/", "/V1/getUser", "/v1/getuser", "/v2/getUser"].map((path) => request(`the path ${path}`, { path })),
  ...["GET", "PUT", "DELETE", "PATCH", "OPTIONS"].map((method) => request(method, { method, body: "" })),
  ...["text/plain", "application/json; charset=utf-8", "application/json,application/json"].map((type) =>
    request(`the type ${type}`, { headers: { "content-type": type } }),
  ),
  request("no type", { headers: { "content-type": undefined } }),
  request("a compressed body", { headers: { "content-encoding": "gzip" } }),
  request("a body that is too large", { body: JSON.stringify({ args: ["x".repeat(256 * 1024)] }) }),
  request("a body of the largest size", { body: `{"args":["${"x".repeat(256 * 1024 - 13)}"]}` }),
  request("no idempotency key", {
    path: "/v1/deleteUser",
    headers: { "idempotency-key": undefined },
  }),
  request("a short idempotency key", { path: "/v1/deleteUser", headers: { "idempotency-key": "short" } }),
]

/** Paths that some servers treat as the path of a call. */
export const otherPaths: readonly string[] = [
  "//v1/getUser",
  "/v1//getUser",
  "/v1/getUser/",
  "/v1/getUser?a=b",
  "/v1/%67etUser",
  "/v1%2fgetUser",
  "/v1/./getUser",
  "/v1/../v1/getUser",
  "http://elsewhere.example/v1/getUser",
]

/** Bodies that two parsers might read differently. */
export const bodies: readonly WireRequest[] = [
  ...[
    "",
    "null",
    "[]",
    "{}",
    '{"args":{}}',
    '{"args":["a"],"more":1}',
    '{"args":["a","b"]}',
    '{"args":["a"]} x',
    "{'args':[]}",
    '{"args":[NaN]}',
    '{"args":[Infinity]}',
    '{"args":[01]}',
    '\ufeff{"args":["a"]}',
    '{"args":["a\nb"]}',
    '{"args":["a"],"args":["b"]}',
    '{"args":["a"],"\\u0061rgs":["b"]}',
    nested(7),
    nested(8),
    nested(100_000),
    '{"args":["[[[[[[[[[[[["]}',
  ].map((body) => request(`the body ${JSON.stringify(body.slice(0, 40))}`, { body })),
  request("invalid UTF-8", {
    body: Buffer.from([...Buffer.from('{"args":["'), 0xff, 0x22, 0x5d, 0x7d]),
  }),
  request("UTF-16", { body: Buffer.from('{"args":["a"]}', "utf16le") }),
  request("no arguments at all", { body: '{"args":[]}' }),
  request("99 keys in an argument", { path: "/v1/createUser", body: manyKeys(99) }),
  request("101 keys", { path: "/v1/createUser", body: manyKeys(100) }),
  ...["9007199254740993", "1e400", "1e-400", "-", "9".repeat(400), "1".repeat(5000)].map((digits) =>
    request(`the number ${digits.slice(0, 20)}`, { body: `{"args":[${digits}]}` }),
  ),
]

const date = "2099-01-31T12:00:00.089Z"
const past = "2001-01-31T12:00:00.089Z"
const ada = { id: "ada", email: "Ada@Example.com", name: "Ada", emailVerified: date }
const account = { userId: "ada", type: "oauth", provider: "github", providerAccountId: "1815" }
const key = { provider: "github", providerAccountId: "1815" }
const session = { sessionToken: "token", userId: "ada", expires: date }
const token = { identifier: "ada@example.com", token: "hash", expires: past }
const passkey = {
  credentialID: "credential",
  userId: "ada",
  providerAccountId: "1815",
  credentialPublicKey: "public",
  counter: 7,
  credentialDeviceType: "singleDevice",
  credentialBackedUp: false,
}

const oddKeys = [null, "", "\0", "\ud800", "x".repeat(300), 7, true, {}, ["ada"]]
const oddDates = [null, 0, "", "2099-02-30T00:00:00.000Z", "2099-01-31T12:00:00Z", "0000-01-01T00:00:00.000Z"]
const moreDates = ["2099-01-31T12:00:00.000+00:00", "2099-01-31T24:00:00.000Z", "2099-01-31 12:00:00.000Z"]

/** The operations, with valid and invalid arguments. Each request depends on those before it. */
export const operations: readonly WireRequest[] = [
  call("createUser", ada),
  call("createUser", ada),
  call("createUser", { id: "other", email: "  ADA@example.com " }),
  call("createUser", { id: "idn", email: "Info@Bücher.example" }),
  call("getUserByEmail", "info@xn--bcher-kva.example"),
  call("createUser", { id: "idn2", email: "INFO@bu\u0308cher.example" }),
  call("deleteUser", "idn"),
  ...[undefined, null, {}, [], "ada", { id: null }, { id: "" }, { id: "b", name: 7 }].map((user) =>
    call("createUser", ...(user === undefined ? [] : [user])),
  ),
  ...["", "x".repeat(255), "\0@example.com", "\ud83d@example.com"].map((email) =>
    call("createUser", { id: "c", email }),
  ),
  ...[...oddDates, ...moreDates].map((emailVerified, nth) =>
    call("createUser", { id: `d${nth}`, emailVerified }),
  ),
  call("createUser", { id: "bob", role: "admin", __proto__: { a: 1 }, name: "Bob 😀 \u2028" }),
  ...oddKeys.map((id) => call("getUser", id)),
  call("getUser", "ada"),
  ...[...oddKeys, "ＡＤＡ@example.com\u00a0", "ada@example.com"].map((email) =>
    call("getUserByEmail", email),
  ),
  call("updateUser", { id: "ada" }),
  call("updateUser", { id: "ada", name: null, image: "picture" }),
  ...[{ id: "unknown", name: "x" }, { name: "x" }, { id: null }, null].map((user) =>
    call("updateUser", user),
  ),
  call("updateUser", { id: "bob", email: "ada@example.com" }),
  call("linkAccount", { ...account, userId: "unknown" }),
  call("linkAccount", { ...account, type: "magic" }),
  call("linkAccount", { ...account, providerAccountId: "undefined" }),
  call("linkAccount", { ...account, providerAccountId: 1815 }),
  call("linkAccount", {
    ...account,
    access_token: null,
    token_type: "Bearer",
    expires_at: 1.5,
    expires_in: 1e21,
  }),
  call("linkAccount", { ...account, userId: "bob" }),
  call("linkAccount", { ...account, providerAccountId: "2", expires_in: 1.2345678901234567e19 }),
  call("linkAccount", { ...account, providerAccountId: "3", expires_at: "soon" }),
  ...[key, { ...key, provider: null }, { provider: "github" }, null, "github"].map((named) =>
    call("getUserByAccount", named),
  ),
  call("getAccount", "1815", "github"),
  call("getAccount", "2", "github"),
  call("getAccount", "github", "1815"),
  call("getAccount", "1815"),
  call("createSession", session),
  call("createSession", session),
  call("createSession", { ...session, sessionToken: "t2", userId: "unknown" }),
  call("createSession", { ...session, sessionToken: "old", expires: past }),
  call("createSession", { ...session, sessionToken: "x".repeat(1025) }),
  call("getSessionAndUser", "token"),
  call("getSessionAndUser", "old"),
  call("getSessionsAndUsers", ["token", null, "nothing", "old", "token"]),
  call("getSessionsAndUsers", []),
  call(
    "getSessionsAndUsers",
    Array.from({ length: 65 }, () => "token"),
  ),
  call("getSessionsAndUsers", "token"),
  call("updateSession", { sessionToken: "token" }),
  call("updateSession", { sessionToken: "token", expires: "2098-01-31T12:00:00.000Z" }),
  call("updateSession", { sessionToken: "token", expires: null }),
  call("updateSession", { sessionToken: "token", userId: "unknown" }),
  call("updateSession", { sessionToken: "nothing", expires: date }),
  call("updateSession", { expires: date }),
  call("deleteSession", "old"),
  call("deleteSession", "token"),
  call("deleteSession", "token"),
  call("createVerificationToken", token),
  call("createVerificationToken", token),
  call("useVerificationToken", { identifier: "ada@example.com" }),
  call("useVerificationToken", { identifier: "ADA@example.com", token: "hash" }),
  call("useVerificationToken", token),
  call("useVerificationToken", token),
  call("createAuthenticator", { ...passkey, userId: "unknown" }),
  ...[-1, 1.5, 2 ** 32, "1", null, true].map((counter) =>
    call("createAuthenticator", { ...passkey, counter }),
  ),
  call("createAuthenticator", { ...passkey, credentialBackedUp: 1 }),
  call("createAuthenticator", passkey),
  call("createAuthenticator", { ...passkey, transports: "usb,nfc" }),
  ...[6, 7, 9, null, "9", 2 ** 32].map((counter) =>
    call("updateAuthenticatorCounter", "credential", counter),
  ),
  call("updateAuthenticatorCounter", "nothing", 1),
  call("updateAuthenticatorCounter", null, 1),
  call("getAuthenticator", "credential"),
  call("getAuthenticator", null),
  call("listAuthenticatorsByUserId", "ada"),
  call("listAuthenticatorsByUserId", "unknown"),
  call("listAuthenticatorsByUserId", null),
  call("unlinkAccount", { provider: "github", providerAccountId: "2" }),
  call("unlinkAccount", { provider: "github", providerAccountId: "2" }),
  call("unlinkAccount", null),
  call("createVerificationToken", token),
  call("deleteUser", null),
  call("deleteUser", "ada"),
  call("deleteUser", "ada"),
  call("getUserByAccount", key),
  call("getAuthenticator", "credential"),
  call("useVerificationToken", token),
]

/** The extras, which a backend may leave out. */
export const extras: readonly WireRequest[] = [
  call("extras.signUp", { user: { id: "eve", email: "eve@example.com" }, account, session }),
  call("extras.signUp", { user: { id: "eve2", email: "eve2@example.com" }, account, session }),
  call("getUser", "eve2"),
  call("extras.signUp", { user: { id: "eve3" }, account: null }),
  call("extras.signUp", {}),
  call("extras.listSessions", "eve"),
  call("extras.listSessions", null),
  call("extras.listAccounts", "eve"),
  call("extras.updateAccount", { ...key, refresh_token: "new" }, { refresh_token: "old" }),
  call("extras.updateAccount", { ...key, refresh_token: "new" }, { refresh_token: null }),
  call("extras.updateAccount", { ...key, scope: "all" }, { refresh_token: "old", access_token: "x" }),
  call("extras.updateAccount", { ...key, scope: "all" }, { refresh_token: "old", access_token: null }),
  call("extras.updateAccount", { ...key, scope: "all" }),
  call("extras.updateAccount", { ...key, userId: "bob" }),
  call("extras.updateAccount", { provider: "github", providerAccountId: "9", scope: "all" }),
  call("extras.extendSession", { sessionToken: "token", from: past, to: date }),
  call("extras.extendSession", { sessionToken: "token", from: date, to: "2100-01-31T12:00:00.000Z" }),
  call("extras.extendSession", { sessionToken: "nothing", from: date, to: date }),
  call("extras.extendSession", { sessionToken: "token", from: date }),
  call("extras.verifyEmail", "eve", "other@example.com", date),
  call("extras.verifyEmail", "eve", null, date),
  call("extras.verifyEmail", "eve", "EVE@example.com", date),
  call("extras.verifyEmail", "eve", "eve@example.com", past),
  call("extras.verifyEmail", "nobody", "eve@example.com", past),
  call("createVerificationToken", token),
  call("extras.dropTokens", "ada@example.com"),
  call("extras.dropTokens", "ada@example.com"),
  call("extras.dropTokens", null),
  call("createAuthenticator", { ...passkey, userId: "eve" }),
  call("extras.removeAuthenticator", "credential"),
  call("extras.removeAuthenticator", "credential"),
  call("extras.removeAuthenticator", null),
]
