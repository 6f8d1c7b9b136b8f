import { afterAll, beforeEach } from "vitest"
import { startTokenProvider, type TokenProvider } from "./token-provider.ts"

/** A provider for all tests of a file. Before each test, it forgets what it has received. */
export async function sharedProvider(): Promise<TokenProvider> {
  const provider = await startTokenProvider()
  afterAll(() => provider.close())
  beforeEach(() => {
    for (const record of [provider.sent, provider.revoked, provider.alarms]) record.length = 0
  })
  return provider
}
