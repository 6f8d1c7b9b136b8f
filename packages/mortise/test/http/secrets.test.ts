import { inspect } from "node:util"
import { describe, expect, test, vi } from "vitest"
import { listen } from "../../../workshop/src/http/listen.ts"
import { nodeListener } from "../../src/cli/serve/node-listener.ts"
import { httpAdapter } from "../../src/http/client.ts"
import { createService } from "../../src/http/server/service.ts"
import { createServiceKey } from "../../src/http/server.ts"
import { operationNames } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"

const canary = "canary-9182-secret"
const expires = new Date("2098-01-01T00:00:00.000Z")

/** Arguments of each operation, with a secret in every field that can hold one. */
const argumentsOf: Readonly<Record<(typeof operationNames)[number], readonly unknown[]>> = {
  createUser: [{ id: canary, email: `${canary}@example.com`, name: canary, nickname: canary }],
  getUser: [canary],
  getUserByEmail: [canary],
  getUserByAccount: [{ provider: canary, providerAccountId: canary }],
  updateUser: [{ id: canary, name: canary }],
  deleteUser: [canary],
  linkAccount: [
    { userId: canary, type: "oauth", provider: "x", providerAccountId: canary, access_token: canary },
  ],
  unlinkAccount: [{ provider: canary, providerAccountId: canary }],
  getAccount: [canary, canary],
  createSession: [{ sessionToken: canary, userId: canary, expires }],
  getSessionAndUser: [canary],
  updateSession: [{ sessionToken: canary, expires }],
  deleteSession: [canary],
  createVerificationToken: [{ identifier: canary, token: canary, expires }],
  useVerificationToken: [{ identifier: canary, token: canary }],
  createAuthenticator: [{ credentialID: canary, userId: canary }],
  getAuthenticator: [canary],
  listAuthenticatorsByUserId: [canary],
  updateAuthenticatorCounter: [canary, 1],
}

/** An adapter whose operations all fail with secrets in their messages. */
const talkative = () => {
  const store = memoryAdapter()
  const failing = operationNames.map((name) => [
    name,
    () => Promise.reject(Object.assign(new Error(`SQL failed near '${canary}'`), { parameters: [canary] })),
  ])
  return { ...store, ...Object.fromEntries(failing) }
}

describe("SEC-K8 SEC-M1 no secret is visible", () => {
  test.each([
    ["an adapter that works", memoryAdapter],
    ["an adapter with secrets in its errors", talkative],
  ])("in errors, headers, URLs, onRequest and the console, over %s", async (_, make) => {
    const printed: unknown[] = []
    const spies = (["log", "warn", "error", "info", "debug"] as const).map((method) =>
      vi.spyOn(console, method).mockImplementation((...args) => void printed.push(args)),
    )
    const { key, record } = await createServiceKey({ id: "web", permissions: ["operations"] })
    const seen: unknown[] = [record]
    const server = createService(make(), { keys: [record], onRequest: (one) => seen.push(one) })
    const { url, close } = await listen(
      nodeListener(async (request, connection) => {
        const reply = await server.answer(request, connection)
        seen.push(request.url, reply.headers)
        if (reply.status !== 200) seen.push(reply.body)
        return reply
      }),
    )
    const adapter = httpAdapter({ url, key, retries: 0 })
    const call = adapter as unknown as Record<string, (...args: readonly unknown[]) => Promise<unknown>>
    let failures = 0
    for (const name of operationNames) {
      // Twice, so that created rows are conflicts the second time.
      for (const _ of [1, 2])
        await call[name]?.(...argumentsOf[name]).catch((error) => {
          failures++
          seen.push(inspect(error, { depth: 9 }), JSON.stringify(error), error.message, error.stack)
        })
    }
    await close()
    await adapter.createUser({ email: canary }).catch((error) => seen.push(inspect(error, { depth: 9 })))
    for (const spy of spies) spy.mockRestore()
    expect(failures).toBeGreaterThan(3)
    const everything = inspect([seen, printed], { depth: 9, maxArrayLength: null, maxStringLength: null })
    expect(everything).not.toContain(canary)
    expect(everything).not.toContain(key)
  })
})
