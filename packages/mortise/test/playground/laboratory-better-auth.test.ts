import { expect, test } from "vitest"
import { betterAuth, betterAuthSubjects } from "../../../../playground/laboratory/better-auth.ts"
import { createTally } from "../../../../playground/laboratory/tally.ts"
import type { Subject } from "../../../../playground/protocol.ts"

test.each(betterAuthSubjects)(
  "the laboratory counts the rules that $name breaks",
  async ({ role, title, open }) => {
    const seen: Subject[] = []
    const tally = createTally({ title, role }, (subject) => seen.push(subject))
    await betterAuth(open, tally, ["unique/accounts", "unique/updates"])
    const broken = role === "mortise" ? 0 : 1
    expect(seen.at(-1)).toMatchObject({
      ...{ role, title, doneRounds: 2, totalRounds: 2, violations: broken },
      measures: [
        {
          label: expect.stringContaining(
            "create refuses an account of one provider with one account id that exists",
          ),
          value: 1 - broken,
          expected: 1,
        },
        { value: 1, expected: 1 },
      ],
    })
    const details = [expect.stringMatching(/^Expected a second create: an error. Received \{ accountId/)]
    expect(seen.at(-1)?.measures[0]?.details).toEqual(broken === 0 ? undefined : details)
  },
)
