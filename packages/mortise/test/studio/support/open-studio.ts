import { type IncomingHttpHeaders, request as send } from "node:http"
import type { AddressInfo } from "node:net"
import { onTestFinished } from "vitest"
import { toOpenStore } from "../../../src/cli/configuration/open-store.ts"
import { nodeListener } from "../../../src/cli/serve/node-listener.ts"
import { createNodeServer } from "../../../src/cli/serve/node-server.ts"
import type { LoggedChange } from "../../../src/cli/studio/answer-api.ts"
import { createStudio } from "../../../src/cli/studio/create-studio.ts"
import type { PageFiles } from "../../../src/cli/studio/page-files.ts"
import type { Source } from "../../../src/cli/studio/source.ts"
import { storeSource } from "../../../src/cli/studio/store-source.ts"

type Headers = Readonly<Record<string, string>>

export type Sent = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

type Options = { readonly write?: boolean; readonly now?: () => number; readonly files?: PageFiles }

/** The studio of an adapter on a real socket, and a client that can send any header. */
export const openStudio = async (adapter: object, options: Options = {}) =>
  serveStudio(storeSource(await toOpenStore(adapter), options.now), options)

/** The same for any source. */
export async function serveStudio(source: Source, { write = true, now, files }: Options = {}) {
  const changes: LoggedChange[] = []
  const { linkPath, answer } = createStudio({
    source,
    place: await source.readPlace().catch(() => undefined),
    files: files ?? { script: "", style: "" },
    isWritable: write,
    onChange: (change) => changes.push(change),
    ...(now && { now }),
  })
  const server = createNodeServer(nodeListener(answer, { loopbackOnly: true, allowQuery: true }))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // Every response, so that a test can search them all for secrets.
  const responses: Sent[] = []

  const request = (method: string, path: string, headers: Headers = {}, body = "") =>
    new Promise<Sent>((resolve, reject) => {
      const outgoing = send(origin + path, { method, headers }, async (incoming) => {
        const chunks = await incoming.toArray()
        const sent = {
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text: Buffer.concat(chunks).toString(),
        }
        responses.push(sent)
        resolve(sent)
      })
      outgoing.on("error", reject)
      outgoing.end(body)
    })

  return { origin, linkPath, changes, responses, request }
}

/** A signed-in client of a studio. */
export async function signIn(studio: Awaited<ReturnType<typeof openStudio>>) {
  const { headers } = await studio.request("GET", studio.linkPath)
  const cookie = String(headers["set-cookie"]).split(";")[0] as string
  const own = { cookie, origin: studio.origin, "content-type": "application/json" }

  const read = async (path: string) => {
    const { status, text } = await studio.request("GET", `/api/${path}`, { cookie })
    return { status, ...JSON.parse(text) }
  }
  const act = async (action: string, input: object = {}) => {
    const { status, text } = await studio.request("POST", `/api/${action}`, own, JSON.stringify(input))
    return { status, ...JSON.parse(text) }
  }
  return { cookie, headers: own, read, act }
}
