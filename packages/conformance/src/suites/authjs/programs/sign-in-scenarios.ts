import { member } from "../../../engine/case-tools/same-value.ts"
import {
  type CounterInput,
  counterModel,
  type SessionInput,
  sessionModel,
  type TokenInput,
  tokenModel,
} from "./key-models.ts"
import type { Step } from "./program-step.ts"
import type { KeyView, Scenario } from "./run-scenario.ts"

// Drops the types of the model: a scenario contains views of different models.
export const keyView = <State, Input, Value>(view: KeyView<State, Input, Value>) =>
  view as KeyView<unknown, unknown, unknown>

export const createUser = (user: string, email: string): Step => ({
  op: "createUser",
  user,
  fields: { email, name: "Ada", image: null, emailVerified: null },
})

const soon = new Date("2098-01-01T00:00:00.001Z")
const later = new Date("2099-02-28T23:59:59.999Z")

const sessionInput = (step: Step): SessionInput | undefined => {
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

/** Callers create, extend, read and delete one session, and delete its user. */
export const sessionScenario: Scenario = {
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
    keyView({
      key: 'the session "s"',
      model: sessionModel,
      toInput: sessionInput,
      readValue: (row) => Number(member(member(row, "session") ?? row, "expires")),
    }),
  ],
}

const tokenView = (token: string) =>
  keyView({
    key: `the token "${token}"`,
    model: tokenModel,
    toInput(step): TokenInput | undefined {
      if (!("identifier" in step) || step.token !== token) return undefined
      return { do: step.op === "useVerificationToken" ? "use" : "create" }
    },
    readValue: (): true => true,
  })

const identifier = "x@example.com"

/** Callers create and use two verification tokens of one address. */
export const tokenScenario: Scenario = {
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

/** Callers raise and read the counter of one passkey. */
export const counterScenario: Scenario = {
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
    keyView({
      key: "the counter of the passkey",
      model: counterModel,
      toInput(step): CounterInput | undefined {
        if (step.op === "updateAuthenticatorCounter") return { do: "raise", to: step.counter }
        return step.op === "getAuthenticator" ? { do: "read" } : undefined
      },
      readValue: (row) => Number(member(row, "counter")),
    }),
  ],
}
