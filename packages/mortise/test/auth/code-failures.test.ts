import { expect, test } from "vitest"
import { createCodeFailures } from "../../src/auth/email/codes/code-failures.ts"

test("codes are refused if the adapter cannot count attempts", async () => {
  const failures = createCodeFailures({} as never, {} as never)
  await expect(failures.countAttempt("ada@example.com", {} as never)).rejects.toMatchObject({
    code: "missing_operation",
  })
})
