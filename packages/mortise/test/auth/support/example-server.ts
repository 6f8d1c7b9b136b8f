import { spawn } from "node:child_process"
import { once } from "node:events"
import { onTestFinished } from "vitest"
import { root } from "../../../../../scripts/ensure-install.mjs"
import { cookieJar } from "../../authjs/harness/cookie-jar.ts"
import { freePort } from "../../servers/free-port.ts"

type Sent = { readonly form?: Record<string, string>; readonly json?: unknown; readonly origin?: string }

/** Starts an example in its own process, as a reader would, and opens a browser on it. */
export async function startExample(
  name: string,
  environment: (origin: string) => Promise<Record<string, string>> | object = () => ({}),
) {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const env = { ...process.env, PORT: String(port), ...(await environment(origin)) }
  const child = spawn(process.execPath, ["--import", "tsx", `examples/${name}/main.ts`], { cwd: root, env })
  let output = ""
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk
    })
  onTestFinished(async () => {
    child.kill()
    if (child.exitCode === null) await once(child, "exit")
  })
  await shows(/^Open /m)

  /** Waits until the output of the example matches; throws if the example ends before. */
  async function shows(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = pattern.exec(output)
      if (found) return found[1] ?? found[0]
      if (child.exitCode !== null) throw new Error(`The example ended:\n${output}`)
      await Promise.race([once(child.stdout, "data"), once(child, "exit")])
    }
  }

  const jar = cookieJar()
  return {
    origin,
    shows,
    jar,
    async visit(path: string, { form, json, origin: from = origin }: Sent = {}) {
      const body = form ? new URLSearchParams(form) : json === undefined ? null : JSON.stringify(json)
      const type = json === undefined ? {} : { "content-type": "application/json" }
      const response = await fetch(new URL(path, origin), {
        redirect: "manual",
        headers: { cookie: jar.header(), ...(body && { origin: from }), ...type },
        ...(body !== null && { method: "POST", body }),
      })
      jar.store(response.headers.getSetCookie())
      return {
        status: response.status,
        location: response.headers.get("location"),
        text: await response.text(),
      }
    },
  }
}
