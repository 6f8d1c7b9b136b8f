import { once } from "node:events"
import { connect } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"

/** A command that a server ran: a script has the keys of the commands in it. */
export type Ran = { readonly name: string; readonly size: number; readonly keys: Set<string> }

/** Collects the commands that servers run until `stop`. */
export async function monitor(ports: readonly number[]): Promise<{ stop(): Promise<Ran[]> }> {
  const texts = ports.map(() => [] as Buffer[])
  const sockets = ports.map((port, nth) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("MONITOR\r\n"))
    return socket.on("data", (data) => texts[nth]?.push(data))
  })
  await Promise.all(sockets.map((socket) => once(socket, "data")))
  return {
    async stop() {
      // The last lines may still be on their way.
      await sleep(200)
      for (const socket of sockets) socket.destroy()
      return texts.flatMap((text) => commandsIn(Buffer.concat(text).toString()))
    },
  }
}

/** The commands of a script follow it, with `lua` in place of the address of a client. */
function commandsIn(text: string): Ran[] {
  const commands: Ran[] = []
  for (const line of text.split("\r\n")) {
    const [, source, name = "", key = ""] = /^\+\S+ \[\d+ (\S+)\] "(\w+)"(?: "([^"]*)")?/.exec(line) ?? []
    if (source === "lua") commands.at(-1)?.keys.add(key)
    else if (source)
      commands.push({ name: name.toUpperCase(), size: line.split('" "').length, keys: new Set() })
  }
  return commands
}
