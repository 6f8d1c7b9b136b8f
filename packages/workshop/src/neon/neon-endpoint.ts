import { createServer, type IncomingMessage } from "node:http"
import { Pool, type PoolClient } from "pg"

/** An endpoint that speaks Neon's protocol for SQL over HTTP, on a real PostgreSQL server. */
export type NeonEndpoint = {
  readonly url: string
  readonly port: number
  /** The number of statements in each request. */
  readonly requests: number[]
  /** Answers the next request with a status and a body, and runs nothing. */
  answerNext(status: number, body: string): void
  close(): Promise<void>
}

type Query = { readonly query: string; readonly params: readonly unknown[] }

const errorMembers = [
  "severity",
  "code",
  "detail",
  "hint",
  "schema",
  "table",
  "column",
  "constraint",
  "routine",
]
const asText = { getTypeParser: () => (value: unknown) => value }

/** Starts an endpoint. Each request names its database in a header. */
export async function startNeon(): Promise<NeonEndpoint> {
  const pools = new Map<string, Pool>()
  const requests: number[] = []
  let planned: { readonly status: number; readonly body: string } | undefined

  const poolOf = ({ headers }: IncomingMessage): Pool => {
    const url = String(headers["neon-connection-string"])
    const pool = pools.get(url) ?? new Pool({ connectionString: url, max: 20 })
    if (!pools.has(url)) pool.on("error", () => {})
    pools.set(url, pool)
    return pool
  }

  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Query & {
      readonly queries?: readonly Query[]
    }
    requests.push(body.queries?.length ?? 1)
    if (planned) return undefined
    const client = await poolOf(request).connect()
    try {
      return body.queries ? { results: await inTransaction(client, body.queries) } : await run(client, body)
    } finally {
      client.release()
    }
  }

  const server = createServer(async (request, response) => {
    const result = await answer(request).catch((error) => ({ error }))
    if (planned) {
      response.writeHead(planned.status).end(planned.body)
      planned = undefined
      return
    }
    const error = (result as { error?: Record<string, unknown> }).error
    if (!error) return response.end(JSON.stringify(result))
    // The connection to the server was lost.
    if (error["severity"] === undefined) return response.destroy()
    const members = Object.fromEntries(errorMembers.map((name) => [name, error[name]]))
    return response.writeHead(400).end(JSON.stringify({ message: error["message"], ...members }))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  server.unref()
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}/sql`,
    port,
    requests,
    answerNext(status, body) {
      planned = { status, body }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await Promise.all([...pools.values()].map((pool) => pool.end()))
    },
  }
}

async function run(client: PoolClient, { query, params }: Query): Promise<unknown> {
  const result = await client.query({ text: query, values: [...params], rowMode: "array", types: asText })
  const { fields, rows, rowCount, command } = result
  return { fields: fields.map(({ name, dataTypeID }) => ({ name, dataTypeID })), rows, rowCount, command }
}

async function inTransaction(client: PoolClient, queries: readonly Query[]): Promise<unknown[]> {
  const results: unknown[] = []
  await client.query("BEGIN")
  try {
    for (const query of queries) results.push(await run(client, query))
    await client.query("COMMIT")
    return results
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {})
    throw error
  }
}
