import { createServer, type ServerResponse } from "node:http"
import { loadIoredis } from "./load-clients.ts"

/** An endpoint that speaks the REST protocol of Upstash, on a real Redis server. */
export type UpstashEndpoint = {
  readonly url: string
  readonly port: number
  readonly token: string
  /** The commands of each request, without their arguments. */
  readonly requests: string[]
  /** Answers the next request with a status and a body, and runs nothing. */
  answerNext(status: number, body: string): void
  close(): Promise<void>
}

type Reply = { readonly result: unknown } | { readonly error: string }

const token = "token-of-tests"

/** Starts an endpoint for the Redis server at a port. A lost connection to Redis also ends the request. */
export async function startUpstash(redisPort: number): Promise<UpstashEndpoint> {
  const { Redis } = await loadIoredis()
  const redis = new Redis({ port: redisPort, maxRetriesPerRequest: 0 })
  redis.on("error", () => {})
  const requests: string[] = []
  let planned: { readonly status: number; readonly body: string } | undefined
  let changes = 0

  const run = async ([name = "", ...args]: string[], isEncoded: boolean): Promise<Reply> => {
    try {
      return { result: encoded(await redis.callBuffer(name, ...args), isEncoded) }
    } catch (error) {
      if ((error as Error).name === "ReplyError") return { error: (error as Error).message }
      throw error
    }
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (request.headers.authorization !== `Bearer ${token}`)
      return send(response, 401, { error: "WRONGPASS invalid or missing auth token" })
    const body = JSON.parse(Buffer.concat(chunks).toString())
    const commands: string[][] = request.url === "/pipeline" ? body : [body]
    requests.push(commands.map(([name]) => name).join(" "))
    if (planned) {
      response.writeHead(planned.status).end(planned.body)
      planned = undefined
      return
    }
    response.setHeader("upstash-sync-token", String(++changes))
    const isEncoded = request.headers["upstash-encoding"] === "base64"
    const replies = await Promise.all(commands.map((command) => run(command, isEncoded))).catch(
      () => undefined,
    )
    if (!replies) return response.destroy()
    const [first] = replies
    if (request.url === "/pipeline") return send(response, 200, replies)
    return send(response, first && "error" in first ? 400 : 200, first)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    token,
    requests,
    answerNext(status, body) {
      planned = { status, body }
    },
    async close() {
      redis.disconnect()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const send = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))

function encoded(reply: unknown, isEncoded: boolean): unknown {
  if (Array.isArray(reply)) return reply.map((each) => encoded(each, isEncoded))
  if (!Buffer.isBuffer(reply)) return reply
  const text = reply.toString()
  return isEncoded && text !== "OK" ? reply.toString("base64") : text
}
