import { createServer, type IncomingMessage, type ServerResponse } from "node:http"

/** What happens to a request. `unsent` and `lost` end the connection, before or after the service has answered. */
export type Fault = "unsent" | "lost" | "throttled" | "conflict"

/** A request to DynamoDB. */
export type ProxiedRequest = { readonly name: string; readonly input: Readonly<Record<string, unknown>> }

/** A proxy in front of DynamoDB Local that injects faults. */
export type DynamodbProxy = {
  readonly port: number
  /** Decides what happens to each request from now on. */
  inject(fault: (request: ProxiedRequest) => Fault | undefined): void
  close(): Promise<void>
}

const errors = {
  throttled: { __type: "com.amazonaws.dynamodb.v20120810#ThrottlingException" },
  conflict: {
    __type: "com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
    CancellationReasons: [{ Code: "TransactionConflict" }],
  },
}

export async function startDynamodbProxy(target: number): Promise<DynamodbProxy> {
  let faultOf: (request: ProxiedRequest) => Fault | undefined = () => undefined

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const name = String(request.headers["x-amz-target"]).split(".")[1] ?? ""
    const fault = faultOf({ name, input: JSON.parse(body) })
    if (fault === "unsent") return void request.socket.destroy()
    if (fault === "throttled" || fault === "conflict") {
      response.writeHead(400, { "content-type": "application/x-amz-json-1.0" })
      return void response.end(JSON.stringify(errors[fault]))
    }
    const { connection: _, ...headers } = request.headers
    const forwarded = await fetch(`http://127.0.0.1:${target}`, {
      method: "POST",
      headers: headers as Record<string, string>,
      body,
    })
    const text = await forwarded.text()
    if (fault === "lost") return void request.socket.destroy()
    response.writeHead(forwarded.status, { "content-type": "application/x-amz-json-1.0" })
    response.end(text)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    port: (server.address() as { port: number }).port,
    inject: (fault) => {
      faultOf = fault
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
