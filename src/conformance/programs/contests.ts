import { member } from "../same-value.ts"
import type { Contest, View } from "./concurrent.ts"
import {
  type CounterInput,
  counterModel,
  type SessionInput,
  sessionModel,
  type TokenInput,
  tokenModel,
} from "./key-models.ts"
import type { Step } from "./step.ts"

// A view knows the types of its own model; a contest does not need to.
export const view = <State, Input, Value>(own: View<State, Input, Value>) =>
  own as View<unknown, unknown, unknown>

export const createUser = (user: string, email: string): Step => ({
  op: "createUser",
  user,
  fields: { email, name: "Ada", image: null, emailVerified: null },
})

const soon = new Date("2098-01-01T00:00:00.001Z")
const later = new Date("2099-02-28T23:59:59.999Z")

const sessionAsks = (step: Step): SessionInput | undefined => {
  switch (step.op) {
    case "createSession":
      return { do: "create", expires: step.expires.getTime() }
    case "updateSession":
      return { do: "update", expires: step.expires.getTime() }
    case "getSessionAndUser":
      return { do: "read" }
    case "deleteSession":
      return { do: "delete" }
    case "deleteUser":
      return { do: "delete owner" }
    default:
      return undefined
  }
}

/** Who is signed in: create, extend and end one session, and delete its user. */
export const sessionContest: Contest = {
  before: [
    createUser("ada", "a@example.com"),
    { op: "createSession", token: "s", user: "ada", expires: soon },
  ],
  steps: [
    { op: "updateSession", token: "s", expires: later },
    { op: "deleteSession", token: "s" },
    { op: "getSessionAndUser", token: "s" },
    { op: "createSession", token: "s", user: "ada", expires: soon },
    { op: "updateSession", token: "s", expires: soon },
    { op: "deleteUser", user: "ada" },
  ],
  after: [{ op: "getSessionAndUser", token: "s" }],
  views: [
    view({
      key: 'the session "s"',
      model: sessionModel,
      asks: sessionAsks,
      reads: (row) => Number(member(member(row, "session") ?? row, "expires")),
    }),
  ],
}

const tokenView = (token: string) =>
  view({
    key: `the token "${token}"`,
    model: tokenModel,
    asks(step): TokenInput | undefined {
      if (!("identifier" in step) || step.token !== token) return undefined
      return { do: step.op === "useVerificationToken" ? "use" : "create" }
    },
    reads: (): true => true,
  })

const identifier = "x@example.com"

/** Who gets in by mail: two links, used by many. */
export const tokenContest: Contest = {
  before: [{ op: "createVerificationToken", identifier, token: "k" }],
  steps: [
    { op: "useVerificationToken", identifier, token: "k" },
    { op: "useVerificationToken", identifier, token: "K" },
    { op: "createVerificationToken", identifier, token: "K" },
  ],
  after: [
    { op: "useVerificationToken", identifier, token: "k" },
    { op: "useVerificationToken", identifier, token: "K" },
  ],
  views: [tokenView("k"), tokenView("K")],
}

/** How often a passkey was used: the counter is raised by many. */
export const counterContest: Contest = {
  before: [
    createUser("ada", "a@example.com"),
    { op: "createAuthenticator", credential: "c/1+A==", user: "ada", counter: 0 },
  ],
  steps: [
    { op: "getAuthenticator", credential: "c/1+A==" },
    ...[1, 2, 3].map((counter): Step => {
      return { op: "updateAuthenticatorCounter", credential: "c/1+A==", counter }
    }),
  ],
  after: [{ op: "getAuthenticator", credential: "c/1+A==" }],
  views: [
    view({
      key: "the counter of the passkey",
      model: counterModel,
      asks(step): CounterInput | undefined {
        if (step.op === "updateAuthenticatorCounter") return { do: "raise", to: step.counter }
        return step.op === "getAuthenticator" ? { do: "read" } : undefined
      },
      reads: (row) => Number(member(row, "counter")),
    }),
  ],
}
