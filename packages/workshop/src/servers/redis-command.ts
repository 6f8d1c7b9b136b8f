import { connect } from "node:net"

/** Sends one command on a connection of its own and returns the reply as text. */
export const command = (port: number, ...parts: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const words = parts.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`)
    const socket = connect(port, "127.0.0.1", () => socket.write(`*${parts.length}\r\n${words.join("")}`))
    socket.once("data", (reply) => {
      socket.destroy()
      resolve(String(reply))
    })
    socket.once("error", reject)
    // A server that is killed may close the connection without an error.
    socket.once("close", () => reject(new Error("Redis closed the connection without a reply.")))
  })
