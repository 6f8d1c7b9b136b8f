import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { createServer } from "node:net"
import { dirname } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { whyInstall } from "../../../../scripts/ensure-install.mjs"

/** Installs the packages of package.json in this folder. */
export const installRuntimes = (): Promise<void> =>
  installPinned(
    dirname(fileURLToPath(import.meta.url)),
    "Node 22, Node 24, Bun, Deno, workerd and SQLite clients; about 20 s",
  )

/** Installs the packages that the lock file of a folder pins, unless they are installed. Nothing is compiled. */
export async function installPinned(folder: string, what: string): Promise<void> {
  if (whyInstall(folder) === undefined) return
  const release = await takeTurn(folder)
  try {
    const reason = whyInstall(folder)
    if (reason === undefined) return
    console.log(`Installing (${reason}): ${what} …`)
    await promisify(execFile)("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder })
  } finally {
    release()
  }
}

/** A lock between test processes: an abstract socket, which is released when its process ends. */
async function takeTurn(folder: string): Promise<() => void> {
  const name = `\0mortise-${createHash("sha256").update(folder).digest("hex").slice(0, 16)}`
  for (;;) {
    const server = createServer()
    const isMine = await new Promise<boolean>((resolve) => {
      server.once("listening", () => resolve(true)).once("error", () => resolve(false))
      server.listen(name)
    })
    if (isMine) return () => server.close()
    await sleep(100)
  }
}
