import { afterEach, expect, test } from "vitest"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { openLibsql } from "../their-suite/open-databases.ts"

const place = Symbol.for("better-auth:global")
const globals = globalThis as { [place]?: object | undefined }
const original = globals[place]

afterEach(() => {
  globals[place] = original
})

test("Better Auth outside the supported versions is refused with the range", async () => {
  const { client, close } = await openLibsql()
  const database = mortiseDatabase(client)
  for (const version of ["1.6.33", "1.5.40", "0.9.0", "2.0.0", "2.0.0-beta.1"]) {
    globals[place] = { version, epoch: 1 }
    expect(() => database({}), version).toThrow(`1.6.34 or newer, below 2.0.0, and this is ${version}`)
  }
  for (const version of ["1.6.34", "1.7.7", "1.10.0", "1.8.0-beta.2"]) {
    globals[place] = { version, epoch: 1 }
    expect(() => database({}), version).not.toThrow()
  }
  globals[place] = undefined
  const adapter = database({})
  globals[place] = { ...original, version: "1.5.0" }
  await expect(adapter.count({ model: "user" })).rejects.toMatchObject({ code: "invalid" })
  await close()
})

test("a version that cannot be told is not refused: of a build from source, or one of several", async () => {
  const { client, close } = await openLibsql()
  const database = mortiseDatabase(client)
  for (const version of ["", "unknown", "canary", "workspace:*", "1.7"]) {
    globals[place] = { version, epoch: 1 }
    expect(() => database({}), version).not.toThrow()
  }
  globals[place] = { version: "1.5.0", epoch: 2 }
  expect(() => database({})).not.toThrow()
  await close()
})
