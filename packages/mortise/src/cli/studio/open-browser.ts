import { spawn } from "node:child_process"

const commands: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
  linux: ["xdg-open"],
}

/** Opens a URL in the browser of the person at the terminal, if there is one. */
export function openBrowser(url: string): void {
  const [command, ...args] = commands[process.platform] ?? []
  if (command === undefined) return
  const child = spawn(command, [...args, url], { stdio: "ignore", detached: true })
  // Without a browser, the person can still follow the printed link.
  child.on("error", () => {})
  child.unref()
}
