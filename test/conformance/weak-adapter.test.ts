import { expect, test } from "vitest"
import { run } from "../../src/conformance/run.ts"
import { mutants } from "./mutants/index.ts"
import { breaking, type Mutant } from "./mutants/mutant.ts"
import { partialDeletion } from "./mutants/partial-deletion.ts"
import { mutantSetup } from "./support/mutant-setup.ts"

// The faults of one adapter that passes all 22 tests of the suite that the official adapters have, and the
// case that tells its author of each.
const faults = {
  "token-used-by-many": "races/one-use-of-a-token",
  "account-found-without-provider": "accounts/unknown-owner-is-null",
  "unlink-ignores-provider": "unlinking/others-stay",
  "passkey-list-empty": "authenticators/listed-by-user",
  "counter-not-stored": "counters/stored-and-returned",
  "token-answer-is-a-count": "verification-tokens/created-is-returned",
  "update-session-answers-garbage": "session-updates/move-the-expiry",
  "delete-session-answers-another": "sign-outs/session-is-gone",
  "create-session-answers-a-stub": "sessions/created-is-returned",
  "update-user-answers-the-changes": "user-updates/return-the-whole-user",
  "create-user-answers-a-stub": "users/created-is-returned",
}

const deletion = ["cascades/sessions-go", "cascades/accounts-go", "cascades/passkeys-go"]

/** deleteUser that takes one session and one account along, and no passkey. */
const deletesOne: Mutant["make"] = breaking((good) =>
  partialDeletion(good, { sessions: 1, accounts: 1, authenticators: 0 }),
)

const makerOf = (name: string): Mutant["make"] => {
  const mutant = mutants.find((each) => each.name === name)
  if (!mutant) throw new Error(`There is no mutant ${name}`)
  return mutant.make
}

test("one adapter with all the faults that the older suite lets through: each has a case of its own", async () => {
  const makers = [deletesOne, ...Object.keys(faults).map(makerOf)]
  const make: Mutant["make"] = (good) => makers.reduce((adapter, next) => next(adapter), good)
  const expected = [...Object.values(faults), ...deletion]
  expect(new Set(expected).size).toBe(expected.length)

  const report = await run({ factory: () => mutantSetup({ make }), onLine: false })
  const failed = report.results.filter(({ status }) => status === "failed").map(({ id }) => id)
  expect(failed).toEqual(expect.arrayContaining(expected))
})

test.each(Object.entries(faults))("with the fault %s mended, %s passes", async (fault, by) => {
  const makers = [
    deletesOne,
    ...Object.keys(faults)
      .filter((name) => name !== fault)
      .map(makerOf),
  ]
  const make: Mutant["make"] = (good) => makers.reduce((adapter, next) => next(adapter), good)
  const alone = await run({ factory: () => mutantSetup({ make: makerOf(fault) }), only: [by], onLine: false })
  const mended = await run({ factory: () => mutantSetup({ make }), only: [by], onLine: false })
  expect([alone.failed, mended.failed]).toEqual([1, 0])
})
