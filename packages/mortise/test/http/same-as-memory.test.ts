import { beforeEach, describe, expect, test } from "vitest"
import { defaultSchema } from "../../src/contract/build-schema.ts"
import { operations } from "../../src/contract/operations.ts"
import { MortiseError } from "../../src/index.ts"
import { addAda } from "../support/ada.ts"
import { openMemory } from "../support/memory.ts"
import { badValues, canary } from "../unit/support/bad-values.ts"
import {
  counterCalls,
  goodWrites,
  keyCalls,
  keyObjectCalls,
  type Untyped,
  untyped,
  writeCalls,
} from "../unit/support/every-call.ts"
import { openDirect } from "./support/open-direct.ts"

/** The outcome of a call. Generated ids differ, so the contents of rows are not compared. */
async function outcome(call: Promise<unknown>): Promise<object> {
  try {
    const result = await call
    return result === null || result === undefined || Array.isArray(result)
      ? { result }
      : { fields: Object.keys(result) }
  } catch (error) {
    if (!(error instanceof MortiseError)) return { thrown: String(error) }
    expect(`${error.message} ${error.stack}`).not.toContain(canary)
    const { code, operation, model, fields } = error
    return { code, operation, model, fields }
  }
}

describe("SEC-J2 SEC-J3 SEC-K9 invalid arguments have the same outcome over HTTP as without it", () => {
  let near: Untyped
  let far: Untyped
  beforeEach(async () => {
    const [here, there] = [openMemory().adapter, openMemory().adapter]
    await addAda(here)
    await addAda(there)
    near = untyped(here)
    far = untyped((await openDirect(there, { client: { onWarning: () => {} } })).adapter)
  })

  // When several fields are invalid, the order in which they are reported is not specified.
  const expectSameCode = async (call: (adapter: Untyped) => Promise<unknown>, where: string) => {
    const expected = { ...(await outcome(call(near))), model: undefined, fields: undefined }
    expect({ ...(await outcome(call(far))), model: undefined, fields: undefined }, where).toEqual(expected)
  }
  const expectSame = async (call: (adapter: Untyped) => Promise<unknown>, where: string) =>
    expect(await outcome(call(far)), where).toEqual(await outcome(call(near)))

  test.each(badValues)("$name, as a key", async ({ make }) => {
    for (const [where, call] of keyCalls) await expectSameCode((adapter) => call(adapter, make()), where)
    for (const name of keyObjectCalls) await expectSameCode((adapter) => adapter[name](make()), name)
    for (const [where, call] of counterCalls) await expectSameCode((adapter) => call(adapter, make()), where)
  })

  test.each(badValues)("$name, instead of a row", async ({ make }) => {
    for (const name of writeCalls) await expectSameCode((adapter) => adapter[name](make()), name)
  })

  test.each(badValues)("$name, in a field of a row", async ({ make }) => {
    for (const name of writeCalls)
      for (const field of defaultSchema().models[operations[name].model].fields) {
        const argument = () => ({ ...goodWrites[name], [field.name]: make() })
        await expectSame((adapter) => adapter[name](argument()), `${name}.${field.name}`)
      }
  })
})
