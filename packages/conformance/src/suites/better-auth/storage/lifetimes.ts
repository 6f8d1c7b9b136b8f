import { type BetterAuthContext, listCases } from "../case.ts"

const about = { clause: "BA-lifetimes", waits: true } as const

const text = '"text"'

/** Stores a text, with each of the lifetimes in turn. */
async function store(t: BetterAuthContext, ...ttls: readonly (number | undefined)[]): Promise<string> {
  const key = t.unique()
  for (const ttl of ttls) await t.storage.set(key, text, ttl)
  return key
}

const expectFound = async (t: BetterAuthContext, key: string, what: string) =>
  t.check((await t.storage.get(key)) === text, `${what} is found`, await t.storage.get(key))

const expectGone = async (t: BetterAuthContext, key: string, what: string) => {
  t.isNothing(await t.storage.get(key), what)
  t.isNothing(await t.storage.getAndDelete(key), what)
}

/** Stores a text that ends soon, and expects it at once, unless a busy machine took longer than its lifetime. */
async function storeShort(t: BetterAuthContext, ttl: number): Promise<string> {
  const end = performance.now() + ttl * 1_000
  const key = await store(t, ttl)
  const value = await t.storage.get(key)
  if (performance.now() < end) t.check(value === text, `a text with lifetime ${ttl} is found`, value)
  return key
}

/** Lifetimes in a secondary storage, in seconds. */
export const storageLifetimes = listCases(about, [
  {
    id: "storage-lifetimes/kept",
    title: "A text is found as long as its lifetime, or until it is deleted if it has none",
    harm: "Users are signed out too early.",
    fix: "A lifetime is in seconds. Timers in JavaScript end at 24 days: store a time instead.",
    async run(t) {
      const lifetimes = [10, 604_800, 34_560_000, undefined]
      const keys = await Promise.all(lifetimes.map((ttl) => store(t, ttl)))
      await t.wait(1_500)
      for (const [index, key] of keys.entries())
        await expectFound(t, key, `a text with lifetime ${lifetimes[index]}`)
    },
  },
  {
    id: "storage-lifetimes/ended",
    title: "A text is not found after its lifetime",
    harm: "Sessions and links that have expired work for ever.",
    fix: "Pass the lifetime to the store with each write.",
    async run(t) {
      const key = await storeShort(t, 1)
      await t.wait(2_200)
      await expectGone(t, key, "a text whose lifetime has ended")
    },
  },
  {
    id: "storage-lifetimes/replaced",
    title: "A text that is stored again has the new lifetime",
    harm: "A refreshed session ends too early, or a shortened one too late.",
    fix: "Replace the lifetime with the value, and remove it if the new value has none.",
    async run(t) {
      const [longer, none, shorter] = [
        await store(t, 1, 60),
        await store(t, 1, undefined),
        await store(t, 60, 1),
      ]
      await t.wait(2_200)
      await expectFound(t, longer, "a text whose lifetime was extended")
      await expectFound(t, none, "a text whose lifetime was removed")
      await expectGone(t, shorter, "a text whose lifetime was shortened")
    },
  },
  {
    id: "storage-lifetimes/stored-again",
    title: "A key that was deleted, taken or has expired can be stored again with a lifetime of its own",
    harm: "The second session or code of a key ends with the first.",
    fix: "Remove the lifetime with the value.",
    async run(t) {
      const [deleted, taken, expired] = [await store(t, 1), await store(t, 1), await store(t, 1)]
      await t.storage.delete(deleted)
      await t.storage.getAndDelete(taken)
      const counted = t.unique()
      await t.storage.increment(counted, 1)
      await t.storage.delete(counted)
      t.equal(await t.storage.increment(counted, 60), 1, "a count that was deleted")
      await t.storage.set(deleted, text, 60)
      await t.storage.set(taken, text)
      await t.wait(2_200)
      await t.storage.set(expired, text, 60)
      for (const key of [deleted, taken, expired]) await expectFound(t, key, "a text that was stored again")
      t.equal(await t.storage.increment(counted, 60), 2, "a count that was begun again")
    },
  },
  {
    id: "storage-lifetimes/counts",
    title: "A count ends at the lifetime of its first increment, which later ones do not extend",
    harm: "A visitor who keeps trying is locked out for ever, or a limit never holds.",
    fix: "Set the lifetime only if the count is new, in the same operation.",
    async run(t) {
      const [key, lasting] = [t.unique(), t.unique()]
      const end = performance.now() + 2_000
      t.equal(await t.storage.increment(key, 2), 1, "the first count")
      t.equal(await t.storage.increment(lasting, 60), 1, "the first count")
      await t.wait(1_000)
      const second = await t.storage.increment(key, 60)
      if (performance.now() > end) t.skip("the machine is too busy for a lifetime of two seconds")
      t.equal(second, 2, "the second count")
      t.equal(await t.storage.increment(lasting, 1), 2, "the second count")
      await t.wait(2_200)
      t.equal(await t.storage.increment(key, 60), 1, "the count after its lifetime")
      t.equal(await t.storage.increment(lasting, 1), 3, "the count within its lifetime")
    },
  },
  {
    id: "storage-lifetimes/zero",
    level: "should",
    title: "A text with a lifetime of 0 is not kept for ever",
    harm: "What should have ended stays for good, such as the list of a user's sessions.",
    evidence: "redisStorage of @better-auth/redis-storage; Better Auth issue 10992",
    fix: "Delete the key, or refuse the call.",
    async run(t) {
      const key = t.unique()
      const outcome = await t.attempt(async () => t.storage.set(key, text, 0))
      await t.wait(1_500)
      if (outcome.status === "fulfilled") t.isNothing(await t.storage.get(key), "a text with lifetime 0")
    },
  },
  {
    id: "storage-lifetimes/fractions",
    level: "should",
    title: "A lifetime of one and a half seconds is accepted, and ends",
    harm: "A session whose lifetime is not a whole number cannot be stored.",
    evidence: "redisStorage of @better-auth/redis-storage: SETEX refuses it",
    fix: "Round the lifetime up, or pass milliseconds to the store.",
    async run(t) {
      const key = await storeShort(t, 1.5)
      await t.wait(3_200)
      await expectGone(t, key, "a text whose lifetime has ended")
    },
  },
])
