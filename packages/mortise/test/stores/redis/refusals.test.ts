import { connect } from "node:net"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { command } from "../../../../workshop/src/servers/redis-command.ts"
import { type Adapter, slots } from "../../../src/index.ts"
import { failure } from "../../support/failure.ts"
import {
  inAnHour,
  signIn,
  someAccount,
  someone,
  somePasskey,
  someSession,
  someToken,
} from "../../support/people.ts"
import { expectMoments } from "../expect-moments.ts"
import { expectRotation } from "../expect-rotation.ts"
import { expectSlots } from "../expect-slots.ts"
import type { Connected } from "./clients.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { places } = await import("./places.ts")

// Separators, hash tags, patterns, escapes, and names that the store uses itself.
const hostileTexts = [
  " ",
  "\r\n",
  ..."{ } {} {a}b a:b : % %3A %7B * ? [a] \\ \" ' ~g t:v v é 日本 😀".split(" "),
]

describe.each(places)("on $name", ({ start, libraries }) => {
  let started: Awaited<ReturnType<typeof start>>
  const clients = new Map<string, Connected>()
  beforeAll(async () => {
    started = await start()
    for (const library of libraries) clients.set(library.name, await library.connect(started.ports))
  })
  afterAll(async () => {
    for (const client of clients.values()) await client.close()
    await started?.close()
  })
  afterEach(() =>
    onEveryNode("CONFIG", "SET", "maxmemory", "0", "min-replicas-to-write", "0").then(() =>
      onEveryNode("ACL", "SETUSER", "default", "allkeys", "+@all"),
    ),
  )

  const onEveryNode = (...parts: string[]) =>
    Promise.all(started.ports.map((port) => command(port, ...parts)))
  const open = (library: string) => {
    const prefix = crypto.randomUUID()
    return { prefix, adapter: (clients.get(library) as Connected).adapter({ prefix }) }
  }
  /** Calls of every kind, none of which may return as if the row were absent. */
  const lookups = (adapter: Adapter): (() => Promise<unknown>)[] => [
    () => adapter.getUser("x"),
    () => adapter.getUserByEmail("x@example.com"),
    () => adapter.getUserByAccount({ provider: "x", providerAccountId: "x" }),
    () => adapter.getSessionAndUser("x"),
    () => adapter.getAuthenticator("x"),
    () => adapter.getAccount("x", "x"),
    () => adapter.listAuthenticatorsByUserId("x"),
    async () => slots(adapter)?.read("x"),
  ]
  const changes = (adapter: Adapter): (() => Promise<unknown>)[] => [
    () => adapter.updateUser({ id: "x", name: "X" }),
    () => adapter.deleteUser("x"),
    () => adapter.updateSession({ sessionToken: "x", expires: inAnHour() }),
    () => adapter.deleteSession("x"),
    () => adapter.unlinkAccount({ provider: "x", providerAccountId: "x" }),
    () => adapter.updateAuthenticatorCounter("x", 1),
    () => adapter.useVerificationToken({ identifier: "x@example.com", token: "x" }),
    async () => slots(adapter)?.increment("x", inAnHour()),
  ]
  const inserts = (adapter: Adapter): (() => Promise<unknown>)[] => [
    () => adapter.createUser(someone()),
    () => adapter.createVerificationToken(someToken()),
    async () => slots(adapter)?.claim({ key: "y", expires: inAnHour() }),
  ]

  describe.each(libraries)("through $name", ({ name: library }) => {
    test("slots can be set", () => expectSlots(open(library).adapter))

    test("rows end at their exact moment", () => {
      const prefix = crypto.randomUUID()
      return expectMoments((now) => (clients.get(library) as Connected).adapter({ prefix, now }))
    })

    test("SEC-I4: keys are rotated beside the application", () => expectRotation(open(library).adapter))

    test("texts with braces, separators, percent signs and spaces are keys like any other", async () => {
      const { adapter } = open(library)
      const { user } = await signIn(adapter)
      const texts = hostileTexts.flatMap((text) => [`${text}a`, `a${text}`])
      for (const text of texts) {
        await adapter.createSession({ ...someSession(user.id), sessionToken: text })
        // These two would have one key if their parts were joined without encoding.
        await adapter.linkAccount({ ...someAccount(user.id), provider: text, providerAccountId: "a:b" })
        await adapter.linkAccount({ ...someAccount(user.id), provider: `${text}:a`, providerAccountId: "b" })
        await adapter.createAuthenticator({ ...somePasskey(user.id), credentialID: text })
        await adapter.createVerificationToken({ ...someToken(), identifier: text, token: text })
        await slots(adapter)?.claim({ key: text, expires: inAnHour() })
      }
      for (const text of texts) {
        expect((await adapter.getSessionAndUser(text))?.session.sessionToken).toBe(text)
        expect((await adapter.getAccount("a:b", text))?.provider).toBe(text)
        expect((await adapter.getAccount("b", `${text}:a`))?.provider).toBe(`${text}:a`)
        expect((await adapter.getAuthenticator(text))?.credentialID).toBe(text)
        expect((await adapter.useVerificationToken({ identifier: text, token: text }))?.token).toBe(text)
        expect(await slots(adapter)?.read(text)).not.toBeNull()
      }
      expect(await adapter.listAuthenticatorsByUserId(user.id)).toHaveLength(texts.length)
      expect(await adapter.deleteUser(user.id)).not.toBeNull()
      for (const text of texts) expect(await adapter.getSessionAndUser(text)).toBeNull()
    })

    test("a conflict names the model and the fields of its key", async () => {
      const { adapter } = open(library)
      const user = await adapter.createUser({ ...someone(), id: crypto.randomUUID() })
      const [account, session] = [someAccount(user.id), someSession(user.id)]
      await adapter.linkAccount(account)
      await adapter.createSession(session)
      const conflicts = [
        [() => adapter.createUser({ ...someone(), email: user.email }), "user", ["email"]],
        [() => adapter.createUser({ ...someone(), id: user.id }), "user", ["id"]],
        [() => adapter.linkAccount(account), "account", ["provider", "providerAccountId"]],
        [() => adapter.createSession(session), "session", ["sessionToken"]],
      ] as const
      for (const [call, model, fields] of conflicts)
        expect(await failure(call(), "conflict")).toMatchObject({ model, fields })
    })

    test("a key of 4 kB works, and a longer text than the contract allows is refused", async () => {
      const { adapter } = open(library)
      const { user } = await signIn(adapter)
      // The longest passkey id. Each brace takes three bytes in the name of a key.
      const credentialID = "{".repeat(1364)
      await adapter.createAuthenticator({ ...somePasskey(user.id), credentialID })
      expect((await adapter.getAuthenticator(credentialID))?.credentialID).toBe(credentialID)
      const sessionToken = "{".repeat(4096)
      await failure(adapter.createSession({ ...someSession(user.id), sessionToken }), "invalid")
      expect(await adapter.getSessionAndUser(sessionToken)).toBeNull()
    })

    test("data of another program under the prefix is reported, never read as absent", async () => {
      const { prefix, adapter } = open(library)
      for (const name of [
        "u:{x}",
        "e:{x%40example.com}",
        "a:{x:x}",
        "s:{x}",
        "c:{x}",
        "t:{x%40example.com}",
        "k:{x}",
      ])
        await onEveryNode("SET", `${prefix}:${name}`, "data of another program")
      for (const call of [...lookups(adapter), ...changes(adapter)])
        expect((await failure(call(), "corrupt")).message).toContain("use another prefix")
      await failure(adapter.createUser({ email: "x@example.com" }), "corrupt")
    })

    test("a full server refuses inserts, shows nothing of them, and lookups go on", async () => {
      const { adapter } = open(library)
      const { user, session } = await signIn(adapter)
      const given = someone()
      await onEveryNode("CONFIG", "SET", "maxmemory", "1")
      for (const call of [
        () => adapter.createUser(given),
        () => adapter.createSession(someSession(user.id)),
        () => adapter.updateUser({ id: user.id, name: "X" }),
        ...inserts(adapter),
      ])
        expect((await failure(call(), "unavailable")).message).toContain("check its memory")
      expect((await adapter.getUser(user.id))?.name).toBe(user.name)
      expect(await adapter.getUserByEmail(given.email)).toBeNull()
      expect((await adapter.getSessionAndUser(session.sessionToken))?.user.id).toBe(user.id)
      await onEveryNode("CONFIG", "SET", "maxmemory", "0")
      expect((await adapter.createUser(given)).email).toBe(given.email)
    })

    test("a server with too few replicas refuses changes, and lookups go on", async () => {
      const { adapter } = open(library)
      const { user } = await signIn(adapter)
      await onEveryNode("CONFIG", "SET", "min-replicas-to-write", "5")
      for (const call of inserts(adapter))
        expect((await failure(call(), "unavailable")).message).toContain("its replicas")
      expect((await adapter.getUser(user.id))?.id).toBe(user.id)
    })

    test("an ACL that forbids the keys of the prefix is named as the cause", async () => {
      const { adapter } = open(library)
      await onEveryNode("ACL", "SETUSER", "default", "resetkeys", "~other:*")
      for (const call of [...lookups(adapter), ...changes(adapter), ...inserts(adapter)])
        expect((await failure(call(), "unavailable")).message).toContain("all keys of the prefix")
    })

    test("an ACL that forbids scripts is named as the cause", async () => {
      const { adapter } = open(library)
      const { user, session } = await signIn(adapter)
      await onEveryNode("ACL", "SETUSER", "default", "-evalsha", "-eval")
      for (const call of [
        () => adapter.updateUser({ id: user.id, name: "X" }),
        () => adapter.deleteSession(session.sessionToken),
        () => adapter.deleteUser(user.id),
        ...inserts(adapter),
      ])
        expect((await failure(call(), "unavailable")).message).toContain("EVALSHA")
    })
  })

  // The last test, because the servers have a password afterwards.
  test("a wrong password is named as the cause", async () => {
    const adapters = libraries.map(({ name }) => open(name).adapter)
    for (const adapter of adapters) await signIn(adapter)
    await Promise.all(started.ports.map(requirePassword))
    for (const adapter of adapters)
      for (const call of [() => adapter.getUser("x"), () => adapter.createUser(someone())])
        expect((await failure(call(), "unavailable")).message).toContain("credentials")
  })
})

/** Sets a password and ends all other connections. This connection needs no password, because it was open before. */
const requirePassword = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const commands = "CONFIG SET requirepass secret\r\nCLIENT KILL TYPE normal\r\nQUIT\r\n"
    const socket = connect(port, "127.0.0.1", () => socket.write(commands))
    socket.once("error", reject)
    socket.once("close", () => resolve())
    socket.resume()
  })
