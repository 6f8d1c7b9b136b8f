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
    const rule = "create refuses an account of one provider with one account id that exists"
    expect(seen.at(-1)).toMatchObject({
      ...{ role, title, doneRounds: 2, totalRounds: 2, violations: broken },
      measures: [
        { label: "Rules checked", value: 2 },
        {
          ...{ label: "Rules broken", value: broken, expected: 0 },
          details: broken === 0 ? [] : [expect.stringContaining(rule)],
        },
      ],
    })
  },
)
