import type { Arbitrary } from "fast-check"
import type { Step } from "./program-step.ts"
import type { CallerSteps } from "./run-scenario.ts"

export type { Arbitrary } from "fast-check"

/** The library that generates and shrinks programs: an optional peer, loaded when the first program runs. */
export type FastCheck = typeof import("fast-check")

export async function loadFastCheck(): Promise<FastCheck | undefined> {
  try {
    return await import("fast-check")
  } catch {
    return undefined
  }
}

// Few keys, so that calls collide, and similar keys, so that an adapter that mixes them up is detected.
const users = ["ada", "bob", "cleo"]
const emails = ["a@example.com", "b@example.com", "a+b@example.com"]
const names = ["Ada", "O'Brien \\ 😀", "2020-01-01T00:00:00.000Z", null]
const providers = ["github", "google"]
const accountIds = ["1", "1:2"]
const sessionTokens = ["s", "S", "t"]
// One of them is also the address of users, whose deletion deletes its tokens.
const identifiers = ["x@example.com", "a@example.com"]
const tokens = ["k", "K"]
const credentials = ["c/1+A==", "c/1+a=="]
const dates = ["2098-01-01T00:00:00.001Z", "2099-02-28T23:59:59.999Z"].map((text) => new Date(text))

/** Programs for one caller: any operation on any key, with many creations so that lookups find something. */
export function programs(fc: FastCheck): Arbitrary<Step[]> {
  const step = fc.oneof(
    { arbitrary: creations(fc), weight: 5 },
    { arbitrary: userSteps(fc), weight: 4 },
    { arbitrary: keyedSteps(fc), weight: 6 },
  )
  const rest = fc.array(step, { minLength: 1, maxLength: 20 })
  return fc.tuple(fc.constantFrom(...preludes), rest).map(([prelude, steps]) => [...prelude, ...steps])
}

const createUserStep = (user: string, email: string): Step => ({
  op: "createUser",
  user,
  fields: { email, name: "Ada", image: null, emailVerified: null },
})

// From the shortest to the longest: fast-check shrinks towards the first.
const preludes: readonly (readonly Step[])[] = [
  [],
  [createUserStep("ada", "a@example.com")],
  [createUserStep("ada", "a@example.com"), createUserStep("bob", "b@example.com")],
]

const pick = <T>(fc: FastCheck, list: readonly T[]): Arbitrary<T> => fc.constantFrom(...list)
const constant = <const T>(fc: FastCheck, value: T): Arbitrary<T> => fc.constant(value)

function creations(fc: FastCheck): Arbitrary<Step> {
  const user = pick(fc, users)
  const fields = fc.record({
    email: pick(fc, emails),
    name: pick(fc, names),
    image: fc.constantFrom(null, "https://example.com/1.png"),
    emailVerified: fc.option(pick(fc, dates)),
  })
  const newUser = fc.record({ op: constant(fc, "createUser"), user, fields })
  return fc.oneof(
    { arbitrary: newUser, weight: 3 },
    fc.record({
      op: constant(fc, "linkAccount"),
      user,
      provider: pick(fc, providers),
      id: pick(fc, accountIds),
    }),
    fc.record({
      op: constant(fc, "createSession"),
      token: pick(fc, sessionTokens),
      user,
      expires: pick(fc, dates),
    }),
    fc.record({
      op: constant(fc, "createVerificationToken"),
      identifier: pick(fc, identifiers),
      token: pick(fc, tokens),
    }),
    fc.record({
      op: constant(fc, "createAuthenticator"),
      credential: pick(fc, credentials),
      user,
      counter: fc.constantFrom(0, 7),
    }),
  )
}

function userSteps(fc: FastCheck): Arbitrary<Step> {
  const user = pick(fc, users)
  const changes = fc.record(
    {
      email: pick(fc, [...emails, undefined]),
      name: pick(fc, [...names, undefined]),
      image: pick(fc, ["https://example.com/2.png", null, undefined]),
      emailVerified: pick(fc, [...dates, null, undefined]),
    },
    { requiredKeys: [] },
  )
  return fc.oneof(
    fc.record({ op: constant(fc, "updateUser"), user, fields: changes }),
    fc.record({ op: fc.constantFrom("getUser", "deleteUser", "listAuthenticatorsByUserId"), user }),
    fc.record({ op: constant(fc, "getUserByEmail"), email: pick(fc, emails) }),
  )
}

function keyedSteps(fc: FastCheck): Arbitrary<Step> {
  return fc.oneof(
    fc.record({
      op: fc.constantFrom("unlinkAccount", "getAccount", "getUserByAccount"),
      provider: pick(fc, providers),
      id: pick(fc, accountIds),
    }),
    fc.record({
      op: constant(fc, "updateSession"),
      token: pick(fc, sessionTokens),
      expires: pick(fc, dates),
    }),
    fc.record({ op: fc.constantFrom("getSessionAndUser", "deleteSession"), token: pick(fc, sessionTokens) }),
    fc.record({
      op: constant(fc, "useVerificationToken"),
      identifier: pick(fc, identifiers),
      token: pick(fc, tokens),
    }),
    fc.record({ op: constant(fc, "getAuthenticator"), credential: pick(fc, credentials) }),
    fc.record({
      op: constant(fc, "updateAuthenticatorCounter"),
      credential: pick(fc, credentials),
      counter: fc.constantFrom(0, 7, 8),
    }),
  )
}

/** Programs for concurrent callers: each caller makes some of the steps, and waits some turns before each. */
export function concurrentPrograms(fc: FastCheck, steps: readonly Step[]): Arbitrary<CallerSteps[]> {
  const turn = fc.record({ wait: fc.nat({ max: 4 }), step: pick(fc, steps) })
  const caller = fc.array(turn, { minLength: 1, maxLength: 4 })
  return fc.array(caller, { minLength: 2, maxLength: 4 })
}
