import { httpAdapter } from "../../../src/http/client.ts"

/** Addresses of servers, by their failure. */
export type Places = Readonly<Record<string, string>>

/** The outcome of a read and of a write, by failure: an error code, or `{ result }`. */
export type Failures = Readonly<Record<string, readonly [read: unknown, write: unknown]>>

/** Calls servers that each fail in a different way. */
export async function failuresAt(places: Places): Promise<Failures> {
  const found = Object.entries(places).map(async ([what, url]) => {
    const adapter = httpAdapter({ url, key: "mrt_unknown", retries: 0, timeoutSeconds: 2 })
    const ends = Promise.all([endOf(adapter.getUser("1")), endOf(adapter.deleteSession("1"))])
    return [what, await ends] as const
  })
  return Object.fromEntries(await Promise.all(found))
}

const endOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    (result) => ({ result }),
    (error) => error.code ?? String(error),
  )
