import { test } from "vitest"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { accessTokens } from "../../src/tokens/index.ts"
import { expectSuite } from "../layers/support/expect-suite.ts"
import { unusedUrl } from "./support/token-provider.ts"

test("the suite passes with revokeOnRemoval, for accounts of a provider that cannot be reached", async () => {
  const url = await unusedUrl()
  const github = { id: "github", type: "oauth", clientId: "app", token: url, revocation: url } as const
  await expectSuite(() => {
    const adapter = memoryAdapter({ onWarning: false })
    const { revokeOnRemoval } = accessTokens({ adapter, providers: [github] })
    return { adapter: revokeOnRemoval(adapter) }
  })
})
