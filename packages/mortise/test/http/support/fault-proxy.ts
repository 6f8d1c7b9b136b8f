import { Agent, request as forward, type IncomingMessage, type ServerResponse } from "node:http"
import { listen } from "../../../../workshop/src/http/listen.ts"
import { seededRandom } from "../../../../workshop/src/tests/seed.ts"

/** The faults that can happen to one request. */
export const faults = [
  "pass",
  /** The request does not reach the server. */
  "lose request",
  /** The server runs the call, and the connection breaks. */
  "lose answer",
  /** The server gets the request twice at once; the second answer is returned. */
  "duplicate",
  /** The server runs the call, and no answer arrives until the client gives up. */
  "silence",
  /** The client gives up first; the server gets the request later. */
  "delay",
  /** Half of the body arrives. */
  "truncate",
  /** Half of the body arrives, with a matching content length. */
  "cut short",
  /** The body arrives byte by byte. */
  "drip",
  /** The server runs the call, and the proxy answers 502. */
  "502 after",
  /** The proxy answers 502 at once. */
  "502 before",
] as const

export type Fault = (typeof faults)[number]

/** A request as the proxy sees it. */
export type Passing = {
  readonly path: string
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

type Upstream = {
  readonly status: number
  readonly headers: IncomingMessage["headers"]
  readonly body: Buffer
}

/** A proxy in front of a server that applies the fault from `plan` to each request. */
export async function faultProxy(target: () => number, plan: (passing: Passing) => Fault) {
  const late = new Set<Promise<unknown>>()
  const agent = new Agent({ keepAlive: true })
  const proxy = await listen(async (incoming, outgoing) => {
    const body = await bytesOf(incoming)
    const passing = { path: incoming.url ?? "", headers: incoming.headers, body: body.toString() }
    const send = () => upstream(agent, target(), passing)
    try {
      await inflict(plan(passing), send, outgoing, (work) => {
        late.add(work)
        void work.catch(() => {}).finally(() => late.delete(work))
      })
    } catch {
      outgoing.destroy()
    }
  })
  return {
    url: proxy.url,
    /** Waits for requests that have not reached the server yet. */
    settle: async () => void (await Promise.allSettled(late)),
    close() {
      agent.destroy()
      return proxy.close()
    },
  }
}

async function inflict(
  fault: Fault,
  send: () => Promise<Upstream>,
  outgoing: ServerResponse,
  keep: (work: Promise<unknown>) => void,
): Promise<void> {
  switch (fault) {
    case "pass":
      return relay(await send(), outgoing)
    case "lose request":
      return void outgoing.destroy()
    case "lose answer":
      await send()
      return void outgoing.destroy()
    case "duplicate":
      return relay((await Promise.all([send(), send()]))[1], outgoing)
    case "silence":
      return keep(send())
    case "delay":
      return keep(gone(outgoing).then(send))
    case "truncate": {
      const { status, headers, body } = await send()
      outgoing.writeHead(status, headers)
      outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy())
      return
    }
    case "cut short": {
      const { status, headers, body } = await send()
      const half = body.subarray(0, body.length / 2)
      outgoing.writeHead(status, { ...headers, "content-length": half.length }).end(half)
      return
    }
    case "drip":
      return drip(await send(), outgoing)
    case "502 after":
      await send()
      return void outgoing.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad Gateway</h1>")
    case "502 before":
      return void outgoing
        .writeHead(502, { "content-type": "application/json" })
        .end('{"message":"bad gateway"}')
  }
}

const gone = (outgoing: ServerResponse): Promise<void> =>
  new Promise((resolve) => outgoing.once("close", () => resolve()))

function relay({ status, headers, body }: Upstream, outgoing: ServerResponse): void {
  outgoing.writeHead(status, headers).end(body)
}

async function drip({ status, headers, body }: Upstream, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(status, headers)
  for (const byte of body) {
    outgoing.write(Buffer.of(byte))
    await new Promise((resolve) => setImmediate(resolve))
  }
  outgoing.end()
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function upstream(agent: Agent, port: number, { path, headers, body }: Passing): Promise<Upstream> {
  return new Promise((resolve, reject) => {
    const { connection: _, "content-length": __, "transfer-encoding": ___, ...rest } = headers
    const outgoing = forward({ port, host: "127.0.0.1", path, method: "POST", headers: rest, agent })
    outgoing.on("error", reject)
    outgoing.on("response", (response) => {
      const { statusCode: status = 0, headers } = response
      bytesOf(response).then((body) => resolve({ status, headers: withoutHop(headers), body }), reject)
    })
    outgoing.end(body)
  })
}

const withoutHop = ({
  connection: _,
  "keep-alive": __,
  ...headers
}: IncomingMessage["headers"]): IncomingMessage["headers"] => headers

/** Each request meets at most one fault, so that a retry succeeds. */
export function oneInFour(): Parameters<typeof faultProxy>[1] {
  // Silence and delay cost a timeout each; other tests cover them.
  const quick = faults.filter((fault) => fault !== "silence" && fault !== "delay")
  const random = seededRandom("faults")
  const met = new Set<string>()
  return ({ path, headers, body }) => {
    const id = String(headers["idempotency-key"] ?? path + body)
    if (met.has(id) || random() > 0.25) return "pass"
    met.add(id)
    return quick[Math.floor(random() * quick.length)] ?? "pass"
  }
}
