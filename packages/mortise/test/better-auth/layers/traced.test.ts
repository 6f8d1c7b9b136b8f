import { emailOTP } from "better-auth/plugins"
import { expect, test } from "vitest"
import type { Database } from "../../../src/better-auth/index.ts"
import {
  audited,
  encryptedTokens,
  hashedSessions,
  type TelemetryAttributes,
  type TelemetryMeter,
  type TelemetryTracer,
  traced,
} from "../../../src/layers/index.ts"
import { auditKey } from "../../layers/support/audited-memory.ts"
import { openApplication, password } from "./application.ts"
import { emailAndPassword, newUser } from "./audited-application.ts"

const email = "ada@example.com"

type Span = { readonly name: string; readonly attributes: Record<string, string | number> }

/** Telemetry that keeps the spans that ended, and the attributes of the durations. */
function startTelemetry() {
  const spans: Span[] = []
  const durations: TelemetryAttributes[] = []
  const tracer: TelemetryTracer = {
    startActiveSpan(name, options, run) {
      const span: Span = { name, attributes: { ...options.attributes } }
      return run({
        setAttribute: (key, value) => Object.assign(span.attributes, { [key]: value }),
        setAttributes: (attributes) => Object.assign(span.attributes, attributes),
        setStatus: ({ code }) => Object.assign(span.attributes, { status: code }),
        end: () => void spans.push(span),
      })
    },
  }
  const meter: TelemetryMeter = {
    createHistogram: () => ({ record: (_, attributes) => void durations.push(attributes) }),
  }
  return { spans, durations, tracer, meter }
}

/** A span in a few words. */
const brief = ({ name, attributes }: Span): string => {
  const { "mortise.outcome": outcome, "error.type": type, status } = attributes
  const counts = [attributes["db.response.returned_rows"], attributes["mortise.deleted_rows"]]
  return [name, outcome, type, status, ...counts].filter((part) => part !== undefined).join(" ")
}

test("every method is a span by the conventions for databases, and a duration", async () => {
  const { spans, durations, ...telemetry } = startTelemetry()
  const { adapter } = await openApplication({ user: { modelName: "people" } }, (database) =>
    traced(database, telemetry),
  )
  const where = [{ field: "email", value: email }]
  await adapter.create({ model: "user", data: newUser(email) })
  await expect(adapter.create({ model: "user", data: newUser(email) })).rejects.toThrow()
  await adapter.findOne({ model: "user", where })
  await adapter.findOne({ model: "people", where: [{ field: "id", value: "nobody" }] })
  await adapter.findMany({ model: "user" })
  await adapter.count({ model: "user" })
  await adapter.update({ model: "user", where, update: { name: "Ada L." } })
  await adapter.updateMany({ model: "user", where, update: { name: "Ada" } })
  await adapter.incrementOne({ model: "user", where, increment: {}, set: { name: "Ada L." } })
  await adapter.transaction((inner) => inner.deleteMany({ model: "session", where: [] }))
  await adapter.consumeOne({ model: "user", where })
  await adapter.delete({ model: "user", where })
  await expect(adapter.findOne({ model: "canary", where })).rejects.toThrow("canary")
  expect(spans.map(brief)).toEqual([
    "create user applied",
    "create user refused conflict 2",
    "findOne user found",
    "findOne user absent",
    "findMany user found 1",
    "count user found",
    "update user applied",
    "updateMany user applied",
    "incrementOne user applied",
    "deleteMany session absent 0",
    "consumeOne user applied",
    "delete user applied",
    "findOne failed BetterAuthError 2",
  ])
  expect(spans[0]?.attributes).toEqual({
    "db.system.name": "sqlite",
    "db.operation.name": "create",
    "db.collection.name": "user",
    "mortise.outcome": "applied",
  })
  expect(durations.length).toBe(spans.length)
  expect(durations[0]).toEqual(spans[0]?.attributes)
})

test("with all layers, no value is in a span or a record, and the database is found", async () => {
  const { spans, durations, ...telemetry } = startTelemetry()
  const records: unknown[] = []
  const codes: string[] = []
  const keys = [{ id: "first", secret: crypto.getRandomValues(new Uint8Array(32)) }]
  const wrap = (database: Database) =>
    traced(
      audited(encryptedTokens(hashedSessions(database), { keys }), (batch) => void records.push(...batch), {
        key: auditKey,
      }),
      telemetry,
    )
  const { visit, column, findUserId } = await openApplication(
    {
      emailAndPassword,
      plugins: [emailOTP({ sendVerificationOTP: async ({ otp }) => void codes.push(otp) })],
    },
    wrap,
  )
  const ada = visit()
  const tokens = [await ada.signUp(email), await ada.signIn(email)]
  const stored = [...(await column("account", "password")), ...(await column("session", "token"))]
  await ada.post("/email-otp/send-verification-otp", { email, type: "sign-in" })
  expect((await visit().post("/sign-in/email-otp", { email, otp: codes[0] })).status).toBe(200)
  const secrets = [...tokens, ...codes, ...stored, password, email, await findUserId(email)]
  const text = JSON.stringify([spans, durations, records])
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  expect(spans.length).toBeGreaterThan(records.length)
  expect(records.length).toBeGreaterThan(6)
})

test("the order of layers holds", async () => {
  const { database } = await openApplication()
  const { tracer, meter } = startTelemetry()
  const outer = traced(database, { tracer, meter })
  expect(() => audited(outer, () => {}, { key: auditKey })).toThrow("Add audited before traced")
  expect(() => hashedSessions(outer)).toThrow("already")
  expect(() => traced(outer)).toThrow("already")
})
