import type { Follow } from "../../contract/internals.ts"
import type { Half, Halves } from "./halves.ts"

type Functions = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>

/**
 * Gives each call of functions over both halves one time limit: the longer of those of the halves. From then on, the
 * call asks neither half, except to undo what it has done.
 */
export function limitTime<T extends Functions>(halves: Halves, create: (halves: Halves) => T): T {
  const functions = create(halves)
  const [users, sessions] = [halves.users.inside.timeLimit, halves.sessions.inside.timeLimit]
  const longer = users && sessions && (users.seconds > sessions.seconds ? users : sessions)
  if (!longer) return functions
  const limited = Object.keys(functions).map((name) => [
    name,
    async (...args: never[]) =>
      longer.run((follow) => create(followHalves(halves, follow))[name]?.(...args) ?? Promise.resolve()),
  ])
  return Object.fromEntries(limited)
}

const followHalves = (halves: Halves, follow: Follow): Halves => ({
  users: followHalf(halves.users, follow),
  sessions: followHalf(halves.sessions, follow) as Halves["sessions"],
  unlimited: halves,
})

const followHalf = ({ adapter, extras, inside }: Half, follow: Follow): Half => ({
  adapter: followEach(adapter, follow),
  extras: followEach(extras, follow),
  inside: { ...inside, slots: followEach(inside.slots, follow) },
})

const isRead = (name: string): boolean => /^(get|list|read)/.test(name)

const followEach = <T extends object>(functions: T, follow: Follow): T =>
  new Proxy(functions, {
    get(target, name) {
      const run: unknown = Reflect.get(target, name)
      if (typeof run !== "function" || typeof name !== "string") return run
      return (...args: unknown[]) => follow(!isRead(name), () => run(...args))
    },
  })
