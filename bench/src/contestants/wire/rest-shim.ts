import { createServer } from "node:http"
import { announce } from "./announce.ts"

type Command = readonly [name: string, key: string, value?: string]

// The server side of the REST protocol of @upstash/redis, as far as its adapter uses it. A Map is faster than any store.
const values = new Map<string, string>()
const encoded = (text: string): string => Buffer.from(text).toString("base64")

const run = ([name, key, value = ""]: Command): { result: unknown } => {
  if (name.toLowerCase() === "set") {
    values.set(key, value)
    return { result: "OK" }
  }
  const found = values.get(key)
  return { result: found === undefined ? null : encoded(found) }
}

announce(
  createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const body: Command | Command[] = JSON.parse(Buffer.concat(chunks).toString())
      const answer = JSON.stringify(
        request.url === "/pipeline" ? (body as Command[]).map(run) : run(body as Command),
      )
      const length = Buffer.byteLength(answer)
      response.writeHead(200, { "content-type": "application/json", "content-length": length }).end(answer)
    })
  }),
)
