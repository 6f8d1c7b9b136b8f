import { createServiceKey, type ServeOptions, serve } from "../../../src/http/server.ts"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"
import { countingAdapter } from "./counting-adapter.ts"

export const key = "0123456789abcdef"
export const ada = { id: "ada", email: "ada@example.com" }

/** A server on memory with a manual clock, and a function that sends it a write. */
export async function openWrites(options: Partial<ServeOptions> = {}, store = memoryAdapter()) {
  let time = Date.now()
  const { adapter, calls } = countingAdapter(store)
  const first = await createServiceKey({ id: "first", permissions: ["operations", "slots"] })
  const second = await createServiceKey({ id: "second", permissions: ["operations"] })
  const start = () => serve(adapter, { keys: [first.record, second.record], now: () => time, ...options })
  let server = start()
  const write = async (name: string, args: unknown[], idempotencyKey = key, by = first.key) => {
    const response = await server(
      new Request(`https://data.example/v1/${name}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${by}`,
          "content-type": "application/json",
          "idempotency-key": idempotencyKey,
        },
        body: JSON.stringify({ args }),
      }),
    )
    return { status: response.status, body: await response.text() }
  }
  const effects = () => [...calls.values()].reduce((sum, count) => sum + count, 0)
  return {
    adapter,
    store,
    write,
    effects,
    first,
    second,
    advance: (ms: number) => {
      time += ms
    },
    restart: () => {
      server = start()
    },
  }
}

/** The code of the error in an answer. */
export const codeIn = ({ body }: { body: string }): unknown => JSON.parse(body).error?.code
