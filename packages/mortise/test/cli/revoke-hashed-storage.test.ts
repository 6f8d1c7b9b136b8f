import { expect, test } from "vitest"
import { mortiseStorage } from "../../src/better-auth/index.ts"
import { hashedSessions } from "../../src/layers/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { isSignedIn, openApplication } from "../better-auth/layers/application.ts"
import { revokeOnAuth } from "./support/auth-breach.ts"
import { listFile } from "./support/breach.ts"

test.each([false, true])(
  "mortise revoke ends hashed sessions in a secondary storage (in the database too: %s)",
  async (storeSessionInDatabase) => {
    const application = await openApplication({
      secondaryStorage: hashedSessions(mortiseStorage(memoryAdapter())),
      session: { storeSessionInDatabase },
    })
    const { apply, receipt } = revokeOnAuth(application)
    const visitors = [application.visit(), application.visit(), application.visit()] as const
    const [ada, phone, eve] = visitors
    await ada.signUp("ada@example.com")
    await phone.signIn("ada@example.com")
    await eve.signUp("eve@example.com")
    expect((await apply("--users", listFile("ada@example.com"), "--sessions")).code).toBe(0)
    expect(receipt().ended.sessions).toBe(2)
    expect(await Promise.all(visitors.map(isSignedIn))).toEqual([false, false, true])
  },
)
