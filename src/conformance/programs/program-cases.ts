import type { Case, CaseContext } from "../case.ts"
import { concurrentPrograms, loadFastCheck, programs } from "./arbitraries.ts"
import { checkPrograms } from "./check-programs.ts"
import { runProgram } from "./run-program.ts"
import { type CallerSteps, runScenario, type Scenario } from "./run-scenario.ts"
import { counterScenario, sessionScenario, tokenScenario } from "./sign-in-scenarios.ts"
import { accountScenario, emailScenario, fieldScenario } from "./user-scenarios.ts"

const skipReason = async (): Promise<string | undefined> =>
  (await loadFastCheck()) ? undefined : "random programs need fast-check: npm install --save-dev fast-check"

const withoutOne = <T>(list: readonly T[]): T[][] =>
  list.map((_, nth) => [...list.slice(0, nth), ...list.slice(nth + 1)])

const withoutOneCall = (callers: readonly CallerSteps[]): CallerSteps[][] =>
  callers.flatMap((caller, nth) =>
    withoutOne(caller).map((shorter) =>
      [...callers.slice(0, nth), shorter, ...callers.slice(nth + 1)].filter(({ length }) => length > 0),
    ),
  )

/** A case about several callers at once; its operations are those of the scenario. */
const scenarioCase = (
  about: Omit<Case, "run" | "needs" | "skipReason" | "clause">,
  scenario: Scenario,
): Case => {
  const steps = [...scenario.before, ...scenario.steps, ...scenario.after]
  const own: Case = {
    ...about,
    clause: "SEC-B9",
    needs: [...new Set(steps.map(({ op }) => op))],
    skipReason,
    run: (t) =>
      checkPrograms(own, t, {
        make: (fc) => concurrentPrograms(fc, scenario.steps),
        run: (callers) => runScenario(t, scenario, callers),
        shorter: withoutOneCall,
        runs: 15,
      }),
  }
  return own
}

const anyProgram: Case = {
  id: "programs/one-caller",
  level: "must",
  clause: "SEC-O4",
  also: ["SEC-A5"],
  title: "Any sequence of calls answers what the contract says",
  harm: "Some order of sign-ups, changes and deletions leaves people with wrong or missing rows.",
  needs: ["createUser", "getUser", "getUserByEmail", "updateUser"],
  skipReason,
  run: (t: CaseContext) =>
    checkPrograms(anyProgram, t, {
      make: programs,
      run: (program) => runProgram(t, program),
      shorter: withoutOne,
      runs: 40,
    }),
}

/** Random programs of calls, shrunk to the shortest that fails. */
export const programCases: readonly Case[] = [
  anyProgram,
  scenarioCase(
    {
      id: "programs/callers-of-a-session",
      level: "must",
      title: "Callers that create, extend, read and end one session at once see one order of events",
      harm: "A session that was ended signs in again, or outlives its user.",
      evidence:
        "@auth/upstash-redis-adapter and @auth/unstorage-adapter: updateSession writes back what it read",
      fix: "Extend a session by an update that only matches while the row is there; never by an upsert.",
    },
    sessionScenario,
  ),
  scenarioCase(
    {
      id: "programs/callers-of-a-token",
      level: "must",
      title: "Callers that create and use verification tokens at once see one order of events",
      harm: "A link works twice, or for nobody.",
      evidence: "11 of 24 official adapters read a token first and delete it later",
      fix: "Delete and return the row in one statement, or check that your delete removed it.",
    },
    tokenScenario,
  ),
  scenarioCase(
    {
      id: "programs/callers-of-an-email",
      level: "must",
      title: "Callers that sign up, change and leave email addresses at once see one order of events",
      harm: "Two people share one address, and a link sent there signs in either.",
      evidence: "@auth/pg-adapter, @auth/mongodb-adapter: no unique index on the address",
      fix: "Put a unique index on the address and let it decide; move the index entry in the same step.",
    },
    emailScenario,
  ),
  scenarioCase(
    {
      id: "programs/callers-of-an-account",
      level: "must",
      title: "Callers that link and unlink one provider account at once see one order of events",
      harm: "An account moves to another user, who is then signed in with it.",
      evidence: "@auth/typeorm-adapter, @auth/dynamodb-adapter: one account linked to two users",
      fix: "Make (provider, providerAccountId) the primary key and insert without overwriting.",
    },
    accountScenario,
  ),
  scenarioCase(
    {
      id: "programs/callers-of-a-user",
      level: "must",
      title: "Changes of different fields of a user at once all count",
      harm: "A change that was confirmed is gone.",
      evidence: "@auth/pg-adapter, @auth/d1-adapter: updateUser reads the row and writes it back whole",
      fix: "Write only the fields that are given.",
    },
    fieldScenario,
  ),
  scenarioCase(
    {
      id: "programs/callers-of-a-counter",
      level: "should",
      also: ["SEC-F1"],
      title: "Callers that raise one passkey counter at once never see it go down",
      harm: "A cloned passkey goes unnoticed.",
      evidence: "all official adapters set the counter without looking",
      fix: "Update the counter where the stored one is not higher.",
    },
    counterScenario,
  ),
]
