import { inspect } from "node:util"
import { createClient } from "@libsql/client"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { redactError } from "../../../src/auth/adapter/normalize-adapter.ts"
import type { Provider } from "../../../src/auth/config/provider.ts"
import type { Core } from "../../../src/auth/core/core.ts"
import { notSent } from "../../../src/auth/email/send-mail.ts"
import { createCodeExchange } from "../../../src/auth/oauth/code-exchange.ts"
import { createProviderConnections } from "../../../src/auth/oauth/provider-connections.ts"
import { describeError } from "../../../src/cli/terminal/describe-error.ts"
import { asMortiseError } from "../../../src/http/protocol/wire-error.ts"
import { safeCause } from "../../../src/sql/errors/safe-cause.ts"
import { redisError } from "../../../src/stores/redis/connection/redis-errors.ts"
import { libsqlAdapter } from "../../../src/stores/sql/adapters/libsql-adapter.ts"

const secret = "ada@example.com"
const thrown = () => new Error(`refused ${secret}`, { cause: new Error(`below ${secret}`) })

/** Every place that replaces an error by one without its message. */
const places: Readonly<Record<string, (error: unknown) => unknown>> = {
  "a SQL store": (error) => safeCause(error),
  Redis: (error) => redisError(error, true),
  "an adapter that is not from Mortise": (error) => redactError(error, [secret]),
  "a mailer": notSent,
  "an HTTP server": (error) => asMortiseError(error, "read").message,
  "the command line": describeError,
}

const print = vi.spyOn(console, "error")
beforeEach(() => void print.mockReset().mockImplementation(() => {}))
afterEach(() => vi.unstubAllEnvs())

/** All that a program can print about an error. */
const textOf = (error: unknown): string =>
  [inspect(error, { depth: 9, showHidden: true }), JSON.stringify(error), String(error)].join("\n")

const printed = (): string => print.mock.calls.flat().join("\n")

describe.each(Object.entries(places))("%s", (_, replace) => {
  test("prints the messages to standard error with MORTISE_SHOW_CAUSES=1, and keeps them out of its error", async () => {
    vi.stubEnv("MORTISE_SHOW_CAUSES", "1")
    expect(textOf(await replace(thrown()))).not.toContain(secret)
    expect(printed()).toBe(`MORTISE_SHOW_CAUSES: Error refused ${secret}, caused by Error below ${secret}`)
  })

  test.each([undefined, "", "0"])("prints nothing if the variable is %j", async (value) => {
    vi.stubEnv("MORTISE_SHOW_CAUSES", value)
    expect(textOf(await replace(thrown()))).not.toContain(secret)
    expect(print).not.toHaveBeenCalled()
  })
})

describe("an operation on a database that fails", () => {
  const failure = async () => {
    const client = createClient({ url: ":memory:" })
    const fail = () => Promise.reject(thrown())
    const adapter = libsqlAdapter(Object.assign(client, { execute: fail, batch: fail, transaction: fail }))
    return adapter.createUser({ id: "1", email: secret, emailVerified: null }).catch((error) => error)
  }

  test("prints the client's message, and its error names the variable", async () => {
    vi.stubEnv("MORTISE_SHOW_CAUSES", "1")
    const error = await failure()
    expect(textOf(error)).not.toContain(secret)
    expect(error.cause.message).toContain("set MORTISE_SHOW_CAUSES=1 to print it to standard error")
    expect(printed()).toContain(`refused ${secret}`)
  })

  test("prints nothing without the variable", async () => {
    expect(textOf(await failure())).not.toContain(secret)
    expect(print).not.toHaveBeenCalled()
  })
})

test("a provider that cannot be reached prints why", async () => {
  vi.stubEnv("MORTISE_SHOW_CAUSES", "1")
  const core = { settings: { origin: "https://example.com", callbackPath: "/callback" }, now: Date.now }
  const provider = { type: "oidc", id: "idp", issuer: "http://127.0.0.1:1", clientId: "a", clientSecret: "b" }
  const exchange = createCodeExchange(core as unknown as Core, createProviderConnections(core))
  const checks = { state: "s", nonce: "n", verifier: "v" }
  await expect(exchange.authorizationUrl(provider as unknown as Provider, checks)).rejects.toThrow(
    "its configuration cannot be read",
  )
  expect(printed()).toMatch(/^MORTISE_SHOW_CAUSES: \w*Error .*/)
})

describe("without an environment", () => {
  const denied = {
    get env(): never {
      throw new Error("NotCapable")
    },
  }
  test.each([
    ["no process", undefined],
    ["no env", {}],
    ["an env that may not be read", denied],
  ])("%s prints nothing", (_, process) => {
    vi.stubGlobal("process", process)
    const { message } = safeCause(thrown())
    vi.unstubAllGlobals()
    expect(message).toContain("withheld")
    expect(print).not.toHaveBeenCalled()
  })
})

test("an error that is its own cause is printed a limited number of times, and a thrown value that is not an object is printed too", () => {
  vi.stubEnv("MORTISE_SHOW_CAUSES", "1")
  const endless = Object.assign(new Error("again"), { code: "E1", cause: undefined as unknown })
  endless.cause = endless
  safeCause(endless)
  expect(printed().split("Error E1 again")).toHaveLength(6)
  safeCause("text")
  safeCause({ code: 5, message: "plain" })
  expect(printed()).toMatch(/: text\n.*: Error 5 plain$/)
})
