import { type ChildProcess, spawn } from "node:child_process"
import { renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../../../../../scripts/ensure-install.mjs"
import { type Folder, quickFolder } from "../../../../workshop/src/folders.ts"
import { findBinary } from "../../../../workshop/src/servers/find-binary.ts"
import { createServiceKey, type Permission, type ServiceKeyRecord } from "../../../src/http/server.ts"

const example = join(root, "examples/python-backend")
const permissions: readonly Permission[] = ["operations", "extras", "session_tokens", "provider_tokens"]

type Options = {
  /** More callers, besides the key that is created here. */
  readonly records?: readonly ServiceKeyRecord[]
}

/** The example in Python, in its own process and on its own database. */
export async function startPython({ records = [] }: Options = {}) {
  const { key, record } = await createServiceKey({ id: "test", permissions })
  const place = quickFolder()
  const gone = `${place.folder}-gone`
  let log = ""
  const start = () => launch([record, ...records], place, (text) => (log += text))
  let running = await start()
  return {
    key,
    record,
    url: () => running.url,
    port: () => Number(new URL(running.url).port),
    /** Its log so far. */
    log: () => log,
    async restart(signal: NodeJS.Signals) {
      await running.end(signal)
      running = await start()
    },
    /** Removes the database, and puts a file in place of its folder, so that it cannot be created again. */
    breakStore() {
      renameSync(place.folder, gone)
      writeFileSync(place.folder, "")
    },
    async close() {
      await running.end("SIGTERM")
      place.remove()
      rmSync(gone, { recursive: true, force: true })
    },
  }
}

async function launch(
  records: readonly ServiceKeyRecord[],
  { folder }: Folder,
  hear: (text: string) => void,
): Promise<{ url: string; end(signal: NodeJS.Signals): Promise<void> }> {
  const python = await findBinary({ name: "python3", debian: "python3" })
  const child = spawn(python, [example, "--port", "0", "--database", join(folder, "auth.db")], {
    env: { PATH: process.env["PATH"], MORTISE_KEYS: JSON.stringify(records), PYTHONDONTWRITEBYTECODE: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  })
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()))
  // The process must not outlive the tests, however they end.
  const kill = () => child.kill("SIGKILL")
  process.once("exit", kill)
  void ended.then(() => process.off("exit", kill))
  child.stderr.on("data", (chunk) => hear(String(chunk)))
  return {
    url: await listening(child, ended),
    end(signal) {
      child.kill(signal)
      return ended
    },
  }
}

function listening(child: ChildProcess, ended: Promise<void>): Promise<string> {
  let said = ""
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk) => {
        said += chunk
        const [url] = /http:\/\/[\d.]+:\d+(?=;)/.exec(said) ?? []
        if (url) resolve(url)
      })
    child.once("error", reject)
    void ended.then(() => reject(new Error(`examples/python-backend ended: ${said}`)))
  })
}
