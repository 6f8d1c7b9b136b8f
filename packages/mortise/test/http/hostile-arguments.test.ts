import { describe, expect, test } from "vitest"
import { everyPermission } from "../../../workshop/src/http/every-permission.ts"
import { defaultSchema } from "../../src/contract/build-schema.ts"
import { getCalls } from "../../src/http/protocol/calls.ts"
import { createServiceKey, serve } from "../../src/http/server.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"

const calls = [...getCalls(defaultSchema(), () => {}).values()]

async function open() {
  const { key, record } = await createServiceKey({ id: "web", permissions: everyPermission })
  const server = serve(memoryAdapter({ onWarning: () => {} }), { keys: [record], onWarning: () => {} })
  return async (name: string, body: string) => {
    const headers = {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "idempotency-key": crypto.randomUUID(),
    }
    const response = await server(
      new Request(`https://data.example/v1/${name}`, { method: "POST", headers, body }),
    )
    const { error }: { error?: { code: string } } = await response.json()
    return error?.code ?? "result"
  }
}

const strange = [
  ...["null", "true", "0", "-1", "1e300", '""', '"x"', '"\\ud800"', '"\\u0000"', "[]", "{}"],
  ...["[null]", "[[]]", '{"":{}}', '{"__proto__":{"id":"x"}}', '{"constructor":null,"toString":1}'],
  ...['{"id":[]}', '{"key":{}}', '{"key":"k","expires":"never"}', '{"now":0}', '{"after":[]}', '{"user":[]}'],
]

describe("SEC-J1 SEC-J2 arguments of any shape", () => {
  test.each(calls.map(({ name, takes }) => [name, takes.length] as const))(
    "%s accepts them or reports them as invalid, and nothing crashes",
    async (name, count) => {
      const call = await open()
      const lists = strange.flatMap((one) => [
        one,
        Array<string>(count).fill(one).join(),
        `"x",${one}`,
        `${one},"2098-01-01T00:00:00.000Z"`,
      ])
      for (const args of ["", ...lists])
        expect(["result", "invalid", "not_found"], args).toContain(await call(name, `{"args":[${args}]}`))
    },
  )

  test.each([
    '{"args":["x"],"more":1}',
    '{"args":["x","y"]}',
    '{"args":{}}',
    '{"args":"x"}',
    "{}",
    "[]",
    "null",
    '["x"]',
  ])("a body of %s is invalid", async (body) => {
    const call = await open()
    expect(await call("getUser", body)).toBe("invalid")
  })
})
