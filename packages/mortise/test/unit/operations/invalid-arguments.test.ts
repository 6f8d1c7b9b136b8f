import { inspect } from "node:util"
import { beforeEach, describe, expect, test } from "vitest"
import { defaultSchema } from "../../../src/contract/build-schema.ts"
import { operations } from "../../../src/contract/operations.ts"
import { MortiseError } from "../../../src/index.ts"
import { addAda } from "../../support/ada.ts"
import { type BadValue, badValues, canary } from "../support/bad-values.ts"
import {
  counterCalls,
  goodWrites,
  isGoodIn,
  keyCalls,
  keyObjectCalls,
  untyped,
  writeCalls,
} from "../support/every-call.ts"
import { everything } from "../support/rows.ts"
import { spyOnStore } from "../support/store-spy.ts"

const invalid = { name: "MortiseError", code: "invalid" }
const prototypeNames = Object.getOwnPropertyNames(Object.prototype)

async function openSpied() {
  const { adapter, calls } = spyOnStore()
  await addAda(adapter)
  calls.length = 0
  return { calls, adapter: untyped(adapter) }
}

let store: Awaited<ReturnType<typeof openSpied>>
beforeEach(async () => {
  store = await openSpied()
})

/** The outcome of a call that must not reach the store: "absent", or the error. */
async function outcome(call: Promise<unknown>, where: string): Promise<"absent" | MortiseError> {
  const answer = await call.catch((error: unknown) => error)
  expect(store.calls, `${where}: calls of the store`).toEqual([])
  if (answer === null || answer === undefined || (Array.isArray(answer) && answer.length === 0))
    return "absent"
  expect(answer, where).toBeInstanceOf(MortiseError)
  const error = answer as MortiseError
  expect(error.stack + JSON.stringify(error) + inspect(error), `${where}: the logged error`).not.toContain(
    canary,
  )
  return error
}

test("there are at least thirty kinds of bad values", () => {
  expect(new Set(badValues.map(({ name }) => name)).size).toBeGreaterThanOrEqual(30)
})

describe.each(badValues)("SEC-J1 SEC-J2 SEC-J3 $name", (bad: BadValue) => {
  test("as a key: null or invalid, without a call of the store", async () => {
    for (const [where, call] of keyCalls) {
      const answer = await outcome(call(store.adapter, bad.make()), where)
      const isUnusableId = bad.make() === 0 && where.includes("providerAccountId")
      if (bad.asKey === "absent" || isUnusableId) expect(answer, where).toBe("absent")
      else expect(answer, where).toMatchObject(invalid)
    }
  })

  test("instead of an object with a key: null or invalid, without a call of the store", async () => {
    for (const operation of keyObjectCalls) {
      const answer = await outcome(store.adapter[operation](bad.make()), operation)
      if (bad.asObject === "absent") expect(answer, operation).toBe("absent")
      else expect(answer, operation).toMatchObject({ ...invalid, operation })
    }
  })

  test("instead of a row: invalid, without a call of the store", async () => {
    for (const operation of writeCalls) {
      const answer = await outcome(store.adapter[operation](bad.make()), operation)
      expect(answer, operation).toMatchObject({ ...invalid, operation })
    }
  })

  test("in each field of a row: invalid with the name of the field, without a call of the store", async () => {
    for (const operation of writeCalls)
      for (const column of defaultSchema().models[operations[operation].model].fields) {
        if (isGoodIn(operation, column, bad)) continue
        const row = { ...goodWrites[operation], [column.name]: bad.make() }
        const where = `${operation}.${column.name}`
        const answer = await outcome(store.adapter[operation](row), where)
        expect(answer, where).toMatchObject({ ...invalid, operation, fields: [column.name] })
      }
  })

  test("in updateAuthenticatorCounter: invalid, without a call of the store", async () => {
    for (const [where, call] of counterCalls) {
      if (where === "newCounter" && bad.fits.includes("integer")) continue
      const answer = await outcome(call(store.adapter, bad.make()), where)
      expect(answer, where).toMatchObject({ ...invalid, operation: "updateAuthenticatorCounter" })
    }
  })
})

test("a field accepts each of these values that fits it", async () => {
  for (const bad of badValues)
    for (const operation of writeCalls)
      for (const column of defaultSchema().models[operations[operation].model].fields) {
        if (!isGoodIn(operation, column, bad)) continue
        store = await openSpied()
        const row = { ...goodWrites[operation], [column.name]: bad.make() }
        expect(await store.adapter[operation](row), `${operation}.${column.name}`).toBeTypeOf("object")
      }
})

test("SEC-J5 bad values change no row and do not pollute Object.prototype", async () => {
  const before = await everything(store.adapter)
  for (const { make } of badValues) {
    for (const [where, call] of [...keyCalls, ...counterCalls])
      if (make() !== 0) await outcome(call(store.adapter, make()), where)
    for (const operation of [...keyObjectCalls, ...writeCalls])
      await outcome(store.adapter[operation](make()), operation)
  }
  expect(await everything(store.adapter)).toEqual(before)
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(prototypeNames)
})
