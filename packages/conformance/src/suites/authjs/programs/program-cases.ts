import type { Case, CaseContext, NewCase } from "../case.ts"
import { concurrentPrograms, loadFastCheck, programs } from "./arbitraries.ts"
import { checkPrograms } from "./check-programs.ts"
import { runProgram } from "./run-program.ts"
import { type CallerSteps, runScenario, type Scenario } from "./run-scenario.ts"
import { counterScenario, sessionScenario, tokenScenario } from "./sign-in-scenarios.ts"
import { accountScenario, emailScenario, fieldScenario } from "./user-scenarios.ts"

const skipReason = async (): Promise<string | undefined> =>
  (await loadFastCheck()) ? undefined : "random programs need fast-check: npm install --save-dev fast-check"

const withoutOne = <T>(list: readonly T[]): T[][] =>
  list.map((_, index) => [...list.slice(0, index), ...list.slice(index + 1)])

const withoutOneCall = (callers: readonly CallerSteps[]): CallerSteps[][] =>
  callers.flatMap((caller, index) =>
    withoutOne(caller).map((shorter) =>
      [...callers.slice(0, index), shorter, ...callers.slice(index + 1)].filter(({ length }) => length > 0),
    ),
  )

/** A case about concurrent callers. */
const scenarioCase = (scenario: Scenario, about: Omit<NewCase, "run" | "skipReason" | "clause">): Case => {
  const testCase: Case = {
    level: "must",
    ...about,
    clause: "SEC-B9",
    alone: true,
    skipReason,
    run: (t) =>
      checkPrograms(testCase, t, {
        make: (fc) => concurrentPrograms(fc, scenario.steps),
        run: (callers) => runScenario(t, scenario, callers),
        shorter: withoutOneCall,
        runs: 4,
      }),
  }
  return testCase
}

const anyProgram: Case = {
  id: "programs/one-caller",
  level: "must",
  clause: "SEC-O4",
  also: ["SEC-A5"],
  guarantees: [
    "unique_emails",
    "unique_accounts",
    "unique_sessions",
    "unique_tokens",
    "same_token_two_identifiers",
    "foreign_keys",
    "byte_exact_keys",
  ],
  title: "Any sequence of calls returns what the contract requires",
  harm: "Some sequence of sign-ups, changes and deletions leaves users with wrong or missing rows.",
  skipReason,
  run: (t: CaseContext) =>
    checkPrograms(anyProgram, t, {
      make: programs,
      run: (program) => runProgram(t, program),
      shorter: withoutOne,
      runs: 12,
    }),
}

/** Cases that run random programs of calls. A program that fails is shrunk to the shortest one that still fails. */
export const programCases: readonly Case[] = [
  anyProgram,
  scenarioCase(sessionScenario, {
    id: "programs/callers-of-a-session",
    guarantees: ["unique_sessions", "foreign_keys", "milliseconds"],
    title: "Concurrent calls on one session have the results of a serial order",
    harm: "A deleted session becomes valid again, or outlives its user.",
    evidence:
      "@auth/upstash-redis-adapter and @auth/unstorage-adapter: updateSession writes back what it read",
    fix: "Extend a session with an update that only matches an existing row, never with an upsert.",
  }),
  scenarioCase(tokenScenario, {
    id: "programs/callers-of-a-token",
    guarantees: ["unique_tokens", "same_token_two_identifiers", "byte_exact_keys"],
    title: "Concurrent calls on verification tokens have the results of a serial order",
    harm: "A link works twice, or not at all.",
    evidence: "11 of 24 official adapters read a token first and delete it later",
    fix: "Delete and return the row in one statement, or check that your delete removed it.",
  }),
  scenarioCase(emailScenario, {
    id: "programs/callers-of-an-email",
    guarantees: ["unique_emails"],
    title: "Concurrent changes of email addresses have the results of a serial order",
    harm: "Two users share one address, and a link sent there signs in either of them.",
    evidence: "@auth/pg-adapter, @auth/mongodb-adapter: no unique index on the address",
    fix: "Put a unique index on the address and let it decide. Move the index entry in the same statement.",
  }),
  scenarioCase(accountScenario, {
    id: "programs/callers-of-an-account",
    guarantees: ["unique_accounts", "foreign_keys"],
    title: "Concurrent calls on one account have the results of a serial order",
    harm: "An account moves to another user, who is then signed in with it.",
    evidence: "@auth/typeorm-adapter, @auth/dynamodb-adapter: one account linked to two users",
    fix: "Make (provider, providerAccountId) the primary key and insert without overwriting.",
  }),
  scenarioCase(fieldScenario, {
    id: "programs/callers-of-a-user",
    title: "Concurrent changes of different fields of one user all take effect",
    harm: "A change that was confirmed is lost.",
    evidence: "@auth/pg-adapter, @auth/d1-adapter: updateUser reads the row and writes back every field",
    fix: "Write only the given fields.",
  }),
  scenarioCase(counterScenario, {
    id: "programs/callers-of-a-counter",
    level: "should",
    also: ["SEC-F1"],
    title: "Concurrent callers who raise a passkey counter never see it decrease",
    harm: "A cloned passkey is not detected.",
    evidence: "All official adapters set the counter without comparing it",
    fix: "Update the counter only where the stored one is not higher.",
  }),
]
