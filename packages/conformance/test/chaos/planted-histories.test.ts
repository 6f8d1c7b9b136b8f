import { describe, expect, test } from "vitest"
import type { ChaosCall, ChaosOutcome, ChaosRequest } from "../../src/chaos/chaos-call.ts"
import { checkHistory } from "../../src/chaos/check-history.ts"
import type { ChaosCheck } from "../../src/chaos/finding.ts"
import { keyHistories } from "../../src/chaos/key-history.ts"

type Line = [operation: ChaosRequest["operation"], outcome: ChaosOutcome, more?: Partial<ChaosCall>]

/** One call after the other. `from` and `to` of a line make it overlap others. */
const history = (lines: readonly Line[]): ChaosCall[] =>
  lines.map(([operation, outcome, more], nth) => ({
    ...{ operation, key: "k", outcome, from: nth * 10, to: nth * 10 + 5 },
    ...more,
  }))

const found = (lines: readonly Line[]): string[] =>
  checkHistory(keyHistories(history(lines))).map(({ check }) => check)

const failed = (error: string): ChaosOutcome => ({ error })
const row = (value: string | number): ChaosOutcome => ({ value })
const shared = { isShared: true } as const
const on = (node: string) => ({ node })

const createSession: Line = ["createSession", row(1), { set: 1, owner: "ada" }]
const created: Line = ["createUser", row("first"), { set: "first" }]
const token: Line = ["createVerificationToken", row(1), { set: 1 }]
const passkey: Line = ["createAuthenticator", row(0), { set: 0 }]

const planted: readonly (readonly [ChaosCheck, string, readonly Line[]])[] = [
  ["lost", "an acknowledged user is missing on a node", [created, ["getUserByEmail", "nothing", on("n2")]]],
  [
    "lost",
    "an acknowledged change is missing",
    [created, ["updateUser", row("second"), { set: "second" }], ["getUserByEmail", row("first"), on("n1")]],
  ],
  ["lost", "a sign-out does not find the session", [createSession, ["deleteSession", "nothing"]]],
  ["lost", "an acknowledged token cannot be used", [token, ["useVerificationToken", "nothing"]]],
  [
    "undone",
    "a deleted user is found",
    [created, ["deleteUser", row("first")], ["getUserByEmail", row("first"), on("n1")]],
  ],
  [
    "revoked_session",
    "a lookup that began after the sign-out finds the session",
    [createSession, ["deleteSession", row(1)], ["getSessionAndUser", row(1)]],
  ],
  [
    "revoked_session",
    "a node still has a revoked session that several callers used",
    [
      ["createSession", row(1), { set: 1, ...shared }],
      ["deleteSession", row(1), shared],
      ["getSessionAndUser", row(1), { ...shared, ...on("n3") }],
    ],
  ],
  [
    "used_twice",
    "two callers get one token",
    [token, ["useVerificationToken", row(1)], ["useVerificationToken", row(1)]],
  ],
  [
    "failed_write",
    "a creation that failed as unavailable was applied",
    [
      ["createUser", failed("unavailable"), { set: "first" }],
      ["getUserByEmail", row("first"), on("n1")],
    ],
  ],
  [
    "failed_write",
    "a token can be used although its creation failed as transient",
    [
      ["createVerificationToken", failed("transient"), { set: 1 }],
      ["useVerificationToken", row(1)],
    ],
  ],
  ["own_conflict", "the only caller of an email gets a conflict", [["createUser", failed("conflict")]]],
  [
    "orphan",
    "the account of a deleted user is found",
    [
      ["createUser", row("first"), { key: "ada", set: "first" }],
      ["linkAccount", row("ada"), { set: "ada", owner: "ada" }],
      ["deleteUser", row("first"), { key: "ada" }],
      ["getUserByAccount", row("ada"), on("n1")],
    ],
  ],
  [
    "not_unique",
    "two users are created with one email",
    [
      ["createUser", row("a"), { set: "a", ...shared }],
      ["createUser", row("b"), { set: "b", ...shared }],
    ],
  ],
  [
    "counter",
    "a lookup returns a counter below an acknowledged one",
    [passkey, ["updateAuthenticatorCounter", row(5), { set: 5 }], ["getAuthenticator", row(0)]],
  ],
  [
    "stale_read",
    "a lookup misses an acknowledged user that all nodes have later",
    [created, ["getUser", "nothing"], ["getUserByEmail", row("first"), on("n1")]],
  ],
  [
    "no_serial_order",
    "a lookup returns an expiry that was replaced before it began",
    [
      ["createSession", row(1), { set: 1, ...shared }],
      ["updateSession", row(2), { set: 2, ...shared }],
      ["getSessionAndUser", row(1), shared],
    ],
  ],
  [
    "no_serial_order",
    "an account changes its owner without an unlink",
    [
      ["linkAccount", row("ada"), { set: "ada", ...shared }],
      ["getUserByAccount", row("bob"), shared],
    ],
  ],
  [
    "unequal_nodes",
    "a user of unknown fate is on one node only",
    [
      ["createUser", failed("indeterminate"), { set: "first" }],
      ["getUserByEmail", row("first"), on("n1")],
      ["getUserByEmail", "nothing", on("n2")],
    ],
  ],
]

const allowedOfPasskeys: readonly Line[] = [
  ["createAuthenticator", failed("unavailable"), { set: 0, ...shared }],
  ["createAuthenticator", "lost", { set: 0, ...shared }],
  ["getAuthenticator", "nothing", { ...shared, ...on("n1") }],
]

const allowed: readonly (readonly [string, readonly Line[]])[] = [
  [
    "a creation without an answer was applied",
    [
      ["createUser", "lost", { set: "first", to: Infinity }],
      ["getUserByEmail", row("first"), on("n1")],
    ],
  ],
  [
    "a creation without an answer was not applied",
    [
      ["createUser", failed("indeterminate"), { set: "first" }],
      ["getUserByEmail", "nothing", on("n1")],
    ],
  ],
  [
    "a sign-out without an answer was not applied",
    [createSession, ["deleteSession", failed("indeterminate")], ["getSessionAndUser", row(1)]],
  ],
  [
    "a lookup that began before the end of the sign-out finds the session",
    [
      ["createSession", row(1), { set: 1, ...shared }],
      ["deleteSession", row(1), { ...shared, from: 20, to: 40 }],
      ["getSessionAndUser", row(1), { ...shared, from: 30, to: 50 }],
    ],
  ],
  [
    "an email is taken again after the deletion of its user",
    [
      ["createUser", row("a"), { set: "a", ...shared }],
      ["deleteUser", row("a"), { set: "a", ...shared }],
      ["createUser", row("b"), { set: "b", ...shared }],
      ["getUserByEmail", row("b"), { ...shared, ...on("n1") }],
    ],
  ],
  [
    "one of two callers gets a token, and no later one does",
    [token, ["useVerificationToken", row(1)], ["useVerificationToken", "nothing"]],
  ],
  [
    "a use without an answer may have used the token",
    [token, ["useVerificationToken", "lost"], ["useVerificationToken", "nothing"]],
  ],
  [
    "the rows of a deleted user are gone",
    [
      ["createUser", row("first"), { key: "ada", set: "first" }],
      createSession,
      ["deleteUser", row("first"), { key: "ada" }],
      ["getSessionAndUser", "nothing", on("n1")],
    ],
  ],
  ["a passkey whose creation failed does not exist", allowedOfPasskeys],
  [
    "callers raise a counter at once",
    [
      ["createAuthenticator", row(0), { set: 0, ...shared }],
      ["createAuthenticator", failed("conflict"), { set: 0, ...shared }],
      ["updateAuthenticatorCounter", row(7), { set: 7, ...shared, from: 30, to: 60 }],
      ["updateAuthenticatorCounter", failed("counter_regression"), { set: 3, ...shared, from: 30, to: 50 }],
      ["getAuthenticator", row(7), { ...shared, ...on("n1"), from: 70, to: 71 }],
    ],
  ],
]

describe("the checker of histories", () => {
  test.each(planted)("finds %s: %s", (check, _, lines) => {
    expect(found(lines)).toEqual([check])
  })

  test.each(allowed)("allows that %s", (_, lines) => {
    expect(found(lines)).toEqual([])
  })
})
