import { expect, test } from "vitest"
import { type Beginning, begin } from "../../../src/sql/drivers/postgres/begin.ts"
import { errorContext } from "../../../src/sql/errors/error-context.ts"

const lost = Object.assign(new Error("write CONNECTION_CLOSED"), { code: "CONNECTION_CLOSED" })
const lose = () => Promise.reject({ ...lost })

/** What is known about the error of a transaction through a client. */
const failOn = async (client: Beginning) =>
  errorContext(await begin(client, async () => {}).catch((error) => error))

test("a connection of postgres.js that is lost at BEGIN has sent nothing, so the transaction is tried again", async () => {
  expect(await failOn({ begin: lose })).toEqual({ code: "transient" })
})

test("one that is lost at COMMIT may have stored everything", async () => {
  expect(await failOn({ begin: (work) => work({} as never).then(lose) })).toEqual({})
})
