import { spawn } from "node:child_process"

const commands: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
}

/** Opens the default browser. If that fails, the printed URL remains. */
export function openBrowser(url: string): void {
  const [command, ...args] = commands[process.platform] ?? ["xdg-open"]
  const child = spawn(command, [...args, url], { stdio: "ignore", detached: true })
  child.on("error", () => {})
  child.unref()
}
